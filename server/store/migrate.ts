import { Migrator, sql, type Kysely } from "kysely";
import * as contacts from "./migrations/0001-contacts.ts";
import * as workspace from "./migrations/0002-workspace.ts";
import * as webhooks from "./migrations/0003-webhooks.ts";
import * as scale from "./migrations/0004-scale.ts";
import * as restorable from "./migrations/0005-restorable.ts";
import * as claims from "./migrations/0006-claims.ts";
import * as servers from "./migrations/0007-servers.ts";
import * as usage from "./migrations/0008-usage.ts";
import * as due from "./migrations/0009-due.ts";
import * as operation from "./migrations/0010-operation.ts";
import * as ticketNumbers from "./migrations/0011-ticket-numbers.ts";
import * as updatedAt from "./migrations/0012-updated-at.ts";
import * as concurrentWrites from "./migrations/0013-concurrent-writes.ts";
import * as erasure from "./migrations/0014-erasure.ts";
import * as searchGrams from "./migrations/0015-search-grams.ts";
import * as messenger from "./migrations/0016-messenger.ts";
import * as refuse from "./migrations/0017-refuse.ts";
import * as rotations from "./migrations/0018-rotations.ts";
import * as workspaceIndexes from "./migrations/0019-workspace-indexes.ts";
import * as searchWords from "./migrations/0020-search-words.ts";
import * as sessionTokens from "./migrations/0021-session-tokens.ts";
import * as foldMarks from "./migrations/0022-fold-marks.ts";
import { codeOf, reasonOf } from "./reason.ts";
import type { Tables } from "./tables.ts";

/** In the order in which they run. Never change one that was released; add the next. */
export const migrations = {
  "0001-contacts": contacts,
  "0002-workspace": workspace,
  "0003-webhooks": webhooks,
  "0004-scale": scale,
  "0005-restorable": restorable,
  "0006-claims": claims,
  "0007-servers": servers,
  "0008-usage": usage,
  "0009-due": due,
  "0010-operation": operation,
  "0011-ticket-numbers": ticketNumbers,
  "0012-updated-at": updatedAt,
  "0013-concurrent-writes": concurrentWrites,
  "0014-erasure": erasure,
  "0015-search-grams": searchGrams,
  "0016-messenger": messenger,
  "0017-refuse": refuse,
  "0018-rotations": rotations,
  "0019-workspace-indexes": workspaceIndexes,
  "0020-search-words": searchWords,
  "0021-session-tokens": sessionTokens,
  "0022-fold-marks": foldMarks,
};

/**
 * Brings the tables up to date. Kysely takes a lock, so any number of processes may start at once. A database that a
 * newer server has migrated is left as it is, when this one can work with it.
 * @returns the migrations that ran
 * @throws Error with the migration that failed and the database's reason, and then nothing is half done; or with the
 *   newer migration that this server cannot work with
 */
export async function migrate(database: Kysely<Tables>): Promise<string[]> {
  const applied = await appliedMigrations(database).catch(fail);
  const newest = applied.filter((name) => !Object.hasOwn(migrations, name)).at(-1);
  if (newest !== undefined) {
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

async function requireCompatible(database: Kysely<Tables>, newest: string): Promise<void> {
  const required = await database.selectFrom("required_migration").select("name").executeTakeFirst();
  if (required && Object.hasOwn(migrations, required.name)) return;
  throw new Error(
    `A newer server has migrated this database (${newest}), and this one, whose newest migration is ` +
      `${Object.keys(migrations).at(-1)}, cannot work with it. Start the newer server, or restore an older backup.`,
  );
}
