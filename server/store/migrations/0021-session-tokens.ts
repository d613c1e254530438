import { sql, type Kysely } from "kysely";

/** The sessions of a token are found without reading all: PostgreSQL looks for them when an erasure deletes the token. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index messenger_sessions_of_token on messenger_sessions (token_id)`.execute(database);
}
