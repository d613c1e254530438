import { sql } from "kysely";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { record } from "../auth/audit.ts";
import { decrypted } from "../auth/encryption.ts";
import { resetLedger } from "../store/ledger.ts";
import { codeOf, reasonOf } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import { optional } from "./arguments.ts";
import { command, type Session } from "./command.ts";
import {
  allowMinutes,
  type Counts,
  type Header,
  parseCounts,
  parseHeader,
  parseRow,
  workspaceTables,
} from "./workspace-file.ts";

/** Rows, and characters of these, that are written at once, about. */
const most = { rows: 200, characters: 4 * 2 ** 20 };
/** Characters of a line. The longest of an export is the response to a batch of contacts, of some 15 MiB. */
const longestLine = 64 * 2 ** 20;

/** Reads a workspace from a file of `export`. */
export const importCommand = command({
  summary: "make a new workspace of a file that export wrote, with all of it or nothing",
  positionals: ["FILE"],
  options: { workspace: optional("NAME") },
  prepare:
    ({ workspace: newName }, name) =>
    (store, session) => {
      const file = resolve(session.folder, name);
      return store.database.transaction().execute(async (database) => {
        await allowMinutes(database);
        const source = linesOf(file);
        const first = await source.next();
        const header = first.done ? undefined : parseHeader(first.value);
        if (!header) throw new Error(`${file} is no file that export wrote.`);
        const workspace = newName ?? header.workspace.name;
        await addWorkspace(database, header, workspace).catch(refuse);
        const rows = await addRows(database, header, source).catch(refuse);
        if (!rows) throw new Error(`${file} was cut off, or changed. Nothing was imported.`);
        const { id } = header.workspace;
        await resetLedger(database, id); // whatever the file says
        // Without it lists are slow until PostgreSQL does so itself.
        for (const table of Object.keys(header.tables))
          await sql`analyze ${sql.table(table)}`.execute(database);
        await record({ database, now: store.now }, session, { workspaceId: id });
        return {
          workspace,
          rows,
          unreadable_webhooks: await unreadable(database, "webhooks", id, session),
          unreadable_messenger_tokens: await unreadable(database, "messenger_tokens", id, session),
        };
      });
    },
});

/**
 * The lines of a file. Node's own reader ends one also at U+2028 and U+2029, which the texts of a workspace may hold.
 * @throws Error when it cannot be read, or a line is longer than any that export writes: a server would run out of memory
 */
async function* linesOf(file: string): AsyncGenerator<string> {
  let line = "";
  try {
    const chunks: AsyncIterable<string> = createReadStream(file, "utf8");
    for await (const chunk of chunks) {
      const [end = "", ...next] = chunk.split("\n");
      line += end;
      if (line.length > longestLine)
        throw new Error(`one of its lines is longer than ${longestLine} characters`);
      for (const begun of next) {
        yield line;
        line = begun;
      }
    }
    if (line !== "") yield line;
  } catch (error) {
    throw new Error(`${file} cannot be read: ${reasonOf(error)}`);
  }
}

/** @throws Error when the database has the workspace, its name, or not the tables that the file needs */
async function addWorkspace(
  database: Store["database"],
  { workspace, tables }: Header,
  name: string,
): Promise<void> {
  const existing = await database
    .selectFrom("workspaces")
    .select(["id", "name"])
    .where(({ eb, or }) => or([eb("id", "=", workspace.id), eb("name", "=", name)]))
    .orderBy(({ eb }) => eb("id", "=", workspace.id), "desc")
    .executeTakeFirst();
  if (existing?.id === workspace.id) {
    throw new Error(
      `This database has the workspace ${existing.name} already, whose ids are those of the file. Import into another ` +
        `database, or erase this workspace first.`,
    );
  }
  if (existing) {
    throw new Error(
      `This database has another workspace ${name}. Import under another name with --workspace.`,
    );
  }
  const columnsOf = new Map((await workspaceTables(database)).map(({ name, columns }) => [name, columns]));
  const missing = Object.entries(tables).flatMap(([table, columns]) =>
    columns.filter((column) => !columnsOf.get(table)?.includes(column)).map((column) => `${table}.${column}`),
  );
  if (missing.length > 0) {
    throw new Error(`The file is of a newer version: this database has no ${missing.join(", ")}.`);
  }
  const columns = Object.keys(workspace).map(sql.ref);
  await sql`
    insert into workspaces (${sql.join(columns)})
    select ${sql.join(columns)} from json_populate_record(null::workspaces, ${JSON.stringify({ ...workspace, name })}::json)`.execute(
    database,
  );
}

/**
 * Writes the rows of a file. Whatever workspace a row names, it becomes one of this workspace.
 * @returns how many of each table; undefined when the file does not end with these counts
 */
async function addRows(
  database: Store["database"],
  { workspace, tables }: Header,
  source: AsyncGenerator<string>,
): Promise<Counts | undefined> {
  const counts: Counts = Object.fromEntries(Object.keys(tables).map((table) => [table, 0]));
  let waiting: string[] = [];
  let characters = 0;
  let current = "";
  const write = async () => {
    const columns = tables[current] ?? [];
    const values = columns.map((column) =>
      column === "workspace_id" ? sql`${workspace.id}::text` : sql.ref(column),
    );
    if (waiting.length > 0) {
      await sql`
        insert into ${sql.table(current)} (${sql.join(columns.map(sql.ref))})
        select ${sql.join(values)}
        from json_populate_recordset(null::${sql.table(current)}, ${`[${waiting.join()}]`}::json)`.execute(
        database,
      );
    }
    waiting = [];
    characters = 0;
  };
  for await (const line of source) {
    const found = parseRow(line);
    if (!found || !Object.hasOwn(tables, found.table)) {
      await write();
      const rows = parseCounts(line);
      const isWhole = rows && (await source.next()).done;
      return isWhole && isSame(rows, counts) ? counts : undefined;
    }
    const isFull = waiting.length === most.rows || characters > most.characters;
    if (found.table !== current || isFull) await write();
    current = found.table;
    waiting.push(found.row);
    characters += found.row.length;
    counts[current] = (counts[current] ?? 0) + 1;
  }
  return undefined;
}

/** SQLSTATE classes 22 and 23: a row does not fit its table, or others that are there. 42703: its table lacks a column. */
const isOfRow = /^(2[23]|42703)/;

function refuse(error: unknown): never {
  // Citus tells a violated constraint without its code.
  const isViolation = error instanceof Error && /violates .* constraint/.test(error.message);
  if (!isOfRow.test(codeOf(error)) && !isViolation) throw error;
  throw new Error(`The database refuses a row of the file: ${reasonOf(error)}. Nothing was imported.`);
}

const isSame = (one: Counts, other: Counts) =>
  Object.keys({ ...one, ...other }).every((table) => one[table] === other[table]);

/** The rows whose secret no ENCRYPTION_KEY of this server can decrypt; `reset-secrets` gives them new ones. */
async function unreadable(
  database: Store["database"],
  table: "webhooks" | "messenger_tokens",
  id: string,
  session: Session,
): Promise<string[]> {
  const rows = await database
    .selectFrom(table)
    .select(["id", "secret"])
    .where("workspace_id", "=", id)
    .execute();
  if (rows.length === 0) return [];
  const { cipher } = session.encryption();
  return rows.filter(({ id, secret }) => decrypted(cipher, secret, id) === undefined).map(({ id }) => id);
}
