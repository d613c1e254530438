import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { delivery } from "../../../generated/constants.ts";
import { createSlots } from "../../../server/webhooks/attempt-slots.ts";
import { claim, type Room } from "../../../server/webhooks/claim.ts";
import { createDueWorkspaces } from "../../../server/webhooks/due-workspaces.ts";
import type { OpenStore } from "../../../server/store/store.ts";
import { onPostgres, openTestStore } from "../../support/store.ts";

const webhooks = 20;
const deliveriesPerWebhook = 1000;
const room: Room = {
  pools: [{ pool: "unproven", slots: 100, webhook: 20 }],
  receivers: [],
};

/** A store with a long queue in the workspace `w`, of which the database has no statistics. */
async function longQueue(partitioned: boolean): Promise<OpenStore> {
  const store = await openTestStore({ partitioned });
  const run = (statement: string) => sql.raw(statement).execute(store.database);
  // A table that is split has no such setting, its partitions have.
  await run(`do $$
    declare name text;
    begin
      for name in select relname from pg_class where relkind = 'r' and relname ~ '^webhook_deliveries(_\\d+)?$' loop
        execute format('alter table %I set (autovacuum_enabled = false)', name);
      end loop;
    end $$`);
  await run("vacuum analyze webhook_deliveries"); // it is empty
  await addQueues(store, {
    workspace: "w",
    webhooks,
    deliveries: deliveriesPerWebhook,
  });
  return store;
}

/** Adds a workspace whose webhooks have due deliveries. */
async function addQueues(
  { database }: OpenStore,
  {
    workspace,
    webhooks,
    deliveries,
  }: { workspace: string; webhooks: number; deliveries: number },
): Promise<void> {
  await sql`insert into workspaces (id, name, created_at) values (${workspace}, ${workspace}, now())`.execute(
    database,
  );
  await sql`
    insert into webhooks (workspace_id, id, url, events, description, status, secret, created_at, updated_at)
    select ${workspace}, 'h' || n, 'https://example.com/', '{*}', '', 'enabled', '', now(), now()
    from generate_series(1, ${webhooks}::integer) n`.execute(database);
  await sql`
    insert into events (workspace_id, id, type, created_at, data)
    values (${workspace}, 'e', 'contact.created', now(), '{}')`.execute(
    database,
  );
  for (let webhook = 1; webhook <= webhooks; webhook++) {
    await sql`
      insert into webhook_deliveries
        (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
      select ${workspace}, 'd' || ${webhook}::integer || '-' || n, 'h' || ${webhook}::integer, 'e', 'pending', true,
        clock_timestamp(), now()
      from generate_series(1, ${deliveries}::integer) n`.execute(database);
  }
}

/**
 * How many entries and rows PostgreSQL reads in the tables and indexes of webhooks and their deliveries. On Citus the
 * nodes count what they read, each for itself.
 */
