import { createServer } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { settled, startDelivery, startReceiver } from "../../support/delivery.ts";
import { listenLocally } from "../../support/raw.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer({ localWebhooks: true });
const key = await server.key(["*"]);
beforeAll(() => startDelivery(server));

const call = server.caller(() => key);
const eventOf = async (events: string[], url: string) =>
  (await call("/v1/webhooks", { url, events })).body.data.id;

test("an event that breaks the contract is not sent", async () => {
  const receiver = await startReceiver();
  const id = await eventOf(["message.created"], receiver.address);
  const contact = await call("/v1/contacts", { name: "Luz", email: "luz@example.com" });
  await call("/v1/conversations", { contact_id: contact.body.data.id, body: "Hola" });
  await receiver.arrived(1);
  await settled(server);
  const [delivery] = (await call(`/v1/webhooks/${id}/deliveries`)).body.data;
  await sql`update events set data = '{}' where type = 'message.created'`.execute(server.store.database);
  await call(`/v1/webhooks/${id}/deliveries/${delivery?.id}/redeliver`, {});
  await settled(server);
  const [{ attempts } = {}] = (await call(`/v1/webhooks/${id}/deliveries`)).body.data;
  expect(attempts?.[1]).toMatchObject({ response_status: null, error: "invalid_event" });
  expect(receiver.received).toHaveLength(1);
});

test(
  "healthy receivers wait for none that stays silent, though all are met for the first time",
  { timeout: 300_000 },
  async () => {
    const { database } = server.store;
    const silent = `http://${await listenLocally(createServer(() => undefined))}/`;
    const workspaces = ["silent 1", "silent 2", "silent 3", "silent 4", "silent 5", "silent 6"];
    const create = async (key: string, url: string, count: number) => {
      for (let i = 0; i < count; i++)
        await server.call("/v1/webhooks", { key, json: { url: `${url}${i}`, events: ["contact.created"] } });
    };
    const contact = async (key: string, n: number) => {
      const json = { name: "Ana", email: `ana${n}@example.com` };
      expect((await server.call("/v1/contacts", { key, json })).status).toBe(201);
    };
    for (const name of workspaces) {
      const key = await server.key(["*"], name);
      await create(key, silent, limits.webhooks);
      await contact(key, 0);
    }
    const ofSilent = sql`webhook_id in (select id from webhooks where url like ${`${silent}%`})`;
    await sql`
    insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
    select workspace_id, id || n, webhook_id, event_id, 'pending', false, now() - interval '1 minute', now()
    from webhook_deliveries, generate_series(1, 30) n where ${ofSilent}`.execute(database);
    const good = await startReceiver();
    const key = await server.key(["*"], "healthy");
    await create(key, `${good.address}/`, 1);
    let undisturbed = 0;
    for (let n = 0; n < 100; n += 10) {
      const { rows: earlier } = await ended();
      await Promise.all(Array.from({ length: 10 }, (_, i) => contact(key, n + i)));
      await good.arrived(n + 10);
      if (isDeepStrictEqual((await ended()).rows, earlier)) undisturbed++;
    }
    // Attempts at silent receivers end together, every 15 s: ten deliveries that waited for slots would all have seen that.
    expect(undisturbed).toBeGreaterThan(0);

    function ended() {
      return sql`select count(*) from webhook_attempts where delivery_id in (
      select id from webhook_deliveries where ${ofSilent})`.execute(database);
    }
  },
);
