import { createHmac, randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { createCipher } from "../../../server/auth/encryption.ts";
import { applyRetention } from "../../../server/boot/retention.ts";
import { createMemoryLimiter } from "../../../server/limits/limiter.ts";
import { prepare } from "../../../server/operator/run.ts";
import { at, flat, type Json } from "../../support/at.ts";
import { everyOperation } from "../../support/operation.ts";
import { startServer } from "../../support/server.ts";
import { runCommand } from "../../support/world.ts";

let now = Date.parse("2026-04-02T09:00:00.000Z");
const server = await startServer({
  limiter: createMemoryLimiter(),
  clock: () => new Date(now),
});
const origin = "https://shop.example";
const keys: [Buffer] = [randomBytes(32)];
const run = (line: string, cipher = server.cipher) =>
  runCommand(server.store, line.split(" "), {
    by: "ana",
    encryption: () => ({ cipher, keys }),
  });
const create = (origins: string) =>
  run(`keys create --messenger --workspace test --origins ${origins}`);
const sessions = "/v1/messenger/sessions";
let website: Json;
beforeEach(
  async () => (website = await create(`${origin},http://localhost:5173`)),
);
const start = (token: string, headers = {}) =>
  server.call(sessions, { key: token, json: {}, headers });

/** Sends the preflight request of a browser. */
const preflight = (path: string, from: string, method = "POST") =>
  fetch(server.address + path, {
    method: "OPTIONS",
    headers: { Origin: from, "Access-Control-Request-Method": method },
  });

test("of a token and of a session only a hash is stored", async () => {
  const { id, token } = await create(origin);
  const { secret } = (await start(token)).body.data;
  const { database } = server.store;
  const rows = [
    await database
      .selectFrom("messenger_tokens")
      .selectAll()
      .where("id", "=", id)
      .execute(),
    await database
      .selectFrom("messenger_sessions")
      .selectAll()
      .where("token_id", "=", id)
      .execute(),
  ];
  expect(rows.map(({ length }) => length)).toEqual([1, 1]);
  const stored = JSON.stringify(rows);
  expect(stored).not.toContain(token.slice("contacts_public_".length, -4));
  expect(stored).not.toContain(secret.slice("contacts_visitor_".length, -4));
});

test("a token is shown once, listed without its secrets, and revoked at once with its sessions", async () => {
  const created = await create(origin);
  expect(created).toMatchObject({
    workspace: "test",
    origins: [origin],
    last_four: created.token.slice(-4),
    revoked_at: null,
  });
  expect(created.token).toMatch(/^contacts_public_[0-9A-Za-z]{38}$/);
  expect(created.signing_secret).toMatch(/^contacts_signing_[0-9A-Za-z]{38}$/);
  const { messenger_tokens } = await run("keys list");
  const { token, signing_secret, ...shown } = created;
  expect(messenger_tokens).toContainEqual(shown);
  expect(JSON.stringify(messenger_tokens)).not.toContain(signing_secret);

  const { secret } = (await start(token)).body.data;
  const read = () =>
    server.call("/v1/messenger/conversations", { key: secret });
  expect((await read()).status).toBe(200);
  await run(`keys revoke ${created.id}`);
  expect((await read()).status).toBe(401);
  expect((await start(token)).status).toBe(401);
  const { entries } = await run("operator audit --since 1h --workspace test");
  const about = entries.filter(({ subject }: Json) => subject === created.id);
  expect(about.map(({ command }: Json) => command)).toEqual([
    "keys create",
    "keys revoke",
  ]);
  await expect(run("keys revoke mt_nobody")).rejects.toThrow(
    "There is no messenger token mt_nobody.",
  );
});

test.each([
  {
    text: "http://shop.example",
    reason: "http is for localhost only. Write https://shop.ex",
  },
  {
    text: "http://localhost.shop.example",
    reason: "http is for localhost only. Write https://localhost.shop.ex",
  },
  {
    text: "https://shop.example/",
    reason: "browsers send it as https://shop.example.",
  },
  {
    text: "https://shop.example/shop?a#b",
    reason: "browsers send it as https://shop.example.",
  },
  {
    text: "https://Shop.example",
    reason: "browsers send it as https://shop.example.",
  },
  {
    text: "HTTPS://shop.example",
    reason: "browsers send it as https://shop.example.",
  },
  {
    text: "https://shop.example:443",
    reason: "browsers send it as https://shop.example.",
  },
  {
    text: "http://localhost:80",
    reason: "browsers send it as http://localhost.",
  },
  {
    text: "https://me:pw@shop.example",
    reason: "browsers send it as https://shop.example.",
  },
  {
    text: "https:shop.example",
    reason: "browsers send it as https://shop.example.",
  },
  {
    text: "https://ñandú.example",
    reason: "browsers send it as https://xn--and-6ma2c.example.",
  },
  {
    text: "https://2130706433",
    reason: "browsers send it as https://127.0.0.1.",
  },
  {
    text: "https://*.shop.example",
    reason: "no browser sends a *. Write each origin",
  },
  { text: "https://*", reason: "no browser sends a *" },
  { text: "*", reason: "no browser sends a *" },
  { text: "https://%2A.shop.example", reason: "*.shop.example is no host" },
  { text: "https://shop.example.", reason: "shop.example. is no host" },
  { text: "https://.shop.example", reason: ".shop.example is no host" },
  { text: "https://shop$.example", reason: "shop$.example is no host" },
  {
    text: "shop.example",
    reason: "it is no address of a website. Write e.g. https://shop.",
  },
  { text: "shop.example:8080", reason: "it is no address of a website" },
  { text: "//shop.example", reason: "it is no address of a website" },
  { text: "ftp://shop.example", reason: "it is no address of a website" },
  { text: "file:///shop", reason: "it is no address of a website" },
  { text: "null", reason: "any file and any sandboxed frame sends null" },
])("$text is no origin of a website, as $reason", async ({ text, reason }) => {
  await expect(create(text)).rejects.toThrow(
    `--origins: ${text} is no origin: ${reason}`,
  );
});

test("sessions that have ended are deleted, and no others", async () => {
  await start(website.token);
  now += limits.messengerSessionHours * 3_600_000;
  await start(website.token);

  await applyRetention(server.store);

  const kept = server.store.database
    .selectFrom("messenger_sessions")
    .select("id")
    .where("token_id", "=", website.id);
  expect(await kept.execute()).toHaveLength(1);
});

test("a wrong origin after a valid one is refused too", async () => {
  await expect(create(`${origin},http://blog.shop.example`)).rejects.toThrow(
    "--origins: http://blog.shop.example is no origin",
  );
});

test.each([
  "https://shop.example:8443",
  "https://a_b.shop.example",
  "https://xn--and-6ma2c.example",
  "https://intranet",
  "https://[2001:db8::1]",
  "http://localhost:5173",
  "http://127.0.0.1:3000",
  "http://[::1]:3000",
])("%s is an origin", async (text) => {
  expect(await create(text)).toMatchObject({ origins: [text] });
});

test("pages of the token's origins may call the messenger's paths, and read what they need of the responses", async () => {
  for (const { path, method, scheme, parameters } of everyOperation) {
    const isAllowed = scheme !== "apiKey";
    const { status, headers } = await preflight(
      path.replaceAll(/\{\w+\}/g, "x"),
      origin,
      method,
    );
    expect(status, path).toEqual(isAllowed ? 204 : 401);
    expect(headers.get("access-control-allow-origin")).toBe(
      isAllowed ? "*" : null,
    );
    if (!isAllowed) continue;
    expect(headers.get("access-control-allow-methods")?.split(", ")).toContain(
      method,
    );
    const ofRequest = parameters
      .filter((it) => it.in === "header")
      .map(({ name }) => name);
    expect(headers.get("access-control-allow-headers")?.split(", ")).toEqual(
      expect.arrayContaining(["Authorization", "Content-Type", ...ofRequest]),
    );
  }
  const promised = everyOperation
    .filter(({ scheme }) => scheme !== "apiKey")
    .flatMap(({ path, method }) =>
      Object.values<Json>(
        at(
          `/paths/${path.replaceAll("/", "~1")}/${method.toLowerCase()}/responses`,
        ),
      ),
    )
    .flatMap((response) => Object.keys(flat(response).headers));
  expect(promised).toContain("Idempotent-Replayed");
  const from = { Origin: origin };
  const good = await start(website.token, from);
  const unknown = await start(
    website.token.replace(/.$/, website.token.endsWith("x") ? "y" : "x"),
    from,
  );
  const wrong = await server.call(sessions, {
    key: website.token,
    json: { name: 1 },
    headers: from,
  });
  expect(good.status).toBe(200);
  expect(unknown.status).toBe(401);
  expect(wrong.status).toBe(422);
  for (const { headers } of [good, unknown, wrong]) {
    expect(headers.get("access-control-allow-origin")).toBe("*");
    const exposed = headers.get("access-control-expose-headers")?.split(", ");
    expect(exposed).toEqual(expect.arrayContaining(["Date", ...promised]));
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  }
});

test("a page reads also that an article is still as it has it", async () => {
  const { secret } = (await start(website.token)).body.data;
  const article = await run(
    "operator article --workspace test --title Envíos --body Gratis",
  );
  await run(`operator publish ${article.id} --workspace test`);
  const path = `/v1/messenger/articles/${article.id}`;
  const read = (headers = {}) =>
    server.call(path, { key: secret, headers: { Origin: origin, ...headers } });
  const etag = (await read()).headers.get("etag");

  const { status, headers } = await read({ "If-None-Match": etag });

  expect(status).toBe(304);
  expect(headers.get("access-control-allow-origin")).toBe("*");
});

test("an OPTIONS request that is no preflight needs a token, as any other request", async () => {
  const headers = { Origin: origin };
  const options = await server.call(sessions, { method: "OPTIONS", headers });
  expect(options.status).toBe(401);
});

test.each([
  "https://evil.example",
  "null",
  "https://shop.example.evil.example",
  "http://shop.example",
])("a page of %s can only read why it is refused", async (other) => {
  expect((await preflight(sessions, other)).status).toBe(204);
  const { secret } = (await start(website.token)).body.data;
  const headers = { Origin: other };
  const attempts = [
    await start(website.token, headers),
    await server.call("/v1/messenger/conversations", {
      key: secret,
      json: { body: "x" },
      headers,
    }),
  ];
  for (const { status, body, headers } of attempts) {
    expect(status).toBe(403);
    expect(body.error.code).toBe("origin_not_allowed");
    expect(headers.get("access-control-allow-origin")).toBe("*");
  }
  expect(
    (await server.call("/v1/messenger/conversations", { key: secret })).body
      .data,
  ).toEqual([]);
});

test("the origins of one website do not open the messenger of another", async () => {
  await create("https://other-shop.example");
  const attempt = await start(website.token, {
    Origin: "https://other-shop.example",
  });
  expect(attempt.status).toBe(403);
  expect(attempt.body.error.code).toBe("origin_not_allowed");
});

test.each([
  `keys create --messenger --workspace test --origins ${origin}`,
  "operator encrypt",
])(
  "%s encrypts nothing with another ENCRYPTION_KEY than that of the servers",
  async (line) => {
    const encryption = () => ({
      cipher: server.cipher,
      keys: [randomBytes(32)] as [Buffer],
    });
    await expect(
      prepare(line.split(" "))(server.store, { encryption }),
    ).rejects.toThrow("The servers use another key than this ENCRYPTION_KEY");
  },
);

describe("a signing secret", () => {
  const later = (minutes: number) =>
    new Date(now + minutes * 60_000).toISOString();
  const email = "ana@example.com";
  const hmac = (text: string, secret = website.signing_secret) =>
    createHmac("sha256", secret).update(text).digest("hex");
  const startAs = (json: object) =>
    server.call(sessions, { key: website.token, json });
  const startWith = async (secret: string) =>
    (await startAs({ email, email_signature: hmac(email, secret) })).status;

  test("after a rotation both signing secrets are accepted until the overlap ends", async () => {
    const old = website.signing_secret;
    const { signing_secret, ...shown } = await run(
      `keys rotate ${website.id} --overlap 24h`,
    );
    expect(shown).toMatchObject({
      id: website.id,
      previous_secret_expires_at: later(24 * 60),
    });
    expect((await run("keys list")).messenger_tokens).toContainEqual(shown);
    expect(await startWith(old)).toBe(200);
    expect(await startWith(signing_secret)).toBe(200);
    now += 24 * 60 * 60_000;
    expect(await startWith(old)).toBe(422);
    expect(await startWith(signing_secret)).toBe(200);
  });

  test("another rotation drops the older secret, and an overlap of nothing ends the present one at once", async () => {
    const { signing_secret: second } = await run(
      `keys rotate ${website.id} --overlap 24h`,
    );
    const { signing_secret: third } = await run(
      `keys rotate ${website.id} --overlap 1h`,
    );
    expect(await startWith(website.signing_secret)).toBe(422);
    expect(await startWith(second)).toBe(200);
    await run(`keys rotate ${website.id} --overlap 0m`);
    expect(await startWith(second)).toBe(422);
    expect(await startWith(third)).toBe(422);
  });

  test("a rotation is refused without an overlap, with an expiry, and for what is no valid token", async () => {
    await run(`keys revoke ${website.id}`);
    for (const { line, message } of [
      {
        line: `${website.id} --overlap 1h`,
        message: `There is no messenger token ${website.id}, or it is revoked.`,
      },
      {
        line: "mt_nobody --overlap 1h",
        message: "There is no messenger token mt_nobody",
      },
      { line: `${website.id}`, message: "--overlap is missing." },
      {
        line: `${website.id} --overlap 1h --expires 90d`,
        message: "--expires is for keys",
      },
    ])
      await expect(run(`keys rotate ${line}`)).rejects.toThrow(message);
  });

  test("the present secret signs also when the previous one cannot be decrypted", async () => {
    const { signing_secret } = await run(
      `keys rotate ${website.id} --overlap 24h`,
    );
    const { encrypt } = createCipher(randomBytes(32));
    await server.store.database
      .updateTable("messenger_tokens")
      .set({ previous_secret: encrypt("lost", website.id) })
      .where("id", "=", website.id)
      .execute();
    expect(await startWith(signing_secret)).toBe(200);
  });

  test("both secrets are stored encrypted, follow a new ENCRYPTION_KEY, and are replaced when no key can read them", async () => {
    const { signing_secret } = await run(
      `keys rotate ${website.id} --overlap 24h`,
    );
    const next = createCipher(randomBytes(32));
    await run("operator encrypt", { ...next, decrypt: server.cipher.decrypt });
    const stored = () =>
      server.store.database
        .selectFrom("messenger_tokens")
        .select(["secret", "previous_secret"])
        .where("id", "=", website.id)
        .executeTakeFirstOrThrow();
    const { secret, previous_secret } = await stored();
    const read = [secret, previous_secret ?? ""].map((text) =>
      next.decrypt(text, website.id),
    );
    expect(read).toEqual([signing_secret, website.signing_secret]);
    const lost = createCipher(randomBytes(32));
    const { messenger_tokens } = await run("operator reset-secrets", lost);
    const reset = messenger_tokens.find(({ id }: Json) => id === website.id);
    expect(lost.decrypt((await stored()).secret, website.id)).toBe(
      reset?.signing_secret,
    );
    const { entries } = await run("operator audit --since 1h --workspace test");
    expect(entries).toContainEqual(
      expect.objectContaining({ command: "keys rotate", subject: website.id }),
    );
  });

  test.each<{ name: string; write: (timestamp: string) => string }>([
    {
      name: "as the contract's examples write it",
      write: (timestamp) => timestamp.replace(/\.\d+/, ""),
    },
    {
      name: "of another zone, in small letters",
      write: (timestamp) => timestamp.replace("Z", "+00:00").toLowerCase(),
    },
  ])(
    "a signature with an expiry, $name, starts sessions until then",
    async ({ write }) => {
      const email_signature_expires_at = write(later(10));
      const email_signature = hmac(`${email}\n${email_signature_expires_at}`);
      const signed = { email, email_signature, email_signature_expires_at };
      const { data } = (await startAs(signed)).body;
      expect(data.email_verified).toBe(true);
      now += 10 * 60_000;
      const read = await server.call("/v1/messenger/conversations", {
        key: data.secret,
      });
      expect(read.status, "a session that has started goes on").toBe(200);
      const { status, body } = await startAs(signed);
      const expired = {
        path: ["email_signature_expires_at"],
        reason: "expired",
      };
      expect(status).toBe(422);
      expect(body.error.details).toMatchObject([expired]);
    },
  );

  test("the expiry of a signature can be neither moved, dropped, added nor part of an email", async () => {
    const expiry = later(10);
    const both = hmac(`${email}\n${expiry}`);
    const wrong = [
      {
        json: {
          email,
          email_signature: both,
          email_signature_expires_at: later(20),
        },
        path: "email_signature",
      },
      { json: { email, email_signature: both }, path: "email_signature" },
      {
        json: {
          email,
          email_signature: hmac(email),
          email_signature_expires_at: expiry,
        },
        path: "email_signature",
      },
      {
        json: { email: `${email}\n${expiry}`, email_signature: both },
        path: "email",
      },
      {
        json: { email, email_signature_expires_at: expiry },
        path: "email_signature_expires_at",
      },
      {
        json: { email, email_signature_expires_at: "mañana" },
        path: "email_signature_expires_at",
      },
    ];
    for (const { json, path } of wrong) {
      const { status, body } = await startAs(json);
      expect(status).toBe(422);
      expect(body.error.details?.map((detail) => detail.path)).toEqual([
        [path],
      ]);
    }
  });
});
