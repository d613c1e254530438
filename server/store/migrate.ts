import { Migrator, sql, type Kysely } from "kysely";
import * as baseline from "./migrations/0001-baseline.ts";
import { codeOf, reasonOf } from "./error-reason.ts";
import type { Tables } from "./tables.ts";

/** In the order in which they run. Never change one that was released; add the next. */
export const migrations = {
  "0001-baseline": baseline,
};

const first: keyof typeof migrations = "0001-baseline";

/**
 * Brings the tables up to date. Kysely takes a lock, so any number of processes may start at once. A database that a
 * newer server has migrated is left as it is, when this one can work with it.
 * @returns the migrations that ran
 * @throws Error with the migration that failed and the database's reason, and then nothing is half done; with the newer
 *   migration that this server cannot work with; or with that of a database from before the first release
 */
export async function migrate(database: Kysely<Tables>): Promise<string[]> {
  const applied = await appliedMigrations(database).catch(fail);
  const newest = applied.filter((name) => !Object.hasOwn(migrations, name)).at(-1);
  if (newest !== undefined) {
    if (!applied.includes(first)) throw beforeFirstRelease(newest);
    await requireCompatible(database, newest);
    return [];
  }
  // A role that may create nothing can start a server on tables that somebody else has migrated.
  if (applied.length === Object.keys(migrations).length) return [];
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) fail(error, results.find(({ status }) => status === "Error")?.migrationName);
  return results.map(({ migrationName }) => migrationName);
}

function fail(error: unknown, migration?: string): never {
  const what = migration === undefined ? "" : ` Migration ${migration} failed, and nothing of it was kept.`;
  const isForbidden = codeOf(error) === "42501";
  const remedy = isForbidden ? " Run npm run migrate as a user who may create tables in this database." : "";
  throw new Error(`The database could not be brought up to date: ${reasonOf(error)}.${what}${remedy}`, {
    cause: error,
  });
}

/** The migrations of a database, oldest first. None when it is empty. */
export async function appliedMigrations(database: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ isMigrated: boolean }>`
    select to_regclass('kysely_migration') is not null as "isMigrated"`.execute(database);
  if (rows[0]?.isMigrated !== true) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  );
  return applied.rows.map(({ name }) => name);
}

const beforeFirstRelease = (newest: string) =>
  new Error(
    `This database was made before the first release (${newest}), and no version can bring it up to date. ` +
      "Start with an empty database: set DATABASE_URL or DATA_DIR to another one.",
  );

async function requireCompatible(database: Kysely<Tables>, newest: string): Promise<void> {
  const required = await database.selectFrom("required_migration").select("name").executeTakeFirst();
  if (required && Object.hasOwn(migrations, required.name)) return;
  throw new Error(
    `A newer server has migrated this database (${newest}), and this one, whose newest migration is ` +
      `${Object.keys(migrations).at(-1)}, cannot work with it. Start the newer server, or restore an older backup.`,
  );
}
