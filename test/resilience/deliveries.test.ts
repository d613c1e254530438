import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { startDelivery, startReceiver } from "../support/delivery.ts";
import { startServer } from "../support/server.ts";
import { scaled } from "./scale.ts";

const server = await startServer({ localWebhooks: true });
beforeAll(() => startDelivery(server));

let count = 0;
const contact = () => ({ name: "Ana", email: `ana${++count}@example.com` });

/** A workspace of its own, with a key. */
async function workspace(name: string) {
  const key = await server.key(["*"], name);
  return server.caller(() => key);
}

test(
  "a delivery does not wait for all those that are due in another workspace",
  { timeout: 300_000 },
  async () => {
    const backlog = scaled(100_000);
    const [many, one] = [await startReceiver(), await startReceiver()];
    const [busy, quiet] = [await workspace("busy"), await workspace("quiet")];
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
