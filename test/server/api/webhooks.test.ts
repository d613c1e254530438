import { randomBytes } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { createCipher, decrypted } from "../../../server/auth/encryption.ts";
import {
  encryptAnew,
  resetSecrets,
} from "../../../server/operator/encryption.ts";
import { timeouts } from "../../../server/store/database/pool.ts";
import type { Tables } from "../../../server/store/tables.ts";
import { startServer } from "../../support/server.ts";
import { onPostgres } from "../../support/store.ts";
import { waitingForLock, whileLocked, withLocks } from "../../support/locks.ts";

let now = Date.now();
const server = await startServer({ clock: () => new Date(now) });
let key: string;
let workspace = 0;
beforeEach(async () => {
  key = await server.key(["*"], `workspace ${++workspace}`);
});
const url = "https://crm.example.com/webhooks";
const call = server.caller(() => key);
const create = async (fields: object = {}) =>
  (await call("/v1/webhooks", { url, events: ["*"], ...fields })).body.data;
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

  test("the repetition of the twentieth creation gets the first response", async () => {
    for (let i = 0; i < limits.webhooks - 1; i++) await create();
    const json = { url, events: ["*"] };
    const headers = { "Idempotency-Key": "twentieth" };
    const send = () => server.call("/v1/webhooks", { key, json, headers });
    const last = await send();
    const again = await send();
    expect(last.status).toBe(201);
    expect(again.status).toBe(201);
    expect(again.body).toEqual(last.body);
  });

  test("is refused when there are twenty, also of simultaneous ones", async () => {
    for (let i = 0; i < limits.webhooks - 1; i++) await create();
    const responses = await Promise.all(
      [1, 2, 3].map(() => call("/v1/webhooks", { url, events: ["*"] })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([
      201, 422, 422,
    ]);
    const refused = responses.find(({ status }) => status === 422);
    expect(refused?.body.error.details).toEqual([
      {
        path: [],
        message: "el espacio de trabajo ya tiene 20 webhooks, el máximo",
        reason: "limit_reached",
      },
    ]);
    const { data } = (await call("/v1/webhooks")).body;
    await call(`/v1/webhooks/${data[0]?.id}`, undefined, "DELETE");
    expect((await call("/v1/webhooks", { url, events: ["*"] })).status).toBe(
      201,
    );
  });
});

test.runIf(onPostgres)(
  "of three creations of the twentieth webhook, all under way at once, one succeeds",
  // On a busy machine the first may wait longer than the lock timeout before the last one arrives.
  { retry: 2 },
  async () => {
    for (let i = 0; i < limits.webhooks - 1; i++) await create();
    const holdInserts = (transaction: Kysely<Tables>) =>
      sql`lock table webhooks in share mode`.execute(transaction);
    const creations = await withLocks(server.store, holdInserts, async () => {
      const sent = [1, 2, 3].map(() =>
        call("/v1/webhooks", { url, events: ["*"] }),
      );
      await expect
        .poll(() => waitingForLock(server.store), {
          interval: 5,
          timeout: timeouts.lock,
        })
        .toBe(3);
      return sent;
    });
    const statuses = (await Promise.all(creations)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 422, 422]);
  },
);

test("of two changes the later one has the later updated_at, whenever they began", async () => {
  const webhook = await create();
  const change = async (json: object) =>
    (await call(at(webhook), json, "PATCH")).body.data.updated_at;
  now -= 1000; // as of changes that began earlier, and waited until the other one had ended
  const times = [
    webhook.updated_at,
    await change({ description: "Ficha" }),
    (await call(`${at(webhook)}/rotate_secret`, {})).body.data.updated_at,
    await change({ status: "disabled" }),
  ];
  expect(times).toEqual([...new Set(times)].sort());
});

test("a secret that is reset in the millisecond of another change is a later change", async () => {
  const webhook = await create();
  const other = createCipher(randomBytes(32));
  await resetSecrets(server.store, other);
  const { data } = (await call(at(webhook))).body;
  expect(data.version).not.toBe(webhook.version);
  expect(data.updated_at > webhook.updated_at).toBe(true);
});

