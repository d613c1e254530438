import { sql } from "kysely";
import type { Change } from "./change.ts";

/** What is locked; each has its own space of names. */
const spaces = { events: 1, idempotency: 2, webhooks: 3 };

/** Waits for a lock that is held until the end of the transaction. */
export async function lock({ transaction }: Change, space: keyof typeof spaces, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, ${spaces[space]}))`.execute(transaction);
}

/** Takes the lock if nobody holds it; says whether it did. */
export async function tryLock(
  { transaction }: Change,
  space: keyof typeof spaces,
  name: string,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, ${spaces[space]})) as taken`.execute(
    transaction,
  );
  return rows[0]?.taken === true;
}
