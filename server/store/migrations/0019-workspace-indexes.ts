import { sql, type Kysely } from "kysely";

/** A workspace's keys and tokens are found without reading those of all others. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create index api_keys_of_workspace on api_keys (workspace_id)`,
  `create index messenger_tokens_of_workspace on messenger_tokens (workspace_id)`,
];
