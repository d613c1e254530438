import { sql, type Expression } from "kysely";
import type { Store } from "./store.ts";

/** Rows that one statement deletes, about: few, so that its locks last milliseconds. */
const batch = 500;

/**
 * Deletes the rows of a table that were created at a moment or before, oldest first and some at a time, of all workspaces
 * together. One process at a time.
 */
export async function deleteOlder(
  database: Store["database"],
  table: "events" | "idempotency_keys" | "audit_log" | "messenger_sessions",
  moment: Expression<Date>,
): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ created_at: Date }>`
      select created_at from ${sql.table(table)} where created_at <= ${moment}
      order by created_at limit ${batch}`.execute(database);
    const last = rows.at(-1);
    if (!last) return;
    await sql`delete from ${sql.table(table)} where created_at <= ${last.created_at}`.execute(database);
  }
}
