import { sql, type Kysely } from "kysely";
import { migrations } from "./migrate.ts";
import { tables, type Tables } from "./tables.ts";

const pairs = Object.entries(tables).flatMap(([table, columns]) =>
  Object.keys(columns).map((name) => [table, name]),
);

/** Whether a database can be written, which a standby cannot. */
export async function isWritable(database: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ isWritable: boolean }>`
    select current_setting('transaction_read_only') = 'off' as "isWritable"`.execute(database);
  return rows[0]?.isWritable === true;
}

/**
 * Whether a database has what this version works with: its migrations, none with which it cannot work, and every table
 * and column.
 */
export async function hasSchema(database: Kysely<Tables>): Promise<boolean> {
  const names = Object.keys(migrations);
  const { rows } = await sql<{ isComplete: boolean }>`
    select (select count(*) from migrations where name = any(${names})) = ${names.length}
      and (select name from required_migration) = any(${names})
      and not exists (
        select from unnest(${pairs.map(([table]) => table)}::text[], ${pairs.map(([, name]) => name)}::text[]) c (t, name)
        where not exists (
          select from pg_attribute where attrelid = to_regclass(t) and attname = name and not attisdropped
        )
      ) as "isComplete"`.execute(database);
  return rows[0]?.isComplete === true;
}
