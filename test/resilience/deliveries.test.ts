import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../../generated/constants.ts";
import { startDelivery } from "../support/delivery.ts";
import { startReceiver } from "../support/receiver.ts";
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

/** How long after its creation each of some contacts arrives, in milliseconds; the median and the longest. */
async function delays(call: Awaited<ReturnType<typeof workspace>>) {
  const receiver = await startReceiver();
  const { body } = await call("/v1/webhooks", { url: receiver.address, events: ["contact.created"] });
  const times: number[] = [];
  for (let i = 1; i <= 21; i++) {
    await call("/v1/contacts", contact());
    const created = performance.now();
    await receiver.arrived(i);
    times.push(performance.now() - created);
  }
  await server.store.database.deleteFrom("webhooks").where("id", "=", body.data.id).execute();
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[10] ?? NaN, longest: sorted[20] ?? NaN };
}

test("silent receivers of one workspace delay no other workspace", { timeout: 120_000 }, async () => {
  const silent = createServer((socket) => void socket.on("error", () => undefined).resume());
  await once(silent.listen(0, "127.0.0.1"), "listening");
  afterAll(() => silent.close());
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const [bad, good] = [await workspace("bad"), await workspace("good")];
  const alone = await delays(good);
  for (let i = 0; i < limits.webhooks; i++) await bad("/v1/webhooks", { url, events: ["contact.created"] });
  for (let i = 0; i < 30; i++) await bad("/v1/contacts", contact());
  const beside = await delays(good);
  const held = await sql<{ count: number }>`
    select count(*)::integer as count from webhook_deliveries where status = 'pending'`.execute(
    server.store.database,
  );
  expect(held.rows[0]?.count).toBe(30 * limits.webhooks);
  // Without shares it is the time limit of an attempt, again and again.
  expect(beside.longest).toBeLessThan(5000);
  console.log(
    `deliveries beside ${limits.webhooks} silent webhooks of another workspace: median ${alone.median.toFixed(1)} → ` +
      `${beside.median.toFixed(1)} ms, longest ${alone.longest.toFixed(1)} → ${beside.longest.toFixed(1)} ms`,
  );
  await sql`delete from webhooks where url = ${url}`.execute(server.store.database);
});

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
    await expect.poll(pending, { timeout: 10_000 }).toEqual([]);
    expect((await busy(path, undefined, "DELETE")).status).toBe(200);
  },
);
