import { Migrator, type Kysely } from "kysely";
import * as contacts from "./migrations/0001-contacts.ts";
import * as workspace from "./migrations/0002-workspace.ts";
import * as webhooks from "./migrations/0003-webhooks.ts";
import * as scale from "./migrations/0004-scale.ts";
import * as restorable from "./migrations/0005-restorable.ts";
import * as claims from "./migrations/0006-claims.ts";
import { reasonOf } from "./reason.ts";
import type { Tables } from "./tables.ts";

/** In the order in which they run. Never change one that was released; add the next. */
export const migrations = {
  "0001-contacts": contacts,
  "0002-workspace": workspace,
  "0003-webhooks": webhooks,
  "0004-scale": scale,
  "0005-restorable": restorable,
  "0006-claims": claims,
};

/**
 * Brings the tables up to date. Kysely takes a lock, so any number of processes may start at once.
 * @throws Error with the migration that failed and the database's reason; it leaves nothing half done.
 */
export async function migrate(database: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === "Error")?.migrationName;
  const what = failed === undefined ? "" : ` Migration ${failed} failed, and nothing of it was kept.`;
  throw new Error(`The database could not be brought up to date: ${reasonOf(error)}.${what}`, {
    cause: error,
  });
}
