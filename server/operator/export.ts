import { sql } from "kysely";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { record } from "../audit.ts";
import { reasonOf } from "../store/reason.ts";
import type { Store } from "../store/store.ts";
import { readArguments } from "./arguments.ts";
import { OperatorError, type Command } from "./command.ts";
import { format, rowLine, type Counts, type Header } from "./workspace-file.ts";
import { allowMinutes, workspaceId, workspaceTables } from "./workspace-tables.ts";

/** Rows that are read at once: few, as the response to a batch of contacts, which is stored, may have 15 MiB. */
const batch = 25;

/** Writes a workspace to a file. */
export const exportCommand: Command = {
  usage: "WORKSPACE FILE",
  summary: "write everything of a workspace to a new file, as it is at one moment",
  prepare: (args) => {
    const [workspace = "", name = ""] = readArguments(args, {}, ["WORKSPACE", "FILE"]).positionals;
    return async (store, session) => {
      const id = await workspaceId(store.database, workspace);
      await record(store, session, { workspaceId: id });
      const file = resolve(session.folder, name);
      const counts: Counts = {};
      const isolation = store.database.transaction().setIsolationLevel("repeatable read");
      await isolation.setAccessMode("read only").execute(async (database) => {
        await allowMinutes(database);
        await writeNew(file, Readable.from(lines(database, id, counts)));
      });
      return { workspace, file, rows: counts };
    };
  },
};

/** @throws OperatorError when the file exists or cannot be written; nothing of it remains */
async function writeNew(file: string, text: Readable): Promise<void> {
  const stream = createWriteStream(file, { flags: "wx", mode: 0o600 });
  try {
    await pipeline(text, stream);
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!exists) await rm(file, { force: true });
    if (exists) throw new OperatorError(`${file} exists. Name a new file.`);
    throw new OperatorError(`${file} could not be written: ${reasonOf(error)}`);
  }
}

/** The lines of the file; `counts` gets the number of rows of each table. */
async function* lines(database: Store["database"], id: string, counts: Counts): AsyncGenerator<string> {
  const tables = await workspaceTables(database);
  const workspace = await sql<{ row: Header["workspace"] }>`
    select to_json(workspaces) as row from workspaces where id = ${id}`.execute(database);
  const header = { format, workspace: workspace.rows[0]?.row, tables: columnsOf(tables) };
  yield `${JSON.stringify(header)}\n`;
  for (const { name, columns, key } of tables) {
    const rows = sql`select ${sql.join(columns.map(sql.ref))} from ${sql.table(name)} where workspace_id = ${id}`;
    await sql`declare export no scroll cursor for
      select to_json(rows)::text as row from (${rows} order by ${sql.join(key.map(sql.ref))}) rows`.execute(
      database,
    );
    counts[name] = 0;
    for (;;) {
      const { rows } = await sql<{ row: string }>`fetch ${sql.lit(batch)} from export`.execute(database);
      counts[name] += rows.length;
      yield rows.map(({ row }) => rowLine(name, row)).join("");
      if (rows.length < batch) break;
    }
    await sql`close export`.execute(database);
  }
  yield `${JSON.stringify({ rows: counts })}\n`;
}

const columnsOf = (tables: { name: string; columns: string[] }[]) =>
  Object.fromEntries(tables.map(({ name, columns }) => [name, columns]));
