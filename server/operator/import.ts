import { sql } from "kysely";
import { resolve } from "node:path";
import { values } from "../../generated/constants.ts";
import { recordAudit } from "../auth/audit.ts";
import { decrypted } from "../auth/encryption.ts";
import { buildLine } from "../contract/build-info.ts";
import { codeOf, reasonOf } from "../store/errors.ts";
import { resetUsage } from "../store/usage/usage.ts";
import type { Store } from "../store/store.ts";
import { tables } from "../store/tables.ts";
import { command, optional, type Session } from "./command.ts";
import { type Owner, readOwners } from "./encryption.ts";
import {
  countBytesOfDeliveries,
  isOf110,
  upgradeRows,
} from "./import-1-1-0.ts";
import {
  type Counts,
  type Header,
  type Lines,
  linesOf,
  type Row,
  readHeader,
  readLine,
} from "./export-file.ts";
import { requireNewName, requireTables, workspaceTables } from "./workspace.ts";

/** Rows, and characters of these, that are written at once, about. */
const maxBatch = { rows: 200, characters: 4 * 2 ** 20 };

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
        const source = linesOf(file);
        const header = await readHeader(file, source);
        const { id, name: ownName } = header.workspace;
        const workspace = newName ?? ownName;
        const origin = originOf(header.made_by, header.workspace);
        await addWorkspace(
          database,
          { ...header.workspace, name: workspace },
          origin,
        ).catch((error: unknown) => refuse(error, `See line 1 of ${file}.`));
        const rows = await addRows(database, id, source, origin, file);
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

/** The origin of a file. */
interface Origin {
  madeBy: string;
  isOf110: boolean;
}

const originOf = (
  madeBy = "a version that it does not name",
  workspace: Header["workspace"],
): Origin => ({
  madeBy,
  isOf110: isOf110(workspace),
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
  await insert(
    database,
    "workspaces",
    origin.isOf110
      ? await upgradeRows(database, "workspaces", [workspace])
      : [workspace],
    origin,
    Object.keys(tables.workspaces),
  );
}

/** Rows of consecutive lines that are written at once: of one table, with the same columns. */
interface Batch {
  table: string;
  columns: string;
  rows: Row[];
  characters: number;
  firstLine: number;
}

/**
 * Writes the rows of a file. Whatever workspace a row names, it becomes one of this workspace.
 * @returns how many of each table
 * @throws Error that names the line, when the file is not whole or the database refuses a row
 */
async function addRows(
  database: Store["database"],
  workspaceId: string,
  lines: Lines,
  origin: Origin,
  file: string,
): Promise<Counts> {
  const counts: Counts = Object.fromEntries(
    [...workspaceTables.keys()].map((table) => [table, 0]),
  );
  const notWhole = (why: string) =>
    new Error(`${file} was cut off, or changed. Nothing was imported. ${why}`);
  const write = async (
    { table, rows, firstLine }: Batch,
    lastLine: number,
  ): Promise<void> => {
    const ready = origin.isOf110
      ? await upgradeRows(database, table, rows)
      : rows;
    await insert(database, table, ready, origin).catch((error: unknown) =>
      refuse(error, `See lines ${firstLine} to ${lastLine} of ${file}.`),
    );
  };
  let batch: Batch | undefined;
  let number = 1; // of the line; the header is the first
  for await (const line of lines) {
    number++;
    const { table = "", row, counts: noted } = readLine(line);
    const columns = Object.keys(row ?? {}).join();
    if (batch && !hasRoom(batch, table, columns)) {
      await write(batch, number - 1);
      batch = undefined;
    }
    if (noted) {
      if (!(await lines.next()).done)
        throw notWhole(`It goes on after its end, line ${number}.`);
      if (!isSame(noted, counts))
        throw notWhole(`It has other rows than line ${number} counts.`);
      return counts;
    }
    if (!row) throw notWhole(`Line ${number} is not a row.`);
    batch ??= { table, columns, rows: [], characters: 0, firstLine: number };
    batch.rows.push({ ...row, workspace_id: workspaceId });
    batch.characters += line.length;
    counts[table] = (counts[table] ?? 0) + 1;
  }
  throw notWhole(`It ends with line ${number}, without its counts.`);
}

const hasRoom = (batch: Batch, table: string, columns: string): boolean =>
  batch.table === table &&
  batch.columns === columns &&
  batch.rows.length < maxBatch.rows &&
  batch.characters <= maxBatch.characters;

/** Columns with the values that the contract lists, which the database does not know. */
const listed: Record<string, Record<string, readonly unknown[]>> = {
  contacts: { lifecycle: values.Lifecycle },
  conversations: { status: values.ConversationStatus },
  messages: { author_type: values.AuthorType },
  tickets: { status: values.TicketStatus, priority: values.TicketPriority },
};

/**
 * Writes rows with the columns of the first: a file of an earlier version lacks those that have a
 * default since.
 * @throws Error when a column, or a value that the contract lists, is of a later version
 */
async function insert(
  database: Store["database"],
  table: string,
  rows: Row[],
  { madeBy }: Origin,
  known = workspaceTables.get(table) ?? [],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const missing = columns.filter((column) => !known.includes(column));
  if (missing.length > 0) {
    const names = missing.map((column) => `${table}.${column}`).join(", ");
    throw ofAnotherVersion(madeBy, `the database of this one has no ${names}`);
  }
  for (const [column, known] of Object.entries(listed[table] ?? {})) {
    const unknown = rows.find((row) => !known.includes(row[column]));
    if (unknown)
      throw ofAnotherVersion(
        madeBy,
        `this one does not know the ${table}.${column} ${String(unknown[column])}`,
      );
  }
  const names = sql.join(columns.map(sql.ref));
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    database,
  );
}

const ofAnotherVersion = (madeBy: string, what: string) =>
  new Error(
    `The file was made by ${madeBy}, and this is ${buildLine()}: ${what}. ` +
      "Import it with the version that made it, or a later one.",
  );

/**
 * SQLSTATE classes 22 and 23: a row does not fit its table, or others that are there. 42703: its
 * table lacks a column.
 */
const isOfRow = /^(2[23]|42703)/;

function refuse(error: unknown, place: string): never {
  // Citus reports a violated constraint without its code.
  const isViolation =
    error instanceof Error && /violates .* constraint/.test(error.message);
  if (!isOfRow.test(codeOf(error)) && !isViolation) throw error;
  throw new Error(
    `The database refuses a row of the file: ${reasonOf(error)}. Nothing was imported. ${place}`,
  );
}

const isSame = (one: Counts, other: Counts): boolean =>
  Object.keys({ ...one, ...other }).every(
    (table) => (one[table] ?? 0) === (other[table] ?? 0),
  );

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
