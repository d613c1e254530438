import { type Kysely, sql, type Transaction } from "kysely";
import type { Store } from "../store/store.ts";
import type { Tables } from "../store/tables.ts";
import { unclaimed } from "./claim.ts";

/** The time between searches for due deliveries that nobody reports, in milliseconds. */
const interval = 500;
/** The same while more deliveries are due than one search reads. */
const shortInterval = 100;
/** The limit of due deliveries, and of webhooks, that one search reads. */
const maxRows = 1000;

/** Searches for workspaces with due deliveries. */
export interface Search {
  /** Returns the time until the next search, in milliseconds. */
  wait: () => number;
  /** Returns the workspaces that it finds; none before it is time. */
  run: () => Promise<string[]>;
}

/**
 * Makes the search for workspaces with due deliveries. It reads the oldest due deliveries, and
 * while these are not all, the next webhooks too. So it costs the same however many webhooks there
 * are, and finds every due delivery after some searches, however many others are older.
 */
export function createSearch(store: Store): Search {
  let nextAt = 0;
  /** The last workspace whose webhooks were read. */
  let readUpTo = "";

  const search = async (
    transaction: Transaction<Tables>,
  ): Promise<string[]> => {
    await readByIndex.execute(transaction);
    const { found, isAll } = await oldestDue(transaction, store.now);
    if (isAll) return found;
    nextAt = performance.now() + shortInterval;
    let end = await endOfPart(transaction, readUpTo);
    if (end === undefined) {
      readUpTo = "";
      end = await endOfPart(transaction, readUpTo);
    }
    if (end === undefined) return found;
    const others = await dueBetween(transaction, store.now, readUpTo, end);
    readUpTo = end;
    return [...found, ...others];
  };

  return {
    wait: () => Math.max(0, nextAt - performance.now()),
    run: async () => {
      if (performance.now() < nextAt) return [];
      nextAt = performance.now() + interval;
      return store.database.transaction().execute(async (transaction) => {
        const found = await search(transaction);
        const suspended = await suspendedWorkspaces(transaction);
        return found.filter((id) => !suspended.includes(id));
      });
    },
  };
}

/**
 * Has PostgreSQL read by index for the rest of a transaction: of a table in partitions without
 * statistics, it would rather sort all that is due.
 */
const readByIndex = sql`
  select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`;

/**
 * Returns the workspaces that are suspended: their due deliveries wait until they are resumed
 * (D-47).
 */
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

/** Returns the workspaces of the oldest due deliveries, and whether these are all. */
async function oldestDue(
  transaction: Transaction<Tables>,
  now: Store["now"],
): Promise<{ found: string[]; isAll: boolean }> {
  const { rows } = await sql<{ id: string; count: number }>`
    select workspace_id as id, count(*)::integer as count from (
      select workspace_id, next_attempt_at from webhook_deliveries
      where status = 'pending' and next_attempt_at <= ${now()} and ${unclaimed}
      order by next_attempt_at limit ${maxRows}
    ) as oldest
    group by workspace_id order by min(next_attempt_at)`.execute(transaction);
  return {
    found: rows.map(({ id }) => id),
    isAll: rows.reduce((sum, { count }) => sum + count, 0) < maxRows,
  };
}

/**
 * Returns the last workspace of the next webhooks in the order of their keys; undefined behind the
 * last webhook.
 */
async function endOfPart(
  transaction: Transaction<Tables>,
  from: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ end: string | null }>`
    select max(workspace_id) as end from (
      select workspace_id from webhooks where workspace_id > ${from} order by workspace_id limit ${maxRows}
    ) as part`.execute(transaction);
  return rows[0]?.end ?? undefined;
}

/**
 * Returns the workspaces after one and up to another that have due deliveries: each webhook costs
 * one index lookup.
 */
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
