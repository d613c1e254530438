import { sql, type Kysely } from "kysely";

/** For how long a rotated key was to live, in seconds: without an end Infinity. A rotation changes `expires_at`. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys add column lifetime float8`.execute(database);
}
