import { buildLine } from "../contract/build-info.ts";
import type { Column } from "../store/columns.ts";
import {
  appliedMigrations,
  laterThan,
  requireCompatible,
  versionOf,
} from "../store/applied-migrations.ts";
import { hasSchema } from "../store/readiness.ts";
import { migrations } from "../store/migration-list.ts";
import type { Store } from "../store/store.ts";
import { tables } from "../store/tables.ts";
import { requireName } from "./command.ts";

/**
 * The tables with a `workspace_id`, each after the tables that it refers to: name → the columns
 * that are written. The database itself fills the other columns.
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

/** A workspace that a command names. */
export interface Workspace {
  id: string;
  name: string;
}

/**
 * Finds the workspace with this id or, when no workspace has it, with this name.
 * @throws Error when the tables are of another version
 */
export async function findWorkspace(
  { database }: Pick<Store, "database">,
  nameOrId: string,
): Promise<Workspace | undefined> {
  await requireTables(database);
  return database
    .selectFrom("workspaces")
    .select(["id", "name"])
    .where(({ eb, or }) =>
      or([eb("id", "=", nameOrId), eb("name", "=", nameOrId)]),
    )
    .orderBy(({ eb }) => eb("id", "=", nameOrId), "desc")
    .executeTakeFirst();
}

/**
 * The workspace with this name or id.
 * @throws Error when there is none, or the tables are of another version
 */
export async function requireWorkspace(
  store: Pick<Store, "database">,
  nameOrId: string,
): Promise<Workspace> {
  const workspace = await findWorkspace(store, nameOrId);
  if (workspace) return workspace;
  throw new Error(
    `There is no workspace ${nameOrId}. To list them: npm run -s operator -- workspaces --all`,
  );
}

/**
 * Checks the name of a new workspace.
 * @throws Error when it is not fit, or could be taken for an id
 */
export function requireNewName(name: string): void {
  requireName("--workspace", name);
  if (name.startsWith("ws_"))
    throw new Error(
      `--workspace must be a name for a new workspace, not ${name}: only ids begin with ws_.`,
    );
}

/**
 * The same, for a command that needs every row and column of the workspace.
 * @throws Error also when a later version has migrated the database, as this one would leave out
 *   what that added
 */
export async function requireWholeWorkspace(
  store: Pick<Store, "database">,
  nameOrId: string,
): Promise<Workspace> {
  const later = laterThan(await appliedMigrations(store.database));
  const newest = later.at(-1);
  if (newest === undefined) return requireWorkspace(store, nameOrId);
  throw new Error(
    `${await versionOf(store.database, newest)} has migrated this database (${later.join(", ")}), and this is ${buildLine()}. ` +
      "Run the command with that version.",
  );
}

/** @throws Error when the tables are of another version */
export async function requireTables(
  database: Store["database"],
): Promise<void> {
  if (await hasSchema(database)) return;
  const applied = await appliedMigrations(database);
  const newest = laterThan(applied).at(-1);
  if (newest !== undefined) await requireCompatible(database, newest);
  const waiting = Object.keys(migrations).filter(
    (name) => !applied.includes(name),
  );
  throw new Error(
    `The tables are not those of ${buildLine()}: their newest migration is ${applied.at(-1)}, ` +
      `and ${waiting.join(", ") || "a part of them"} is missing. Run: npm run migrate`,
  );
}
