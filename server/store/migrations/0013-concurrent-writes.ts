import { sql, type Kysely } from "kysely";

/** What several transactions of one workspace write at once: parts of its usage, and the announcements of its feed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // The row of migration 0008 stays, with what it counts, as servers of before count there.
  `create table workspace_usage_parts (
     workspace_id text collate "C" not null references workspaces,
     part integer not null,
     contacts bigint not null,
     bytes bigint not null,
     primary key (workspace_id, part)
   ) with (fillfactor = 50)`,
  // A role that may write rows takes numbers without any right, but it could not read which one is the newest.
  `grant select on sequence events_sequence_seq to public`,
];
