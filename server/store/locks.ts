import { sql, type Kysely } from "kysely";
import { evaluate } from "./statement.ts";
import type { Tables, TableWith } from "./tables.ts";

/** The kinds of advisory locks; each has its own space of names. */
const spaces = {
  idempotency: 2,
  webhooks: 3,
  retention: 4,
  usage: 5,
  demo: 6,
  migrations: 7,
};
type Space = keyof typeof spaces;

/** Computes the number of an advisory lock in PostgreSQL. */
export const lockName = (space: Space, name: string) =>
  sql`hashtextextended(${name}, ${spaces[space]})`;

/**
 * Takes an advisory lock, until the end of the transaction, if nobody holds it. Returns whether it
 * did.
 */
export const tryLock = (space: Space, name: string) =>
  sql<boolean>`pg_try_advisory_xact_lock(${lockName(space, name)})`;

/**
 * Does `work` while one connection holds the lock of a space, which lasts beyond transactions and
 * ends with the connection: a process that has died does not keep it.
 * @returns what the work returns; undefined, without doing it, when another process holds the lock
 */
export function whileHolding<T>(
  database: Kysely<Tables>,
  space: Space,
  work: (connection: Kysely<Tables>) => Promise<T>,
): Promise<T | undefined> {
  const name = lockName(space, "");
  return database.connection().execute(async (connection) => {
    if (
      !(await evaluate(connection, sql<boolean>`pg_try_advisory_lock(${name})`))
    )
      return undefined;
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${name})`.execute(connection);
    }
  });
}

/**
 * Locks a row until the transaction ends, in one of PostgreSQL's modes for rows.
 * @returns whether there is such a row
 */
export async function lockRow(
  { database, workspaceId }: { database: Kysely<Tables>; workspaceId: string },
  table: TableWith<"workspace_id" | "id">,
  id: string,
  mode: "update" | "no key update" | "key share",
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)} where workspace_id = ${workspaceId} and id = ${id} for ${sql.raw(mode)}`.execute(
    database,
  );
  return rows.length > 0;
}