async function readBy(
  { database }: OpenStore,
  work: () => Promise<unknown>,
): Promise<number> {
  // One statement follows the other, so all are on one connection, which then publishes its counts.
  const read = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(database);
    const { rows } = await sql<{ read: number }>`
      select sum(seq_tup_read + (
        select sum(idx_tup_read) from pg_stat_user_indexes where relid = pg_stat_user_tables.relid
      ))::float8 as read
      from pg_stat_user_tables where relname ~ '^(webhooks|webhook_deliveries)(_\\d+)?$' -- partitions too`.execute(
      database,
    );
    return rows[0]?.read ?? 0;
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

describe.runIf(onPostgres).each([false, true])(
  "a long queue, also when the database has no idea how long it is (partitions: %s),",
  (partitioned) => {
    test("is not read to claim from it; processes that choose the same deliveries share them", async () => {
      const store = await longQueue(partitioned);
      let claimed: string[] = [];
      const claimSome = async () =>
        (await claim(store, "w", room)).map(({ deliveryId }) => deliveryId);
      const read = await readBy(
        store,
        async () => (claimed = await claimSome()),
      );
      expect(claimed).toHaveLength(100);
      expect(read).toBeGreaterThan(claimed.length);
      expect(read).toBeLessThan((webhooks * deliveriesPerWebhook) / 4);
      claimed.push(
        ...(await Promise.all(Array.from({ length: 8 }, claimSome))).flat(),
      );
      expect(claimed.length).toBeGreaterThan(100);
      expect(new Set(claimed).size).toBe(claimed.length);
    });

    test("is not searched, nor are all webhooks, and what is due behind them is found", async () => {
      const store = await longQueue(partitioned);
      await sql`
        insert into workspaces (id, name, created_at)
        select 'v' || n, 'v' || n, now() from generate_series(1, 5000) n`.execute(
        store.database,
      );
      await sql`
        insert into webhooks (workspace_id, id, url, events, description, status, secret, created_at, updated_at)
        select id, 'h1', 'https://example.com/', '{*}', '', 'enabled', '', now(), now()
        from workspaces where id <> 'w'`.execute(store.database);
      await addQueues(store, { workspace: "x", webhooks: 1, deliveries: 1 });
      const due = createDueWorkspaces(store);
      const found = new Set<string>();
      for (let searches = 0; searches < 6; searches++) {
        while (due.untilSearch() > 0) await setTimeout(due.untilSearch()); // which may end within the millisecond before
        const read = await readBy(store, due.search);
        expect(read).toBeGreaterThan(1000);
        expect(read).toBeLessThan(5000);
        for (
          let id = due.next("quick");
          id !== undefined;
          id = due.next("quick")
        ) {
          found.add(id);
          due.remove(id, ["quick"]);
        }
      }
      expect([...found]).toEqual(["w", "x"]);
    });
  },
);

test("a delivery is claimed for longer than its attempt takes", async () => {
  const store = await openTestStore();
  await addQueues(store, { workspace: "w", webhooks: 1, deliveries: 1 });
  const [job] = await claim(store, "w", room);
  expect(Date.parse(job?.claimedUntil ?? "") - Date.now()).toBeGreaterThan(
    delivery.timeout,
  );
});

test("the webhooks of a workspace take turns, and none has more attempts under way than its slots", async () => {
  const store = await openTestStore();
  await addQueues(store, { workspace: "w", webhooks: 2, deliveries: 30 });
  const receivers = [
    { webhookId: "h1", pool: "unproven" as const, underWay: 4 },
  ];
  const claimed = async (slots: number) => {
    const jobs = await claim(store, "w", {
      pools: [{ pool: "unproven", slots, webhook: 6 }],
      receivers,
    });
    return ["h1", "h2"].map(
      (id) => jobs.filter(({ webhookId }) => webhookId === id).length,
    );
  };
  expect(await claimed(5)).toEqual([1, 4]);
  expect(await claimed(100)).toEqual([2, 6]);
});

const job = {
  workspaceId: "ws_1",
  webhookId: "wh_1",
  deliveryId: "whd_1",
  claimedUntil: "",
  pool: "quick",
} as const;

test("an attempt moves to the slow pool while it waits, and its receiver stays there until it responds faster", async () => {
  const roomier: string[] = [];
  const slots = createSlots((workspaceId) => void roomier.push(workspaceId));
  const receivers = () => slots.room("ws_1").receivers;
  const first = slots.take(job);
  expect(receivers()).toEqual([
    { webhookId: "wh_1", pool: "unproven", underWay: 1 },
  ]);
  await first.waitFor(() => setTimeout(1100));
  expect(receivers()).toEqual([
    { webhookId: "wh_1", pool: "slow", underWay: 1 },
  ]);
  expect([slots.free("unproven"), slots.free("slow"), roomier]).toEqual([
    200,
    199,
    ["ws_1"],
  ]);
  first.release();
  expect(receivers()).toEqual([
    { webhookId: "wh_1", pool: "slow", underWay: 0 },
  ]);
  const second = slots.take(job);
  await second.waitFor(() => setTimeout(1));
  second.release();
  expect(receivers()).toEqual([
    { webhookId: "wh_1", pool: "quick", underWay: 0 },
  ]);
  expect(slots.load()).toMatchObject({
    quick: { underWay: 0 },
    slow: { underWay: 0 },
  });
});
