import { type Kysely, sql } from "kysely";
import { appliedMigrations } from "./applied-migrations.ts";
import { migrations } from "./migration-list.ts";
import { evaluate } from "./statement.ts";
import { type Tables, tables } from "./tables.ts";

const pairs = Object.entries(tables).flatMap(([table, columns]) =>
  Object.keys(columns).map((name) => [table, name]),
);

/** Returns whether a database can be written, which a standby cannot. */
export const isWritable = (database: Kysely<Tables>) =>
  evaluate(
    database,
    sql<boolean>`current_setting('transaction_read_only') = 'off'`,
  );

/**
 * Returns whether a database has what this version works with: its migrations, none with which it
 * cannot work, and every table and column.
 */
export async function hasSchema(database: Kysely<Tables>): Promise<boolean> {
  if ((await appliedMigrations(database)).length === 0) return false;
  const names = Object.keys(migrations);
  const isComplete = sql<boolean>`
    (select count(*) from migrations where name = any(${names})) = ${names.length}
      and (select name from required_migration) = any(${names})
      and not exists (
        select from unnest(${pairs.map(([table]) => table)}::text[], ${pairs.map(([, name]) => name)}::text[]) c (t, name)
        where not exists (
          select from pg_attribute where attrelid = to_regclass(t) and attname = name and not attisdropped
        )
      )`;
  return evaluate(database, isComplete);
}
