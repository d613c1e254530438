import { createServer } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { limits } from "../../generated/constants.ts";
import { startDelivery, startReceiver } from "../support/delivery.ts";
import { listenLocally } from "../support/raw.ts";
import { startServer, type Caller } from "../support/server.ts";
import { scaled } from "./service.ts";

const server = await startServer({ localWebhooks: true });
beforeAll(() => startDelivery(server));

let count = 0;
const contact = () => ({ name: "Ana", email: `ana${++count}@example.com` });

test(
  "a delivery does not wait for all those that are due in another workspace",
  { timeout: 300_000 },
  async () => {
    const backlog = scaled(100_000);
    const [many, one] = [await startReceiver(), await startReceiver()];
    const [busy, quiet] = [await server.as("busy"), await server.as("quiet")];
    const { id } = (await busy("/v1/webhooks", { url: many.address, events: ["contact.created"] })).body.data;
    await quiet("/v1/webhooks", { url: one.address, events: ["contact.created"] });
    many.respond = () => undefined;
    await busy("/v1/contacts", contact());
    await many.arrived(1);
    for (let n = 0; n < backlog; n += 5000) {
      await sql`
        insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
        select workspace_id, id || n, webhook_id, event_id, 'pending', false, now(), now()
        from (select * from webhook_deliveries where webhook_id = ${id} order by id limit 1) first,
          generate_series(${n + 1}::integer, ${n + 5000}::integer) n`.execute(server.store.database);
    }
    many.respond = (_, response) => response.writeHead(204).end();
    await many.arrived(30);
    const before = many.received.length;
    const began = performance.now();
    await quiet("/v1/contacts", contact());
    await one.arrived(1);
    const passed = many.received.length - before;
    console.log(
      `of ${backlog} deliveries that are due in another workspace ${passed} came before, in ${Math.round(performance.now() - began)} ms`,
    );
    expect(passed).toBeLessThan(backlog / 10);
    // Neither disabling nor deleting is a statement that takes longer the more there is.
    const path = `/v1/webhooks/${id}`;
    expect((await busy(path, { status: "disabled" }, "PATCH")).status).toBe(200);
    // Attempts that are under way end by themselves.
    const pending = async () => (await busy(`${path}/deliveries?status=pending`)).body.data;
    await expect.poll(pending).toEqual([]);
    expect((await busy(path, undefined, "DELETE")).status).toBe(200);
  },
);

test(
  "healthy receivers wait for none that stays silent, though all are met for the first time",
  { timeout: 300_000 },
  async () => {
    const { database } = server.store;
    const silent = `http://${await listenLocally(createServer(() => undefined))}/`;
    const workspaces = ["silent 1", "silent 2", "silent 3", "silent 4", "silent 5", "silent 6"];
    const create = async (call: Caller, url: string) =>
      expect((await call("/v1/webhooks", { url, events: ["contact.created"] })).status).toBe(201);
    for (const name of workspaces) {
      const call = await server.as(name);
      for (let i = 0; i < limits.webhooks; i++) await create(call, `${silent}${i}`);
      expect((await call("/v1/contacts", contact())).status).toBe(201);
    }
    const ofSilent = sql`webhook_id in (select id from webhooks where url like ${`${silent}%`})`;
    await sql`
    insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
    select workspace_id, id || n, webhook_id, event_id, 'pending', false, now() - interval '1 minute', now()
    from webhook_deliveries, generate_series(1, 30) n where ${ofSilent}`.execute(database);
    const good = await startReceiver();
    const healthy = await server.as("healthy");
    await create(healthy, good.address);
    let undisturbed = 0;
    for (let n = 0; n < 100; n += 10) {
      const { rows: earlier } = await ended();
      await Promise.all(Array.from({ length: 10 }, () => healthy("/v1/contacts", contact())));
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
