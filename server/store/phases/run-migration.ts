import { sql, type Kysely } from "kysely";
import { copyRows, oldVersion, putAside } from "../former-tables.ts";
import type { Migration, Report } from "../migration.ts";
import type { Tables } from "../tables.ts";
import { addReference } from "./add-reference.ts";
import { buildIndex } from "./build-index.ts";
import { moveRows } from "./move-rows.ts";
import { patiently } from "./patiently.ts";

/**
 * Runs a migration and notes its name. What is no single transaction goes on where it was when it
 * runs again.
 */
export async function runMigration(
  connection: Kysely<Tables>,
  name: string,
  migration: Migration,
  report: Report,
): Promise<void> {
  const note = (database: Kysely<Tables>) =>
    sql`insert into migrations (name) values (${name})`.execute(database);
  const say = (line: string) => report(`${name}: ${line}`);
  switch (migration.phase) {
    case "baseline":
      return connection.transaction().execute(async (transaction) => {
        const isOld = (await oldVersion(transaction)) === "1.1.0";
        if (isOld) await putAside(transaction);
        await migration.up(transaction);
        if (isOld) await copyRows(transaction);
        await note(transaction);
      });
    case "expand":
    case "contract":
      return patiently(connection, say, async (transaction) => {
        await sql.raw(migration.statements).execute(transaction);
        if (migration.phase === "contract")
          await sql`update required_migration set name = ${name}`.execute(
            transaction,
          );
        await note(transaction);
      });
    case "reference":
      return patiently(connection, say, async (transaction) => {
        await addReference(transaction, migration);
        await note(transaction);
      });
    case "index":
      await buildIndex(connection, migration, say);
      break;
    case "move":
      await moveRows(connection, migration, say);
  }
  await note(connection);
}
