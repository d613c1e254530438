import { sql, type Kysely } from "kysely";

/** What the servers of one database share: the number of changes of keys, and which versions may run. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // Changes are counted as well, as a notification reaches only connections that listen.
  `create table key_changes (id integer primary key default 1 check (id = 1), count bigint not null)`,
  `insert into key_changes (count) values (0)`,
  `create function note_key_change() returns trigger language plpgsql as $$
     begin
       update key_changes set count = count + 1;
       perform pg_notify('contacts_api_key_changes', '');
       return null;
     end
   $$`,
  `create trigger note_key_change after update of workspace_id, scopes, hash, revoked_at or delete on api_keys
     for each statement execute function note_key_change()`,

  // A migration with which older servers cannot work writes its own name here.
  `create table required_migration (id integer primary key default 1 check (id = 1), name text not null)`,
  `insert into required_migration (name) values ('0004-scale')`,
];
