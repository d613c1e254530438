import { createHmac, randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { createCipher } from "../../../server/auth/encryption.ts";
import { createMemoryLimiter } from "../../../server/limits/limiter.ts";
import { prepare } from "../../../server/operator/run.ts";
import { credentialsOf } from "../../support/world.ts";
import { startServer } from "../../support/server.ts";

let now = Date.parse("2026-04-02T09:00:00.000Z");
const later = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const server = await startServer({ limiter: createMemoryLimiter(), clock: () => new Date(now) });
const keys: [Buffer] = [randomBytes(32)];
const run = async (line: string, cipher = server.cipher) =>
  JSON.parse(await prepare(line.split(" "))(server.store, { encryption: () => ({ cipher, keys }) }));

const email = "ana@example.com";
let website: { id: string; token: string; signing_secret: string };
beforeEach(async () => (website = await credentialsOf(server, "test").token()));
const hmac = (text: string, secret = website.signing_secret) =>
  createHmac("sha256", secret).update(text).digest("hex");
const start = (json: object) => server.call("/v1/messenger/sessions", { key: website.token, json });
const startWith = async (secret: string) =>
  (await start({ email, email_signature: hmac(email, secret) })).status;

test("after a rotation both signing secrets are accepted until the overlap ends", async () => {
  const old = website.signing_secret;
  const { signing_secret, ...shown } = await run(`keys rotate ${website.id} --overlap 24h`);
  expect(shown).toMatchObject({ id: website.id, previous_secret_expires_at: later(24 * 60) });
  expect((await run("keys list")).messenger_tokens).toContainEqual(shown);
  expect([await startWith(old), await startWith(signing_secret)]).toEqual([200, 200]);
  now += 24 * 60 * 60_000;
  expect([await startWith(old), await startWith(signing_secret)]).toEqual([422, 200]);
});

test("another rotation drops the older secret, and an overlap of nothing ends the present one at once", async () => {
  const { signing_secret: second } = await run(`keys rotate ${website.id} --overlap 24h`);
  const { signing_secret: third } = await run(`keys rotate ${website.id} --overlap 1h`);
  expect([await startWith(website.signing_secret), await startWith(second)]).toEqual([422, 200]);
  await run(`keys rotate ${website.id} --overlap 0m`);
  expect([await startWith(second), await startWith(third)]).toEqual([422, 422]);
});

test("a rotation is refused without an overlap, with an expiry, and for what is no valid token", async () => {
  await run(`keys revoke ${website.id}`);
  for (const [line, message] of [
    [`${website.id} --overlap 1h`, `There is no messenger token ${website.id}, or it is revoked.`],
    ["mt_nobody --overlap 1h", "There is no messenger token mt_nobody"],
    [`${website.id}`, "--overlap is missing."],
    [`${website.id} --overlap 1h --expires 90d`, "--expires is for keys"],
  ])
    await expect(run(`keys rotate ${line}`)).rejects.toThrow(message);
});

test("both secrets are stored encrypted, follow a new ENCRYPTION_KEY, and are replaced when no key can read them", async () => {
  const { signing_secret } = await run(`keys rotate ${website.id} --overlap 24h`);
  const next = createCipher(randomBytes(32));
  await run("operator encrypt", { ...next, decrypt: server.cipher.decrypt });
  const stored = () =>
    server.store.database
      .selectFrom("messenger_tokens")
      .select(["secret", "previous_secret"])
      .where("id", "=", website.id)
      .executeTakeFirstOrThrow();
  const { secret, previous_secret } = await stored();
  const read = [secret, previous_secret ?? ""].map((text) => next.decrypt(text, website.id));
  expect(read).toEqual([signing_secret, website.signing_secret]);
  const lost = createCipher(randomBytes(32));
  const { messenger_tokens } = await run("operator reset-secrets", lost);
  const reset = messenger_tokens.find(({ id }: { id: string }) => id === website.id);
  expect(lost.decrypt((await stored()).secret, website.id)).toBe(reset.signing_secret);
  const { entries } = await run("operator audit --since 1h --workspace test");
  expect(entries).toContainEqual(expect.objectContaining({ command: "keys rotate", subject: website.id }));
});

test.each<[string, (moment: string) => string]>([
  ["as the contract's examples write it", (moment) => moment.replace(/\.\d+/, "")],
  ["of another zone, in small letters", (moment) => moment.replace("Z", "+00:00").toLowerCase()],
])("a signature with an expiry, %s, starts sessions until then", async (_name, write) => {
  const email_signature_expires_at = write(later(10));
  const email_signature = hmac(`${email}\n${email_signature_expires_at}`);
  const signed = { email, email_signature, email_signature_expires_at };
  const { data } = (await start(signed)).body;
  expect(data.email_verified).toBe(true);
  now += 10 * 60_000;
  const read = await server.call("/v1/messenger/conversations", { key: data.secret });
  expect(read.status, "a session that has started goes on").toBe(200);
  const { status, body } = await start(signed);
  const expired = { path: ["email_signature_expires_at"], reason: "expired" };
  expect([status, body.error.details]).toMatchObject([422, [expired]]);
});

test("the expiry of a signature can be neither moved, dropped, added nor part of an email", async () => {
  const expiry = later(10);
  const both = hmac(`${email}\n${expiry}`);
  const wrong: [json: object, path: string][] = [
    [{ email, email_signature: both, email_signature_expires_at: later(20) }, "email_signature"],
    [{ email, email_signature: both }, "email_signature"],
    [{ email, email_signature: hmac(email), email_signature_expires_at: expiry }, "email_signature"],
    [{ email: `${email}\n${expiry}`, email_signature: both }, "email"],
    [{ email, email_signature_expires_at: expiry }, "email_signature_expires_at"],
    [{ email, email_signature_expires_at: "mañana" }, "email_signature_expires_at"],
  ];
  for (const [json, path] of wrong) {
    const { status, body } = await start(json);
    expect([status, body.error.details?.map((detail) => detail.path)]).toEqual([422, [[path]]]);
  }
});
