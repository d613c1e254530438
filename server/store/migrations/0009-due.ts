import { sql, type Kysely } from "kysely";

/** The index of a webhook's queue can no longer be taken for the index of due deliveries, whose rows it shares. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `drop index webhook_deliveries_waiting`,
  `create index webhook_deliveries_waiting
     on webhook_deliveries (workspace_id, webhook_id, next_attempt_at) where next_attempt_at is not null`,
];
