import { sql, type Expression, type Kysely } from "kysely";
import { unavailableReason } from "../errors.ts";
import { subtractDeleted } from "./usage.ts";
import type { Timestamp } from "../timestamp.ts";
import type { Store } from "../store.ts";
import type { Tables, TableWith } from "../tables.ts";

/**
 * The approximate maximum of rows that one statement deletes: few, so that its locks last
 * milliseconds.
 */
const maxRows = 500;

/** Bytes of deleted rows, to take off the usage of a workspace. */
type Freed = Parameters<typeof subtractDeleted>[1][number];
type Table = TableWith<"workspace_id" | "created_at" | "bytes"> | "audit_log";

/**
 * Deletes the rows of a table that were created at a time or before, oldest first and some at a
 * time, of all workspaces together. One process at a time. A batch that takes too long, as much may
 * be deleted with each row, is followed by one of a quarter of the rows.
 * @returns how many rows it deleted
 * @param before runs in the transaction of each batch, which deletes what was created at `last` or
 *   before, and returns what it has freed itself
 * @throws Error when a single row takes too long
 */
export async function deleteOlder(
  database: Store["database"],
  table: Table,
  timestamp: Expression<Timestamp>,
  before: (
    transaction: Store["database"],
    last: Timestamp,
  ) => Promise<Freed[]> = () => Promise.resolve([]),
): Promise<number> {
  let count = 0;
  for (let batch = maxRows; ;) {
    const { rows } = await sql<{ created_at: Timestamp }>`
      select created_at from ${sql.table(table)} where created_at <= ${timestamp}
      order by created_at limit ${batch}`.execute(database);
    const last = rows.at(-1);
    if (!last) return count;
    const deletion = database.transaction().execute(async (transaction) => {
      const freed = await before(transaction, last.created_at);
      return deleteUpTo(transaction, table, last.created_at, freed);
    });
    count += await deletion.catch((error: unknown) => {
      if (batch === 1 || unavailableReason(error) !== "timeout") throw error;
      batch = Math.floor(batch / 4) || 1;
      return 0;
    });
  }
}

async function deleteUpTo(
  transaction: Kysely<Tables>,
  table: Table,
  timestamp: Timestamp,
  freed: Freed[],
): Promise<number> {
  const removed = sql`delete from ${sql.table(table)} where created_at <= ${timestamp}`;
  if (table === "audit_log") {
    const { numAffectedRows } = await removed.execute(transaction);
    return Number(numAffectedRows);
  }
  const { rows: deleted } =
    await sql<Freed>`${removed} returning workspace_id, bytes`.execute(
      transaction,
    );
  // The last statement, as writers wait for it.
  await subtractDeleted(transaction, [...freed, ...deleted]);
  return deleted.length;
}
