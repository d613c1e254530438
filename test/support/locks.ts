import { sql, type Kysely } from "kysely";
import { expect } from "vitest";
import type { Store } from "../../server/store/store.ts";
import type { Tables } from "../../server/store/tables.ts";

/** Counts the sessions of a store's database that wait for a lock. */
export async function waitingForLock({
  database,
}: Pick<Store, "database">): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/** Counts the other sessions of a store's database that have a statement or a transaction to end. */
export async function busySessions({
  database,
}: Pick<Store, "database">): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where state <> 'idle' and pid <> pg_backend_pid() and datname = current_database()`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Runs `work` to its end while an open transaction holds the locks of `first`. PostgreSQL only: the
 * embedded store has one connection.
 * @returns the result of `work`
 */
export function withLocks<T>(
  store: Store,
  first: (transaction: Kysely<Tables>) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  return store.database.transaction().execute(async (transaction) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(
      transaction,
    );
    await first(transaction);
    return work();
  });
}

/**
 * Runs `work` while an open transaction holds the locks of `first`. Commits this transaction after
 * `work` waits for a lock and `meanwhile` has ended.
 * @returns the result of `work`
 */
export async function whileLocked<T>(
  store: Store,
  first: (transaction: Kysely<Tables>) => Promise<unknown>,
  work: () => Promise<T>,
  meanwhile?: () => Promise<void>,
): Promise<T> {
  const { working } = await withLocks(store, first, async () => {
    const underWay = work();
    underWay.catch(() => undefined); // it is awaited below
    await expect.poll(() => waitingForLock(store), { interval: 5 }).toBe(1);
    await meanwhile?.();
    return { working: underWay }; // in an object, as a promise would be awaited before the commit
  });
  return working;
}
