import { sql, type Expression } from "kysely";
import { unavailableReason } from "./faults.ts";
import type { Moment } from "./moment.ts";
import type { Store } from "./store.ts";

/** Rows that one statement deletes at most, about: few, so that its locks last milliseconds. */
const most = 500;

/**
 * Deletes the rows of a table that were created at a moment or before, oldest first and some at a time, of all workspaces
 * together. One process at a time. A statement that takes too long, as each event may have many deliveries, is followed
 * by one for a quarter of the rows.
 * @throws Error when a single row takes too long
 */
export async function deleteOlder(
  database: Store["database"],
  table: "events" | "idempotency_keys" | "audit_log" | "messenger_sessions",
  moment: Expression<Moment>,
): Promise<void> {
  for (let batch = most; ;) {
    const { rows } = await sql<{ created_at: Moment }>`
      select created_at from ${sql.table(table)} where created_at <= ${moment}
      order by created_at limit ${batch}`.execute(database);
    const last = rows.at(-1);
    if (!last) return;
    const deletion = sql`delete from ${sql.table(table)} where created_at <= ${last.created_at}`;
    await deletion.execute(database).catch((error: unknown) => {
      if (batch === 1 || unavailableReason(error) !== "timeout") throw error;
      batch = Math.floor(batch / 4) || 1;
    });
  }
}
