import { sql, type Expression } from "kysely";
import type { Store } from "./store.ts";

/** Rows that one statement deletes: few, so that its locks last milliseconds. */
const batch = 200;

/**
 * Deletes the rows of a table that were created at a moment or before, oldest first and some at a time. Several
 * processes may do so at the same time: each takes rows that the others have not locked.
 */
export async function deleteOlder(
  database: Store["database"],
  table: "events" | "idempotency_keys" | "audit_log",
  moment: Expression<Date>,
): Promise<void> {
  let deleted: bigint | undefined;
  do {
    ({ numAffectedRows: deleted } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)}
        where created_at <= ${moment}
        order by created_at
        limit ${batch}
        for update skip locked
      ))`.execute(database));
  } while (deleted === BigInt(batch));
}
