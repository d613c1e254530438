import { sql, type Kysely } from "kysely";

/**
 * The number of a workspace's newest ticket in a table of its own, whose row is on the node of the workspace. An update of
 * `workspaces`, of which each node has a copy, would write to all nodes and wait for the tickets of all workspaces.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table ticket_numbers (
     workspace_id text collate "C" primary key references workspaces,
     last_number integer not null
   )`,
  // Servers of earlier versions count in `workspaces`. They get their number from the new table.
  `create function next_ticket_number() returns trigger language plpgsql as $$
     begin
       insert into ticket_numbers as numbers (workspace_id, last_number) values (new.id, new.last_ticket_number)
         on conflict (workspace_id) do update set last_number = numbers.last_number + 1
         returning last_number into new.last_ticket_number;
       return new;
     end
   $$`,
  `create trigger next_ticket_number before update of last_ticket_number on workspaces
     for each row execute function next_ticket_number()`,
  `insert into ticket_numbers select id, last_ticket_number from workspaces where last_ticket_number > 0`,
];
