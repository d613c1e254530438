import { sql, type Kysely } from "kysely";
import { expect } from "vitest";
import type { Store } from "../../../server/store/store.ts";
import type { Tables } from "../../../server/store/tables.ts";
import { onCitus } from "../../support/store.ts";

/** How many sessions wait for a lock. On Citus they wait on the node of the workspace. */
const waiting = onCitus
  ? sql<{ count: number }>`select count(*)::integer as count from citus_lock_waits`
  : sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;

/**
 * Does `work` while a transaction is open that has done `first`, and commits that one as soon as the work waits for it.
 * On PostgreSQL alone: the embedded store has one connection.
 */
export async function whileLocked<T>(
  { database }: Store,
  first: (transaction: Kysely<Tables>) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const { working } = await database.transaction().execute(async (transaction) => {
    await first(transaction);
    const working = work();
    working.catch(() => undefined); // it is awaited below
    await expect.poll(async () => (await waiting.execute(database)).rows[0]?.count).toBe(1);
    return { working };
  });
  return working;
}
