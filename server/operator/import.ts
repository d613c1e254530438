import { sql } from "kysely";
import { resolve } from "node:path";
import { recordAudit } from "../auth/audit.ts";
import { decrypted } from "../auth/encryption.ts";
import { resetUsage } from "../store/usage/usage.ts";
import type { Store } from "../store/store.ts";
import { tables } from "../store/tables.ts";
import { command, optional, type Session } from "./command.ts";
import { type Owner, readOwners } from "./encryption.ts";
import { type Header, linesOf, readHeader } from "./export-file.ts";
import { countBytesOfDeliveries } from "./import-1-1-0.ts";
import { importRows } from "./import-rows.ts";
import { insertRows, originOf, type Origin, refuse } from "./insert-rows.ts";
import { requireNewName, requireTables, workspaceTables } from "./workspace.ts";

/** Reads a workspace from a file of `export`. */
export const importCommand = command({
  summary:
    "make a new workspace from a file that export wrote: all of the file, or nothing",
  positionals: { FILE: "the name of a file that export wrote" },
  addsWorkspace: true,
  options: { workspace: optional("NAME") },
  prepare: ({ workspace: newName }, name) => {
    if (newName !== undefined) requireNewName(newName);
    return async (store, session) => {
      await requireTables(store.database);
      const file = resolve(session.folder, name);
      return store.database.transaction().execute(async (database) => {
        const lines = linesOf(file);
        const header = await readHeader(file, lines);
        const { id, name: ownName } = header.workspace;
        const workspace = newName ?? ownName;
        const origin = originOf(header.made_by, header.workspace);
        await addWorkspace(
          database,
          { ...header.workspace, name: workspace },
          origin,
        ).catch((error: unknown) => refuse(error, `See line 1 of ${file}.`));
        const rows = await importRows(database, id, { file, lines, origin });
        if (origin.isOf110) await countBytesOfDeliveries(database, id);
        await resetUsage(database, id); // whatever the file says
        // Without it lists are slow until PostgreSQL does so itself.
        for (const table of workspaceTables.keys())
          await sql`analyze ${sql.table(table)}`.execute(database);
        await recordAudit({ database, now: store.now }, session, {
          workspaceId: id,
        });
        return {
          workspace,
          rows,
          ...unreadable(await readOwners({ database }, id), session),
        };
      });
    };
  },
});

/** @throws Error when the database has the workspace, or its name */
async function addWorkspace(
  database: Store["database"],
  workspace: Header["workspace"],
  origin: Origin,
): Promise<void> {
  const { id, name } = workspace;
  const existing = await database
    .selectFrom("workspaces")
    .select(["id", "name"])
    .where(({ eb, or }) => or([eb("id", "=", id), eb("name", "=", name)]))
    .orderBy(({ eb }) => eb("id", "=", id), "desc")
    .executeTakeFirst();
  if (existing) {
    const hint =
      existing.id === id
        ? ", whose ids are those of the file. Import into another database, or erase this workspace first."
        : ". Import under another name with --workspace.";
    throw new Error(
      `This database has the workspace ${existing.name} already${hint}`,
    );
  }
  const known = Object.keys(tables.workspaces);
  await insertRows(
    database,
    { table: "workspaces", known },
    [workspace],
    origin,
  );
}

/**
 * Filters the owners whose secret no ENCRYPTION_KEY of this server can decrypt; `reset-secrets`
 * replaces these secrets.
 */
function unreadable(owners: Owner[], { encryption }: Session) {
  const lost = owners.filter(
    ({ id, secret }) =>
      decrypted(encryption().cipher, secret, id) === undefined,
  );
  const ids = (of: Owner["table"]) =>
    lost.flatMap(({ table, id }) => (table === of ? id : []));
  return {
    unreadable_webhooks: ids("webhooks"),
    unreadable_messenger_tokens: ids("messenger_tokens"),
  };
}
