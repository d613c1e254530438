import { sql, type Kysely } from "kysely";

/** How much each workspace stores, counted from its rows. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table workspace_usage (
     workspace_id text collate "C" primary key references workspaces,
     contacts bigint not null,
     bytes bigint not null
   )`,
  // A row is about as large as the object that shows it.
  `insert into workspace_usage
     select id,
       (select count(*) from contacts where workspace_id = workspaces.id),
       (select coalesce(sum(pg_column_size(contacts)), 0) from contacts where workspace_id = workspaces.id)
       + (select coalesce(sum(pg_column_size(conversations)), 0) from conversations where workspace_id = workspaces.id)
       + (select coalesce(sum(pg_column_size(messages)), 0) from messages where workspace_id = workspaces.id)
       + (select coalesce(sum(pg_column_size(tickets)), 0) from tickets where workspace_id = workspaces.id)
     from workspaces`,
];