test("a deleted webhook is gone, and so are its deliveries", async () => {
  const webhook = await create();
  await call(`${at(webhook)}/test`, {});
  expect((await call(at(webhook), undefined, "DELETE")).status).toBe(200);
  expect((await call(`${at(webhook)}/deliveries`)).status).toBe(404);
  const deliveries = server.store.database
    .selectFrom("webhook_deliveries")
    .select("id");
  expect(
    await deliveries.where("webhook_id", "=", webhook.id).execute(),
  ).toEqual([]);
});

test("the deliveries of another webhook stay when one is deleted", async () => {
  const [deleted, other] = [await create(), await create()];
  const { id } = (await call(`${at(other)}/test`, {})).body.data;

  expect((await call(at(deleted), undefined, "DELETE")).status).toBe(200);

  const { data } = (await call(`${at(other)}/deliveries`)).body;
  expect(data.map((delivery) => delivery.id)).toEqual([id]);
});

test.runIf(onPostgres)(
  "while a webhook is being deleted it is disabled, and gets no new delivery",
  async () => {
    const webhook = await create();
    const { id } = (await call(`${at(webhook)}/test`, {})).body.data;
    const lockDelivery = (transaction: typeof server.store.database) =>
      transaction
        .selectFrom("webhook_deliveries")
        .select("id")
        .where("id", "=", id)
        .forUpdate()
        .execute();
    const remove = () => call(at(webhook), undefined, "DELETE");

    const { status } = await whileLocked(
      server.store,
      lockDelivery,
      remove,
      async () => {
        const { status, disabled_reason } = (await call(at(webhook))).body.data;
        expect({ status, disabled_reason }).toEqual({
          status: "disabled",
          disabled_reason: "manual",
        });
        await call("/v1/contacts", { name: "Ana", email: "ana@example.com" });
        const { data } = (await call(`${at(webhook)}/deliveries`)).body;
        expect(data.map((delivery) => delivery.id)).toEqual([id]);
      },
    );

    expect(status).toBe(200);
  },
);

test.runIf(onPostgres)(
  "a deletion that failed half way can be repeated with the same If-Match",
  async () => {
    const webhook = await create();
    await call(`${at(webhook)}/test`, {});
    const etag = (await call(at(webhook))).headers.get("etag") ?? "";
    const remove = (ifMatch = etag) =>
      server.call(at(webhook), {
        key,
        method: "DELETE",
        headers: { "If-Match": ifMatch },
      });
    const lockDeliveries = (transaction: typeof server.store.database) =>
      transaction
        .selectFrom("webhook_deliveries")
        .select("id")
        .where("webhook_id", "=", webhook.id)
        .forUpdate()
        .execute();

    const failed = await withLocks(server.store, lockDeliveries, () =>
      remove(),
    );
    const ofAnother = await remove('"another"');
    const repeated = await remove();

    expect([failed.status, ofAnother.status]).toEqual([503, 412]);
    expect(repeated.status).toBe(200);
  },
);

test("the ETag from before a webhook was disabled does not delete it", async () => {
  const webhook = await create();
  const etag = (await call(at(webhook))).headers.get("etag") ?? "";
  await call(at(webhook), { status: "disabled" }, "PATCH");
  const headers = { "If-Match": etag };
  const { status } = await server.call(at(webhook), {
    key,
    method: "DELETE",
    headers,
  });
  expect(status).toBe(412);
});

test.runIf(onPostgres)(
  "a deletion with If-Match is a 412 when another request changes the webhook meanwhile",
  async () => {
    const webhook = await create();
    const headers = { "If-Match": `"${webhook.version}"` };
    const lock = (transaction: typeof server.store.database) =>
      sql`select from webhooks where id = ${webhook.id} for key share`.execute(
        transaction,
      );

    const { status } = await whileLocked(
      server.store,
      lock,
      () => server.call(at(webhook), { key, method: "DELETE", headers }),
      async () => {
        const change = { url: `${url}/moved`, status: "enabled" };
        expect((await call(at(webhook), change, "PATCH")).status).toBe(200);
      },
    );

    expect(status).toBe(412);
    expect((await call(at(webhook))).body.data.status).toBe("enabled");
  },
);

test("a webhook's deliveries take no cursor of another one's", async () => {
  const one = await create();
  const other = await create();
  const { id } = (await call(`${at(one)}/test`, {})).body.data;
  const { status, body } = await call(`${at(other)}/deliveries?cursor=${id}`);
  expect(status).toBe(422);
  expect(body.error.details[0]?.path).toEqual(["cursor"]);
});
