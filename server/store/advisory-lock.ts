import { sql, type Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** The kinds of locks; each has its own space of names. */
const spaces = { idempotency: 2, webhooks: 3, retention: 4, usage: 5, demo: 6, migrations: 7 };

/** What PostgreSQL knows a lock by. */
export const lockName = (space: keyof typeof spaces, name: string) =>
  sql`hashtextextended(${name}, ${spaces[space]})`;

/** Takes the lock, until the end of the transaction, if nobody holds it. Gives whether it did. */
export const tryLock = (space: keyof typeof spaces, name: string) =>
  sql<boolean>`pg_try_advisory_xact_lock(${lockName(space, name)})`;

/**
 * Takes a lock, if nobody holds it, which lasts beyond transactions: until it is released or the connection ends.
 * @param connection one connection, as `database.connection()` gives it
 * @returns whether it was taken
 */
export async function takeSessionLock(
  connection: Kysely<Tables>,
  space: keyof typeof spaces,
): Promise<boolean> {
  const { rows } = await sql<{ tryLock: boolean }>`
    select pg_try_advisory_lock(hashtextextended('', ${spaces[space]})) as "tryLock"`.execute(connection);
  return rows[0]?.tryLock === true;
}

/** Releases the lock that `takeSessionLock` took on this connection. */
export async function releaseSessionLock(
  connection: Kysely<Tables>,
  space: keyof typeof spaces,
): Promise<void> {
  await sql`select pg_advisory_unlock(hashtextextended('', ${spaces[space]}))`.execute(connection);
}
