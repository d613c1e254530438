import { sql, type Kysely } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
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
const at = ({ id }: { id: string }) => `/v1/webhooks/${id}` as const;

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

test("a new webhook is refused when there are twenty, also of simultaneous ones", async () => {
  for (let i = 0; i < limits.webhooks - 1; i++) await create();
  const responses = await Promise.all(
    [1, 2, 3].map(() => call("/v1/webhooks", { url, events: ["*"] })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
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
  expect((await call("/v1/webhooks", { url, events: ["*"] })).status).toBe(201);
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
