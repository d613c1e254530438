import { sql, type Kysely } from "kysely";
import { expect } from "vitest";
import type { Store } from "../../../server/store/store.ts";
import type { Tables } from "../../../server/store/tables.ts";

/** How many sessions of a database wait for a lock. */
export async function waitingForLock({ database }: Pick<Store, "database">): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(database);
  return rows[0]?.count ?? 0;
}

/**
 * Does `work` while a transaction is open that has done `first`, and commits that one as soon as the work waits for it and
 * `meanwhile` is done. On PostgreSQL alone: the embedded store has one connection.
 */
export async function whileLocked<T>(
  store: Store,
  first: (transaction: Kysely<Tables>) => Promise<unknown>,
  work: () => Promise<T>,
  meanwhile?: () => Promise<void>,
): Promise<T> {
  const { working } = await store.database.transaction().execute(async (transaction) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
    await first(transaction);
    const working = work();
    working.catch(() => undefined); // it is awaited below
    await expect.poll(() => waitingForLock(store), { interval: 5 }).toBe(1);
    await meanwhile?.();
    return { working };
  });
  return working;
}
