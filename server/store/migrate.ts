import { type Kysely, sql } from "kysely";
import { setTimeout } from "node:timers/promises";
import { buildLine } from "../contract/build-info.ts";
import {
  appliedMigrations,
  hasVersions,
  laterThan,
  requireCompatible,
} from "./applied-migrations.ts";
import { codeOf, reasonOf } from "./errors.ts";
import { oldVersion } from "./former-tables.ts";
import { whileHolding } from "./locks.ts";
import { migrations } from "./migration-list.ts";
import type { Migration, Report } from "./migration.ts";
import { runMigration } from "./phases/run-migration.ts";
import type { Tables } from "./tables.ts";

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
  await runMigration(connection, name, migration, report).catch(
    (error: unknown) =>
      fail(error, ` Migration ${name} failed, and ${progress}.`),
  );
  report(`${name}: done in ${Math.round(performance.now() - began)} ms`);
}

/** @throws Error when this version cannot work with a migration of a newer version */
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
