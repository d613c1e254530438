import { createHmac, randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createCipher } from "../../../server/auth/encryption.ts";
import { prepare } from "../../../server/operator/run.ts";
import type { Json } from "../../support/at.ts";
import { sessions, startServerForWebsites } from "./website.ts";

let now = Date.parse("2026-04-02T09:00:00.000Z");
const { server, run, create } = await startServerForWebsites(
  () => new Date(now),
);
let website: Json;
beforeEach(async () => (website = await create("https://shop.example")));

test.each([
  "keys create --messenger --workspace test --origins https://shop.example",
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
