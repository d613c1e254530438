import { sql, type Kysely } from "kysely";

/** Which persons a stored response is about, so that an erasure finds it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

// Null where an earlier server has stored the response: an erasure takes it for one about the person.
const statements = [`alter table idempotency_keys add refers_to text[]`];
