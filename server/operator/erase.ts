import { sql } from "kysely";
import { recordAudit } from "../auth/audit.ts";
import { evaluate } from "../store/statement.ts";
import type { Store } from "../store/store.ts";
import { command, optional } from "./command.ts";
import type { Counts } from "./export-file.ts";
import { requireWholeWorkspace, workspaceTables } from "./workspace.ts";

/** Rows that one statement deletes. */
const batch = 1000;
/** Rows that are counted before an erasure. */
const maxRows = 1_000_000;

/** Deletes a workspace. */
export const erase = command({
  summary:
    "count the rows that an erasure would delete; with --yes and the name or id again, delete the whole workspace",
  positionals: { WORKSPACE: "the name or the id of the workspace" },
  options: { yes: optional("WORKSPACE") },
  prepare: ({ yes }, nameOrId) => {
    if (yes !== undefined && yes !== nameOrId)
      throw new Error(`--yes must repeat the name or id: --yes ${nameOrId}`);
    return async (store, session) => {
      const { id, name: workspace } = await requireWholeWorkspace(
        store,
        nameOrId,
      );
      const rows = await countRows(store.database, id);
      if (yes === undefined) {
        const next = `Nothing was deleted. To delete this for good, add: --yes ${nameOrId}`;
        return { workspace, erased: false, rows, next };
      }
      await recordAudit(store, session, { workspaceId: id });
      await closeWorkspace(store, id);
      await deleteRows(store, id);
      return { workspace, erased: true, rows };
    };
  },
});

/** Counts the rows of each table, up to a million. */
async function countRows(
  database: Store["database"],
  id: string,
): Promise<Counts> {
  const counts: Counts = {};
  for (const name of workspaceTables.keys()) {
    const rows = sql`select from ${sql.table(name)} where workspace_id = ${id} limit ${maxRows}`;
    counts[name] = await evaluate(
      database,
      sql<number>`(select count(*)::int from (${rows}) counted)`,
    );
  }
  return counts;
}

/** Revokes all keys and messenger tokens of the workspace, so that nothing is added any more. */
async function closeWorkspace(
  { database, now, revocations }: Store,
  id: string,
): Promise<void> {
  for (const table of ["api_keys", "messenger_tokens"] as const)
    await database
      .updateTable(table)
      .set(({ fn }) => ({ revoked_at: fn.coalesce("revoked_at", now()) }))
      .where("workspace_id", "=", id)
      .execute();
  await revocations.reachedAll();
}

/**
 * Deletes the rows in batches, so that no lock lasts long. An interrupted erasure can begin again. The
 * last transaction holds the workspace's row, so that a request which began before the
 * keys were revoked can add nothing more.
 */
async function deleteRows({ database }: Store, id: string): Promise<void> {
  const names = [...workspaceTables.keys()].reverse();
  for (const name of names) await deleteAll(database, name, id);
  await database.transaction().execute(async (transaction) => {
    await sql`select from workspaces where id = ${id} for update`.execute(
      transaction,
    );
    for (const name of names) await deleteAll(transaction, name, id);
    await transaction
      .deleteFrom("request_counts")
      .where("workspace", "=", id)
      .execute();
    await transaction.deleteFrom("workspaces").where("id", "=", id).execute();
  });
}

/**
 * Deletes batches until a table has no row of the workspace. A batch may delete fewer rows than it
 * chooses, because others, such as retention, delete rows too.
 */
async function deleteAll(
  database: Store["database"],
  table: string,
  id: string,
): Promise<void> {
  const rows = sql`from ${sql.table(table)} where workspace_id = ${id}`;
  while ((await sql`select ${rows} limit 1`.execute(database)).rows.length > 0)
    await sql`delete ${rows} and ctid = any(array(select ctid ${rows} limit ${batch}))`.execute(
      database,
    );
}
