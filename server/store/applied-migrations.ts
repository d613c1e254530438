import { type Kysely, sql } from "kysely";
import { buildLine } from "../contract/build-info.ts";
import { migrations } from "./migration-list.ts";
import { evaluate } from "./statement.ts";
import type { Tables } from "./tables.ts";

/**
 * The migrations of a database, oldest first. None without our tables: other programs have a table
 * `migrations` too.
 */
export async function appliedMigrations(
  database: Kysely<Tables>,
): Promise<string[]> {
  if (
    !(await evaluate(
      database,
      sql<boolean>`to_regclass('required_migration') is not null and to_regclass('migrations') is not null`,
    ))
  )
    return [];
  const applied = await sql<{
    name: string;
  }>`select name from migrations order by name`.execute(database);
  return applied.rows.map(({ name }) => name);
}

/** The migrations of a database that only a later version has. */
export const laterThan = (applied: string[], all = migrations) =>
  applied.filter((name) => !Object.hasOwn(all, name));

/** @throws Error when this version cannot work with `newest`, a migration that it does not know */
export async function requireCompatible(
  database: Kysely<Tables>,
  newest: string,
  migrationNames = Object.keys(migrations),
): Promise<void> {
  const required = await database
    .selectFrom("required_migration")
    .select("name")
    .executeTakeFirst();
  if (required && migrationNames.includes(required.name)) return;
  throw new Error(
    `${await versionOf(database, newest)} has migrated this database (${newest}), and this is ${buildLine()}, ` +
      `whose newest migration is ${migrationNames.at(-1)}: it cannot work with that. ` +
      "Start that version or a later one, or restore a backup of this version.",
  );
}

/** Reads which version ran a migration, in the words of `buildLine`. */
export async function versionOf(
  database: Kysely<Tables>,
  migration: string,
): Promise<string> {
  const unknown = "A later version";
  if (!(await hasVersions(database))) return unknown;
  const { rows } = await sql<{ version: string | null }>`
    select version from migrations where name = ${migration}`.execute(database);
  return rows[0]?.version ?? unknown;
}

/** Returns whether a database notes which version ran a migration. */
export const hasVersions = (database: Kysely<Tables>): Promise<boolean> =>
  evaluate(
    database,
    sql<boolean>`exists (
      select from pg_attribute where attrelid = to_regclass('migrations') and attname = 'version' and not attisdropped)`,
  );
