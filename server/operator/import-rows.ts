import type { Store } from "../store/store.ts";
import { type Counts, type Lines, type Row, readLine } from "./export-file.ts";
import { insertRows, type Origin, refuse } from "./insert-rows.ts";
import { workspaceTables } from "./workspace.ts";

/** Rows, and characters of these, that are written at once, about. */
const maxBatch = { rows: 200, characters: 4 * 2 ** 20 };

/** Rows of consecutive lines that are written at once: of one table, with the same columns. */
interface Batch {
  table: string;
  columns: string;
  rows: Row[];
  characters: number;
  firstLine: number;
}

/** A file from which rows are read. */
interface Source {
  file: string;
  /** The lines after the header. */
  lines: Lines;
  origin: Origin;
}

/**
 * Writes the rows of a file. Whatever workspace a row names, it becomes one of this workspace.
 * @returns how many of each table
 * @throws Error that names the line, when the file is not whole or the database refuses a row
 */
export async function importRows(
  database: Store["database"],
  workspaceId: string,
  { file, lines, origin }: Source,
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
    const known = workspaceTables.get(table) ?? [];
    await insertRows(database, { table, known }, rows, origin).catch(
      (error: unknown) =>
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

const isSame = (one: Counts, other: Counts): boolean =>
  Object.keys({ ...one, ...other }).every(
    (table) => (one[table] ?? 0) === (other[table] ?? 0),
  );
