import { sql, type Kysely } from "kysely";

/** When a contact or a conversation last changed, and indexes for the filters of an integration. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // Null until the first change. So nothing is written for the rows that exist, and earlier servers can go on inserting.
  `alter table contacts add updated_at timestamptz(3)`,
  `alter table conversations add updated_at timestamptz(3)`,
  `create index contacts_changed on contacts (workspace_id, updated_at) where updated_at is not null`,
  `create index conversations_changed on conversations (workspace_id, updated_at) where updated_at is not null`,
  `create index tickets_changed on tickets (workspace_id, updated_at)`,

  `create index contacts_of_lifecycle on contacts (workspace_id, lifecycle, created_at desc, id desc)`,
  // Most contacts have no tags, and cost nothing here.
  `create index contacts_of_tag on contacts using gin (workspace_id, tags) with (fastupdate = off) where tags <> '{}'`,
];
