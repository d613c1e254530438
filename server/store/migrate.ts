import { type Kysely, sql } from "kysely";
import { setTimeout } from "node:timers/promises";
import { buildLine } from "../contract/build-info.ts";
import { whileHolding } from "./locks.ts";
import { codeOf, reasonOf } from "./errors.ts";
import { oldVersion } from "./former-tables.ts";
import { type Migration, type Report, run } from "./migration.ts";
import { migration as baseline } from "./migrations/0001-baseline.ts";
import { migration as contactsSearch } from "./migrations/0002-contacts-search.ts";
import { migration as contactsRows } from "./migrations/0003-contacts-rows.ts";
import { migration as articlesPublished } from "./migrations/0004-articles-published.ts";
import { migration as articlesRows } from "./migrations/0005-articles-rows.ts";
import { migration as articlesPublishedIndex } from "./migrations/0006-articles-published-index.ts";
import { migration as eventsAndCounts } from "./migrations/0007-events-and-counts.ts";
import { migration as contactsCustomFields } from "./migrations/0008-contacts-custom-fields.ts";
import { migration as eventClientName } from "./migrations/0020-event-client-name.ts";
import { migration as fold } from "./migrations/0030-fold.ts";
import { migration as contactsFold } from "./migrations/0031-contacts-fold.ts";
import { migration as articlesFold } from "./migrations/0032-articles-fold.ts";
import { migration as workspacesSuspended } from "./migrations/0033-workspaces-suspended.ts";
import { migration as workspacesSuspendedIndex } from "./migrations/0034-workspaces-suspended-index.ts";
import { migration as idempotencyBodyHash } from "./migrations/0050-idempotency-body-hash.ts";
import { migration as migrationsVersion } from "./migrations/0051-migrations-version.ts";
import { migration as deprecatedUses } from "./migrations/0052-deprecated-uses.ts";
import { evaluate } from "./statement.ts";
import { type Tables, tables } from "./tables.ts";

/**
 * The migrations in the order in which they run. Never change one that was released; add the next.
 */
export const migrations: Record<string, Migration> = {
  "0001-baseline": baseline,
  "0002-contacts-search": contactsSearch,
  "0003-contacts-rows": contactsRows,
  "0004-articles-published": articlesPublished,
  "0005-articles-rows": articlesRows,
  "0006-articles-published-index": articlesPublishedIndex,
  "0007-events-and-counts": eventsAndCounts,
  "0008-contacts-custom-fields": contactsCustomFields,
  "0020-event-client-name": eventClientName,
  "0030-fold": fold,
  "0031-contacts-fold": contactsFold,
  "0032-articles-fold": articlesFold,
  "0033-workspaces-suspended": workspacesSuspended,
  "0034-workspaces-suspended-index": workspacesSuspendedIndex,
  "0050-idempotency-body-hash": idempotencyBodyHash,
  "0051-migrations-version": migrationsVersion,
  "0052-deprecated-uses": deprecatedUses,
};

/** A migration of a database that runs. */
interface Migrating {
  /** All migrations of this version, in their order. */
  all?: Record<string, Migration>;
  report?: Report;
}

const silent: Report = () => undefined;

/** Between two looks whether another process has migrated, in milliseconds. */
const betweenLooks = 200;

/**
 * Brings the tables up to date. One process migrates, and others wait, so any number may start at
 * once. A database that a newer server has migrated is left as it is, when this one can work with
 * it.
 * @returns the migrations that ran
 * @throws Error with the migration that failed and the database's reason, or with the newer one
 *   that this server cannot work with
 */
export async function migrate(
  database: Kysely<Tables>,
  { all = migrations, report = silent }: Migrating = {},
): Promise<string[]> {
  await requireNotTooOld(database);
  // A role that may create nothing can start a server on tables that somebody else has migrated.
  if ((await pendingOf(database, all)).length === 0) return [];
  for (;;) {
    const ran = await whileHolding(
      database,
      "migrations",
      async (connection) => {
        const pending = await pendingOf(connection, all);
        // All of them take a moment where there are no rows.
        const isNew = pending[0]?.[1].phase === "baseline";
        for (const [name, migration] of pending)
          await runOne(connection, name, migration, isNew ? silent : report);
        const names = pending.map(([name]) => name);
        await noteVersion(connection, names);
        return names;
      },
    );
    if (ran) return ran;
    // To wait in PostgreSQL would be a transaction, for whose end the other process's index would
    // wait.
    await setTimeout(betweenLooks);
  }
}

/**
 * Notes which version ran migrations, for the messages of other versions. Tests also run only the
 * first ones.
 */
async function noteVersion(
  connection: Kysely<Tables>,
  names: string[],
): Promise<void> {
  if (!(await hasVersions(connection))) return;
  await sql`
    update migrations set version = ${buildLine()} where name = any(${names}) and version is null`.execute(
    connection,
  );
}

const hasVersions = (database: Kysely<Tables>): Promise<boolean> =>
  evaluate(
    database,
    sql<boolean>`exists (
      select from pg_attribute where attrelid = to_regclass('migrations') and attname = 'version' and not attisdropped)`,
  );

/** The version that ran a migration, e.g. `Contacts API 1.4.0 (commit 9b507bb391c1)`. */
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

/** @throws Error when no migration of this version begins at the tables of a database */
async function requireNotTooOld(database: Kysely<Tables>): Promise<void> {
  const version = await oldVersion(database).catch((error: unknown) =>
    fail(error),
  );
  if (version !== "before 1.1.0") return;
  throw new Error(
    `The tables of this database are of a version before 1.1.0, and this is ${buildLine()}. ` +
      "Make a backup, start version 1.1.0 on the database once, and then this version.",
  );
}

async function runOne(
  connection: Kysely<Tables>,
  name: string,
  migration: Migration,
  report: Report,
): Promise<void> {
  const began = performance.now();
  const isWhole = migration.phase !== "index" && migration.phase !== "move";
  const progress = isWhole ? "it was rolled back" : "the next run continues it";
  await run(connection, name, migration, report).catch((error: unknown) =>
    fail(error, ` Migration ${name} failed, and ${progress}.`),
  );
  report(`${name}: done in ${Math.round(performance.now() - began)} ms`);
}

/** @throws Error when this version cannot work with what a newer one has migrated */
async function pendingOf(
  database: Kysely<Tables>,
  all: Record<string, Migration>,
): Promise<[name: string, migration: Migration][]> {
  const applied = await appliedMigrations(database).catch((error: unknown) =>
    fail(error),
  );
  const newest = laterThan(applied, all).at(-1);
  if (newest === undefined)
    return Object.entries(all).filter(([name]) => !applied.includes(name));
  await requireCompatible(database, newest, Object.keys(all));
  return [];
}

/** The migrations of a database that only a later version has. */
export const laterThan = (applied: string[], all = migrations) =>
  applied.filter((name) => !Object.hasOwn(all, name));

function fail(error: unknown, what = ""): never {
  const other =
    " The tables of another program are in this database. Give the server an empty one.";
  const hint =
    {
      "42501":
        " Run npm run migrate as a user who may create tables in this database.",
      "42P07": other,
      "42710": other,
      "42723": other,
      "55P03":
        " Another session has held the lock for minutes: find it in pg_stat_activity, end it, and run npm run migrate again.",
    }[codeOf(error)] ?? "";
  throw new Error(
    `The database could not be brought up to date: ${reasonOf(error)}.${what}${hint}`,
    {
      cause: error,
    },
  );
}

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
