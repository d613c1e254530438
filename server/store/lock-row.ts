import { sql } from "kysely";
import type { Transaction } from "./pending-writes.ts";
import type { TableWith } from "./tables.ts";

/**
 * Locks a row until the transaction ends, in one of PostgreSQL's modes for rows.
 * @returns whether there is such a row
 */
export async function lockRow(
  { database, workspaceId }: Pick<Transaction, "database" | "workspaceId">,
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
