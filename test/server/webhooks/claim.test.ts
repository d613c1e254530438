import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { delivery } from "../../../generated/constants.ts";
import { claim } from "../../../server/webhooks/claim.ts";
import {
  type Attempt,
  freeSlots,
  holdsBack,
  type Room,
  roomFor,
} from "../../../server/webhooks/room.ts";
import { createSearch } from "../../../server/webhooks/search.ts";
import type { OpenStore } from "../../../server/store/open/open-store.ts";
import { onPostgres, openTestStore } from "../../support/store.ts";

const webhooks = 20;
const deliveriesPerWebhook = 1000;
const room: Room = { free: { quick: 100, slow: 0 }, webhooks: [] };

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
 * Counts the entries and rows that PostgreSQL reads in the tables and indexes of webhooks and
 * deliveries. On Citus the nodes count what they read, each for itself.
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
      const search = createSearch(store);
      const found = new Set<string>();
      for (let searches = 0; searches < 6; searches++) {
        while (search.wait() > 0) await setTimeout(search.wait()); // which may end within the millisecond before
        let ids: string[] = [];
        const read = await readBy(
          store,
          async () => (ids = await search.run()),
        );
        expect(read).toBeGreaterThan(1000);
        expect(read).toBeLessThan(5000);
        for (const id of ids) found.add(id);
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

test("of the deliveries of a webhook those are claimed first that have been due longest", async () => {
  // Given more deliveries than the webhook has slots, of which the last has been due longest.
  const store = await openTestStore();
  await addQueues(store, { workspace: "w", webhooks: 1, deliveries: 30 });
  await sql`
    update webhook_deliveries set next_attempt_at = now() - make_interval(mins => split_part(id, '-', 2)::integer)`.execute(
    store.database,
  );

  const free = { quick: 3, slow: 0 };
  const jobs = await claim(store, "w", { free, webhooks: [] });

  const ids = jobs.map(({ deliveryId }) => deliveryId);
  expect(ids.toSorted()).toEqual(["d1-28", "d1-29", "d1-30"]);
});

test("the webhooks of a workspace take turns, and none has more than 20 attempts under way", async () => {
  const store = await openTestStore();
  await addQueues(store, { workspace: "w", webhooks: 2, deliveries: 30 });
  const claimed = async (quick: number) => {
    const jobs = await claim(store, "w", {
      free: { quick, slow: 0 },
      webhooks: [{ webhookId: "h1", underWay: 18, isSlow: false }],
    });
    return ["h1", "h2"].map(
      (id) => jobs.filter(({ webhookId }) => webhookId === id).length,
    );
  };
  expect(await claimed(5)).toEqual([0, 5]);
  expect(await claimed(100)).toEqual([2, 20]);
});

test("a receiver that fails, and one that has not responded yet, have a few slots of their own", async () => {
  const store = await openTestStore();
  await addQueues(store, { workspace: "w", webhooks: 3, deliveries: 30 });
  await sql`update webhooks set failing_since = now() where id = 'h1'`.execute(
    store.database,
  );
  const jobs = await claim(store, "w", {
    free: { quick: 100, slow: 100 },
    webhooks: [{ webhookId: "h2", underWay: 1, isSlow: true }],
  });
  const ofWebhook = (id: string) =>
    jobs.filter(({ webhookId }) => webhookId === id);
  expect(ofWebhook("h1")).toHaveLength(5);
  expect(ofWebhook("h2")).toHaveLength(4);
  expect(ofWebhook("h3")).toHaveLength(20);
  expect(new Set(ofWebhook("h1").map(({ lane }) => lane))).toEqual(
    new Set(["slow"]),
  );
});

/** Attempts of one workspace that were sent some milliseconds ago. */
const attempts = (count: number, workspaceId: string, sentAgo: number) =>
  Array.from({ length: count }, (_, n): Attempt => {
    const webhookId = `h${n % 20}`;
    const deliveryId = `${workspaceId} ${n}`;
    const job = { workspaceId, webhookId, deliveryId, claimedUntil: "" };
    return {
      job: { ...job, lane: "quick" },
      sentAt: performance.now() - sentAgo,
    };
  });

test("attempts that have waited for a second leave the slots of quick receivers", () => {
  const newest = ["a", "b", "c", "d"].flatMap((id) => attempts(100, id, 0));
  expect(freeSlots(new Set(newest))).toEqual({ quick: 0, slow: 200 });
  const waiting = ["a", "b", "c", "d"].flatMap((id) => attempts(100, id, 1500));
  expect(freeSlots(new Set(waiting))).toEqual({ quick: 400, slow: 0 });
});

test("attempts that wait to be sent take the slots of quick receivers", () => {
  const unsent = ["a", "b", "c", "d"]
    .flatMap((id) => attempts(100, id, 0))
    .map(({ job }) => ({ job, sentAt: undefined }));
  expect(freeSlots(new Set(unsent))).toEqual({ quick: 0, slow: 200 });
});

test("however many receivers are slow, a process begins no more than 1,000 attempts", () => {
  const slow = attempts(990, "w", 1500);
  expect(freeSlots(new Set(slow))).toEqual({ quick: 10, slow: 0 });
});

test("a workspace has its share of the slots, and knows which of its receivers are slow", () => {
  const underWay = new Set([
    ...attempts(45, "w", 0),
    ...attempts(2, "w", 1500),
    ...attempts(45, "w", 0),
    ...attempts(50, "other", 0),
  ]);
  const { free, webhooks } = roomFor("w", underWay);
  expect(free).toEqual({ quick: 10, slow: 38 });
  const slow = webhooks.filter(({ isSlow }) => isSlow);
  expect(slow.map(({ webhookId }) => webhookId)).toEqual(["h0", "h1"]);
});

test("a workspace begins 50 attempts in its turn", () => {
  expect(roomFor("w", new Set()).free).toEqual({ quick: 50, slow: 40 });
});

test.each([
  { of: "a webhook", webhooks: 1, slots: 20 },
  { of: "a workspace", webhooks: 20, slots: 100 },
])(
  "the end of an attempt lets others of $of begin that found no slot",
  ({ webhooks, slots }) => {
    const own = attempts(slots, "w", 0).map((attempt, n) => ({
      ...attempt,
      job: { ...attempt.job, webhookId: `h${n % webhooks}` },
    }));
    const others = [...attempts(90, "other", 0), ...attempts(30, "w", 1500)];
    const [first = expect.unreachable(), ...rest] = own;
    expect(holdsBack(first, new Set([...own, ...others]))).toBe(true);
    expect(holdsBack(first, new Set([...rest, ...others]))).toBe(false);
  },
);
