import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createCipher, decrypted } from "../../../server/auth/encryption.ts";
import {
  encryptAnew,
  resetSecrets,
} from "../../../server/operator/encryption.ts";
import { startServer } from "../../support/server.ts";
import { onPostgres } from "../../support/store.ts";
import { whileLocked } from "../../support/locks.ts";

const server = await startServer();
const call = await server.as("secrets");
const create = async () => {
  const webhook = { url: "https://crm.example.com/webhooks", events: ["*"] };
  return (await call("/v1/webhooks", webhook)).body.data;
};
const storedOf = (id: string) =>
  server.store.database
    .selectFrom("webhooks")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const at = ({ id }: { id: string }) => `/v1/webhooks/${id}` as const;

describe("a new webhook", () => {
  test("has a secret of its own", async () => {
    const secrets = [await create(), await create()].map(
      ({ secret }) => secret,
    );
    for (const secret of secrets)
      expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(
        32,
      );
    expect(new Set(secrets).size).toBe(2);
  });

  test("is encrypted at rest", async () => {
    const { id, secret } = await create();
    const row = await storedOf(id);
    expect(JSON.stringify(row)).not.toContain(secret.slice("whsec_".length));
    expect(server.cipher.decrypt(row.secret, id)).toBe(secret);
    expect(() => server.cipher.decrypt(row.secret, "wh_another")).toThrow();
  });

  test.runIf(onPostgres)(
    "keeps a secret that is rotated while all are reset",
    async () => {
      const { id } = await create();
      const { store, cipher } = server;
      const secret = cipher.encrypt("whsec_rotated", id);
      const rotate = (transaction: typeof store.database) =>
        transaction
          .updateTable("webhooks")
          .set({ secret })
          .where("id", "=", id)
          .execute();
      const other = createCipher(randomBytes(32));
      await whileLocked(store, rotate, () => resetSecrets(store, other));
      expect(await storedOf(id)).toMatchObject({ secret });
    },
  );

  test("whose secret an operator resets has another version for its callers", async () => {
    const { id, updated_at } = await create();

    await resetSecrets(server.store, createCipher(randomBytes(32)));

    const { data } = (await call(at({ id }))).body;
    expect(Date.parse(data.updated_at)).toBeGreaterThan(Date.parse(updated_at));
  });

  test("whose secret no key can read is named while all others are encrypted again", async () => {
    const { store, cipher } = server;
    const [lost, other] = [await create(), await create()];
    const foreign = createCipher(randomBytes(32));
    const secret = foreign.encrypt("whsec_lost", lost.id);
    await store.database
      .updateTable("webhooks")
      .set({ secret })
      .where("id", "=", lost.id)
      .execute();
    const before = await storedOf(other.id);

    const { unreadable } = await encryptAnew(store, cipher);

    expect(unreadable).toContain(lost.id);
    expect(unreadable).not.toContain(other.id);
    expect((await storedOf(lost.id)).secret).toBe(secret);
    const after = await storedOf(other.id);
    expect(after.secret).not.toBe(before.secret);
    expect(cipher.decrypt(after.secret, other.id)).toBe(other.secret);
  });

  test.runIf(onPostgres)(
    "that is rotated while all secrets are encrypted again keeps both of its secrets",
    async () => {
      const { id, secret } = await create();
      const { store, cipher: old } = server;
      const next = createCipher(randomBytes(32));
      const both = {
        ...next,
        decrypt: (text: string, of: string) =>
          decrypted(next, text, of) ?? old.decrypt(text, of),
      };
      const rotate = (transaction: typeof store.database) =>
        transaction
          .updateTable("webhooks")
          .set(({ ref }) => ({
            secret: next.encrypt("whsec_rotated", id),
            previous_secret: ref("secret"),
          }))
          .where("id", "=", id)
          .execute();

      await whileLocked(store, rotate, () => encryptAnew(store, both));

      const stored = await storedOf(id);
      const texts = [stored.secret, stored.previous_secret ?? ""].map((text) =>
        next.decrypt(text, id),
      );
      expect(texts).toEqual(["whsec_rotated", secret]);
    },
  );
});

test("a secret that is reset in the millisecond of another change is a later change", async () => {
  const webhook = await create();
  const other = createCipher(randomBytes(32));
  await resetSecrets(server.store, other);
  const { data } = (await call(at(webhook))).body;
  expect(data.version).not.toBe(webhook.version);
  expect(data.updated_at > webhook.updated_at).toBe(true);
});
