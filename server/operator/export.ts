import { sql, type RawBuilder } from "kysely";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { record } from "../auth/audit.ts";
import { codeOf, reasonOf } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import { command } from "./command.ts";
import {
  allowMinutes,
  type Counts,
  format,
  type Header,
  rowEnd,
  rowStart,
  workspaceId,
  workspaceTables,
} from "./workspace-file.ts";

/** The size of a part of a row, and how many are read at once: the response to a batch, which is stored, may have 15 MiB. */
const part = { bytes: 2 ** 17, count: 100 };

/** Writes a workspace to a file. */
export const exportCommand = command({
  summary: "write everything of a workspace to a new file, as it is at one moment",
  positionals: ["WORKSPACE", "FILE"],
  options: {},
  prepare: (_options, workspace, name) => async (store, session) => {
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
  },
});

/** @throws Error when the file exists or cannot be written; nothing of it remains */
async function writeNew(file: string, text: Readable): Promise<void> {
  const stream = createWriteStream(file, { flags: "wx", mode: 0o600 });
  try {
    await pipeline(text, stream);
  } catch (error) {
    const exists = codeOf(error) === "EEXIST";
    if (!exists) await rm(file, { force: true });
    if (exists) throw new Error(`${file} exists. Name a new file.`);
    throw new Error(`${file} could not be written: ${reasonOf(error)}`);
  }
}

/** The lines of the file; `counts` gets the number of rows of each table. */
async function* lines(
  database: Store["database"],
  id: string,
  counts: Counts,
): AsyncGenerator<string | Buffer> {
  const tables = await workspaceTables(database);
  const workspace = await sql<{ row: Header["workspace"] }>`
    select to_json(workspaces) as row from workspaces where id = ${id}`.execute(database);
  const header = { format, workspace: workspace.rows[0]?.row, tables: columnsOf(tables) };
  yield `${JSON.stringify(header)}\n`;
  for (const { name, columns, key } of tables) {
    counts[name] = 0;
    const rows = sql`
      select ${sql.join(columns.map(sql.ref))} from ${sql.table(name)} where workspace_id = ${id}
      order by ${sql.join(key.map(sql.ref))}`;
    for await (const parts of partsOf(database, rows)) {
      counts[name] += parts.filter(({ isLast }) => isLast).length;
      yield Buffer.concat(
        parts.flatMap(({ bytes, isFirst, isLast }) => [
          ...(isFirst ? [rowStart(name)] : []),
          bytes,
          ...(isLast ? [rowEnd] : []),
        ]),
      );
    }
  }
  yield `${JSON.stringify({ rows: counts })}\n`;
}

/** A part of the text of a row as JSON, in UTF-8. */
interface Part {
  bytes: Buffer;
  isFirst: boolean;
  isLast: boolean;
}

/**
 * Bytes, as PostgreSQL counts through a text to find a part of it. `offset 0` has it make those of a row once, and not for
 * each part.
 */
async function* partsOf(database: Store["database"], rows: RawBuilder<unknown>): AsyncGenerator<Part[]> {
  const size = sql.lit(part.bytes);
  await sql`
    declare export no scroll cursor for
    select substring(bytes from first for ${size}) as bytes,
      first = 1 as "isFirst", first + ${size} > length(bytes) as "isLast"
    from (
      select convert_to(replace(to_json(rows)::text, e'\n', ' '), 'UTF8') as bytes from (${rows}) rows offset 0
    ) rows, generate_series(1, length(bytes), ${size}) first`.execute(database);
  for (;;) {
    const { rows } = await sql<Part>`fetch ${sql.lit(part.count)} from export`.execute(database);
    yield rows;
    if (rows.length < part.count) break;
  }
  await sql`close export`.execute(database);
}

const columnsOf = (tables: { name: string; columns: string[] }[]) =>
  Object.fromEntries(tables.map(({ name, columns }) => [name, columns]));
