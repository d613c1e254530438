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

/** The deleted rows of a table in a workspace, and the bytes of all rows that were deleted there. */
export interface Deleted {
  /** Null for rows that are no workspace's, which have no bytes. */
  workspace_id: string | null;
  rows: number;
  bytes: number;
}

/** Deletes the rows of all workspaces that were created at a time or before. */
export type Deletion = (
  transaction: Kysely<Tables>,
  last: Timestamp,
) => Promise<Deleted[]>;

type Table = TableWith<"workspace_id" | "created_at" | "bytes"> | "audit_log";

/**
 * Deletes the rows of a table that were created at a time or before, oldest first and some at a
 * time, of all workspaces together. One process at a time. A batch that takes too long, as much may
 * be deleted with each row, is followed by one of a quarter of the rows.
 * @returns how many rows it deleted
 * @param deletion deletes a batch; a row that it leaves is not tried again
 * @throws Error when a single row takes too long
 */
export async function deleteOlder(
  database: Store["database"],
  table: Table,
  timestamp: Expression<Timestamp>,
  deletion: Deletion = deletionFrom(table),
): Promise<number> {
  let count = 0;
  let done: Timestamp = "-infinity";
  for (let batch = maxRows; ;) {
    const { rows } = await sql<{ created_at: Timestamp }>`
      select created_at from ${sql.table(table)}
      where created_at > ${done} and created_at <= ${timestamp}
      order by created_at limit ${batch}`.execute(database);
    const last = rows.at(-1)?.created_at;
    if (last === undefined) return count;
    try {
      count += await deleteBatch(database, deletion, last);
      done = last;
    } catch (error) {
      if (batch === 1 || unavailableReason(error) !== "timeout") throw error;
      batch = Math.floor(batch / 4) || 1;
    }
  }
}

const deleteBatch = (
  database: Store["database"],
  deletion: Deletion,
  last: Timestamp,
): Promise<number> =>
  database.transaction().execute(async (transaction) => {
    const deleted = await deletion(transaction, last);
    // The last statement, as writers wait for it.
    await subtractDeleted(transaction, deleted);
    let count = 0;
    for (const { rows } of deleted) count += rows;
    return count;
  });

const deletionFrom =
  (table: Table): Deletion =>
  async (transaction, last) => {
    const columns =
      table === "audit_log"
        ? sql`null as workspace_id, 0 as bytes`
        : sql`workspace_id, bytes`;
    const { rows } = await sql<Deleted>`
      with deleted as (
        delete from ${sql.table(table)} where created_at <= ${last} returning ${columns}
      )
      select workspace_id, count(*)::integer as rows, sum(bytes)::float8 as bytes
      from deleted group by workspace_id`.execute(transaction);
    return rows;
  };
