import { sql } from "kysely";
import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { recordAudit } from "../auth/audit.ts";
import { buildLine } from "../contract/build-info.ts";
import { codeOf, reasonOf } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import { command } from "./command.ts";
import { type Counts, format, type Header } from "./export-file.ts";
import { requireWholeWorkspace, workspaceTables } from "./workspace.ts";

/** Rows that are read at once: few, as one may have 15 MiB, the stored response to a batch. */
const batch = 20;

/** Writes a workspace to a file. */
export const exportCommand = command({
  summary: "write all data of a workspace, as of one moment, to a new file",
  positionals: {
    WORKSPACE: "the name or the id of the workspace",
    FILE: "the name of a new file",
  },
  options: {},
  prepare: (_options, nameOrId, fileName) => async (store, session) => {
    const { id, name } = await requireWholeWorkspace(store, nameOrId);
    const file = resolve(session.folder, fileName);
    const counts: Counts = {};
    const snapshot = store.database
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only");
    await writeNew(file, async (stream) => {
      await recordAudit(store, session, { workspaceId: id });
      await snapshot.execute((database) =>
        pipeline(Readable.from(lines(database, id, counts)), stream),
      );
    });
    return { workspace: name, file, rows: counts };
  },
});

/**
 * Makes a file, which has another name until it is whole, as the process may end meanwhile.
 * @param write writes to the file, once it is open
 * @throws Error when the file exists or cannot be written; nothing of it remains
 */
async function writeNew(
  file: string,
  write: (stream: Writable) => Promise<void>,
): Promise<void> {
  requireNew(file);
  const draft = `${file}.part`;
  try {
    const handle = await open(draft, "wx", 0o600);
    await write(handle.createWriteStream()).finally(() => handle.close());
    requireNew(file);
    await rename(draft, file);
  } catch (error) {
    if (codeOf(error) === "EEXIST")
      throw new Error(
        `${draft} exists: another export writes it, or one was killed. Delete it then, or name a new file.`,
      );
    await rm(draft, { force: true });
    throw new Error(`${file} could not be written: ${reasonOf(error)}`);
  }
}

/** @throws Error when a file exists */
function requireNew(file: string): void {
  if (existsSync(file)) throw new Error(`${file} exists. Name a new file.`);
}

/** The lines of the file; `counts` gets the number of rows of each table. */
async function* lines(
  database: Store["database"],
  id: string,
  counts: Counts,
): AsyncGenerator<string> {
  const workspace = await sql<{ row: Header["workspace"] }>`
    select to_json(workspaces) as row from workspaces where id = ${id}`.execute(
    database,
  );
  const header = {
    format,
    made_by: buildLine(),
    workspace: workspace.rows[0]?.row,
  };
  yield `${JSON.stringify(header)}\n`;
  for (const [name, columns] of workspaceTables) {
    counts[name] = 0;
    // An import numbers events anew, as they come.
    const order = name === "events" ? sql`order by sequence` : sql``;
    await sql`
      declare export no scroll cursor for
      select replace(to_json(rows)::text, e'\n', ' ') as text from (
        select ${sql.join(columns.map(sql.ref))} from ${sql.table(name)} where workspace_id = ${id} ${order}
      ) rows`.execute(database);
    for (;;) {
      const { rows } = await sql<{
        text: string;
      }>`fetch ${sql.lit(batch)} from export`.execute(database);
      if (rows.length === 0) break;
      counts[name] += rows.length;
      yield rows.map(({ text }) => `["${name}",${text}]\n`).join("");
    }
    await sql`close export`.execute(database);
  }
  yield `${JSON.stringify({ rows: counts })}\n`;
}
