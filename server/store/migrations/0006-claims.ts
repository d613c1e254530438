import { sql, type Kysely } from "kysely";

/**
 * A worker claims deliveries where they are. The queue of migration 0003 stays, empty: servers of earlier versions may
 * run beside this one.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table webhook_deliveries add claimed_until timestamptz(3)`,
  `create index webhook_deliveries_waiting
     on webhook_deliveries (workspace_id, webhook_id, next_attempt_at) where status = 'pending'`,
];
