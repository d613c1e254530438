import { type Kysely, sql, type Transaction } from "kysely";
import type { Store } from "../store/store.ts";
import type { Tables } from "../store/tables.ts";
import { type Pool, pools, unclaimed } from "./claim.ts";

/** How often to search for due deliveries that nobody reports, in milliseconds. */
const interval = 500;
/** The same while more deliveries are due than one search reads. */
const shortInterval = 100;
/** How many of the oldest due deliveries, and how many webhooks, one search reads. */
const most = 1000;

export type DueWorkspaces = ReturnType<typeof createDueWorkspaces>;

/**
 * The workspaces that may have due deliveries: for each pool, in the order of their turns. A search reads the oldest due deliveries, and while these are not all, the next webhooks too. So it costs the same however
 * many webhooks there are, and finds every due delivery after some searches, however many others are older.
 */
export function createDueWorkspaces(store: Store) {
  const queues = {
    quick: new Set<string>(),
    unproven: new Set<string>(),
    slow: new Set<string>(),
  };
  /** Adds a workspace behind the others of the pools, unless it has a turn there already. */
  const add = (workspaceId: string, among: readonly Pool[] = pools) =>
    among.forEach((pool) => queues[pool].add(workspaceId));
  let searchAt = 0;
  /** The last workspace whose webhooks were read. */
  let readUpTo = "";
  return {
    add,
    /** The workspace whose turn it is. */
    next: (pool: Pool) => queues[pool].values().next().value,
    has: (workspaceId: string, pool: Pool) => queues[pool].has(workspaceId),
    remove: (workspaceId: string, from: readonly Pool[]) =>
      from.forEach((pool) => queues[pool].delete(workspaceId)),
    size: (pool: Pool) => queues[pool].size,
    /** In how many milliseconds it is time to search. */
    untilSearch: () => Math.max(0, searchAt - performance.now()),
    /** Adds the workspaces that it finds, if it is time. The next search may then wait. */
    search: async () => {
      if (
        performance.now() < searchAt ||
        pools.every((pool) => queues[pool].size >= most)
      )
        return;
      searchAt = performance.now() + interval;
      await store.database.transaction().execute(async (transaction) => {
        await readByIndex.execute(transaction);
        const suspended = new Set(await suspendedWorkspaces(transaction));
        const addActive = (ids: string[]) => {
          for (const id of ids) if (!suspended.has(id)) add(id);
        };
        const { found, isAll } = await oldestDue(transaction, store.now);
        addActive(found);
        if (isAll) return;
        searchAt = performance.now() + shortInterval;
        const end =
          (await endOfPart(transaction, readUpTo)) ??
          (await endOfPart(transaction, (readUpTo = "")));
        if (end === undefined) return;
        addActive(await dueBetween(transaction, store.now, readUpTo, end));
        readUpTo = end;
      });
    },
  };
}

/**
 * Has PostgreSQL read by index for the rest of a transaction: where its statistics are missing or old, it would rather
 * sort all that is due.
 */
const readByIndex = sql`
  select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`;

/** The workspaces whose due deliveries wait until they are resumed (D-47). */
export async function suspendedWorkspaces(
  database: Kysely<Tables>,
): Promise<string[]> {
  const rows = await database
    .selectFrom("workspaces")
    .select("id")
    .where("suspended_at", "is not", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** The workspaces of the oldest due deliveries. */
async function oldestDue(
  transaction: Transaction<Tables>,
  now: Store["now"],
): Promise<{ found: string[]; isAll: boolean }> {
  const { rows } = await sql<{ id: string; count: number }>`
    select workspace_id as id, count(*)::integer as count from (
      select workspace_id, next_attempt_at from webhook_deliveries
      where status = 'pending' and next_attempt_at <= ${now()} and ${unclaimed}
      order by next_attempt_at limit ${most}
    ) as oldest
    group by workspace_id order by min(next_attempt_at)`.execute(transaction);
  return {
    found: rows.map(({ id }) => id),
    isAll: rows.reduce((sum, { count }) => sum + count, 0) < most,
  };
}

/** The last workspace of the next webhooks in the order of their keys; undefined behind the last webhook. */
async function endOfPart(
  transaction: Transaction<Tables>,
  from: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ end: string | null }>`
    select max(workspace_id) as end from (
      select workspace_id from webhooks where workspace_id > ${from} order by workspace_id limit ${most}
    ) as part`.execute(transaction);
  return rows[0]?.end ?? undefined;
}

/** The workspaces after one and up to another that have due deliveries: each webhook costs one index lookup. */
async function dueBetween(
  transaction: Transaction<Tables>,
  now: Store["now"],
  from: string,
  end: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct webhooks.workspace_id as id from webhooks
    cross join lateral (
      select true from webhook_deliveries
      where workspace_id = webhooks.workspace_id and webhook_id = webhooks.id
        and next_attempt_at <= ${now()} and ${unclaimed}
      order by next_attempt_at limit 1
    ) as delivery
    where webhooks.workspace_id > ${from} and webhooks.workspace_id <= ${end}`.execute(
    transaction,
  );
  return rows.map(({ id }) => id);
}
