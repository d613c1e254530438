import type { Column } from "../store/columns.ts";
import { appliedMigrations, hasSchema, laterThan } from "../store/migrate.ts";
import type { Store } from "../store/store.ts";
import { tables } from "../store/tables.ts";

/**
 * What belongs to a workspace: each table with a `workspace_id`, after those that it refers to, and its columns that are
 * written; the database itself fills the others.
 */
export const workspaceTables = new Map(
  Object.entries<Record<string, Column>>(tables)
    .filter(([, columns]) => "workspace_id" in columns)
    .map(([name, columns]) => [
      name,
      Object.keys(columns).filter(
        (column) => columns[column]?.writer !== "database",
      ),
    ]),
);

/** Rows of each table. */
export type Counts = Record<string, number>;

/**
 * The file of a workspace: JSON, one value per line. The first line is the header; then one line per row, `["table",{…}]`, a
 * table after those that it refers to; the last line has the number of rows of each table, so that a file that was cut off
 * is noticed.
 */
export interface Header {
  format: typeof format;
  /** The row of the workspace. */
  workspace: { id: string; name: string } & Record<string, unknown>;
}

export const format = "contacts-api workspace 1";

/**
 * The id of the workspace with this name, or else with this id, as the log has it.
 * @throws Error when there is none, or the tables are not those of this version
 */
export async function workspaceId(
  { database }: Pick<Store, "database">,
  name: string,
): Promise<string> {
  await requireTables(database);
  const row = await database
    .selectFrom("workspaces")
    .select("id")
    .where(({ eb, or }) => or([eb("name", "=", name), eb("id", "=", name)]))
    .orderBy(({ eb }) => eb("name", "=", name), "desc")
    .executeTakeFirst();
  if (!row) throw new Error(`There is no workspace ${name}.`);
  return row.id;
}

/**
 * The same, for a command that needs every row and column of the workspace.
 * @throws Error also when a later version has migrated the database, as this one would leave out what that added
 */
export async function wholeWorkspaceId(
  store: Pick<Store, "database">,
  name: string,
): Promise<string> {
  const later = laterThan(await appliedMigrations(store.database)).join(", ");
  if (later === "") return workspaceId(store, name);
  throw new Error(
    `A later version has migrated this database (${later}). Run this command of that version.`,
  );
}

/** @throws Error when the tables are not those of this version */
export async function requireTables(
  database: Store["database"],
): Promise<void> {
  if (await hasSchema(database)) return;
  throw new Error("The tables are not up to date. Run: npm run migrate");
}
