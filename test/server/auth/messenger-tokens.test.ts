import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { AuditEntry } from "../../../server/auth/audit.ts";
import { prepare } from "../../../server/operator/run.ts";
import { at, flat, type Json } from "../../support/at.ts";
import { everyOperation } from "../../support/operation.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer();
const origin = "https://shop.example";
const keys: [Buffer] = [randomBytes(32)];
/** What the commands of this test print, each some of it. */
interface Printed {
  id: string;
  token: string;
  signing_secret: string;
  messenger_tokens: { workspace: string; id: string; signing_secret: string }[];
  entries: AuditEntry[];
  unreadable: string[];
}
const run = async (line: string, cipher = server.cipher): Promise<Printed> =>
  JSON.parse(
    await prepare(line.split(" "))(server.store, {
      by: "ana",
      encryption: () => ({ cipher, keys }),
    }),
  );
const create = (origins: string) => run(`keys create --messenger --workspace test --origins ${origins}`);
const sessions = "/v1/messenger/sessions";
const website = await create(`${origin},http://localhost:5173`);
const start = (token: string, headers = {}) => server.call(sessions, { key: token, json: {}, headers });

/** What browsers send before a request of a page. */
const preflight = (path: string, from: string, method = "POST") =>
  fetch(server.address + path, {
    method: "OPTIONS",
    headers: { Origin: from, "Access-Control-Request-Method": method },
  });

test("a token is shown once, listed without its secrets, and revoked at once with its sessions", async () => {
  const made = await create(origin);
  expect(made).toMatchObject({ workspace: "test", origins: [origin], revoked_at: null });
  expect(made.token).toMatch(/^contacts_public_[0-9A-Za-z]{38}$/);
  expect(made.signing_secret).toMatch(/^contacts_signing_[0-9A-Za-z]{38}$/);
  const { messenger_tokens } = await run("keys list");
  const { token, signing_secret, ...shown } = made;
  expect(messenger_tokens).toContainEqual(shown);
  expect(JSON.stringify(messenger_tokens)).not.toContain(signing_secret);

  const { secret } = (await start(token)).body.data;
  const read = () => server.call("/v1/messenger/conversations", { key: secret });
  expect((await read()).status).toBe(200);
  await run(`keys revoke ${made.id}`);
  expect([(await read()).status, (await start(token)).status]).toEqual([401, 401]);
  const { entries } = await run("operator audit --since 1h --workspace test");
  const about = entries.filter(({ subject }) => subject === made.id);
  expect(about.map(({ command }) => command)).toEqual(["keys create", "keys revoke"]);
  await expect(run("keys revoke mt_nobody")).rejects.toThrow("There is no key mt_nobody.");
});

test.each([
  "http://shop.example",
  "https://shop.example/",
  "https://Shop.example",
  "https://shop.example:443",
  "shop.example",
  "*",
  "null",
])("%s is no origin of a website", async (text) => {
  await expect(create(text)).rejects.toThrow(`--origins: ${text} is no origin.`);
});

test("pages of the token's origins may call the messenger's paths, and read what they need of the responses", async () => {
  for (const { path, method, scheme, parameters } of everyOperation) {
    const isAllowed = scheme !== "apiKey";
    const { status, headers } = await preflight(path.replaceAll(/\{\w+\}/g, "x"), origin, method);
    expect([path, status]).toEqual([path, isAllowed ? 204 : 401]);
    expect(headers.get("access-control-allow-origin")).toBe(isAllowed ? "*" : null);
    if (!isAllowed) continue;
    expect(headers.get("access-control-allow-methods")?.split(", ")).toContain(method);
    const ofRequest = parameters.filter((it) => it.in === "header").map(({ name }) => name);
    expect(headers.get("access-control-allow-headers")?.split(", ")).toEqual(
      expect.arrayContaining(["Authorization", "Content-Type", ...ofRequest]),
    );
  }
  const promised = everyOperation
    .filter(({ scheme }) => scheme !== "apiKey")
    .flatMap(({ path, method }) =>
      Object.values<Json>(at(`/paths/${path.replaceAll("/", "~1")}/${method.toLowerCase()}/responses`)),
    )
    .flatMap((response) => Object.keys(flat(response).headers));
  expect(promised).toContain("Idempotent-Replayed");
  const from = { Origin: origin };
  const good = await start(website.token, from);
  const unknown = await start(website.token.replace(/.$/, website.token.endsWith("x") ? "y" : "x"), from);
  const wrong = await server.call(sessions, { key: website.token, json: { name: 1 }, headers: from });
  expect([good.status, unknown.status, wrong.status]).toEqual([200, 401, 422]);
  for (const { headers } of [good, unknown, wrong]) {
    expect(headers.get("access-control-allow-origin")).toBe("*");
    const exposed = headers.get("access-control-expose-headers")?.split(", ");
    expect(exposed).toEqual(expect.arrayContaining(["Date", ...promised]));
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  }
});

test.each(["https://evil.example", "null", "https://shop.example.evil.example", "http://shop.example"])(
  "a page of %s may nothing, whatever it has, but read why",
  async (other) => {
    expect((await preflight(sessions, other)).status).toBe(204);
    const { secret } = (await start(website.token)).body.data;
    const headers = { Origin: other };
    const attempts = [
      await start(website.token, headers),
      await server.call("/v1/messenger/conversations", { key: secret, json: { body: "x" }, headers }),
    ];
    for (const { status, body, headers } of attempts) {
      expect([status, body.error.code]).toEqual([403, "origin_not_allowed"]);
      expect(headers.get("access-control-allow-origin")).toBe("*");
    }
    expect((await server.call("/v1/messenger/conversations", { key: secret })).body.data).toEqual([]);
  },
);

test("the origins of one website do not open the messenger of another", async () => {
  await create("https://other-shop.example");
  const attempt = await start(website.token, { Origin: "https://other-shop.example" });
  expect([attempt.status, attempt.body.error.code]).toEqual([403, "origin_not_allowed"]);
});

test("no token is made with another ENCRYPTION_KEY than that of the servers", async () => {
  const line = `keys create --messenger --workspace test --origins ${origin}`.split(" ");
  const encryption = () => ({ cipher: server.cipher, keys: [randomBytes(32)] as [Buffer] });
  await expect(prepare(line)(server.store, { encryption })).rejects.toThrow(
    "This ENCRYPTION_KEY is not that of the servers",
  );
});
