/**
 * The file of a workspace: JSON, one value per line. The first line is the header; then one line per row, a table after
 * those that it refers to; the last line has the number of rows of each table, so that a file that was cut off is noticed.
 */
export interface Header {
  format: typeof format;
  /** The row of the workspace. */
  workspace: { id: string; name: string } & Record<string, unknown>;
  /** Table → the columns that its rows have. */
  tables: Record<string, string[]>;
}

export type Counts = Record<string, number>;

export const format = "contacts-api workspace 1";

/** What a line of a row begins with, before the text of a JSON object in one line, kept as it is, and ends with. */
export const rowStart = (table: string): Buffer => Buffer.from(`["${table}",`);
export const rowEnd = Buffer.from("]\n");

/** A table and the text of a row; undefined for other lines. */
export function parseRow(line: string): { table: string; row: string } | undefined {
  const [, table, row] = /^\["(\w+)",(\{.*\})\]\r?$/s.exec(line) ?? [];
  return table === undefined || row === undefined ? undefined : { table, row };
}

/** The header, or undefined when the line is none. */
export function parseHeader(line: string): Header | undefined {
  const value = parsed(line) as Partial<Header> | null | undefined;
  return value?.format === format && isWhole(value) ? value : undefined;
}

const isWhole = (value: Partial<Header>): value is Header =>
  typeof value.workspace?.id === "string" &&
  typeof value.workspace.name === "string" &&
  Object.values(value.tables ?? [undefined]).every((columns) => Array.isArray(columns) && columns.length > 0);

/** The counts of the last line, or undefined when the line is another. */
export const parseCounts = (line: string): Counts | undefined =>
  (parsed(line) as { rows?: Counts } | undefined)?.rows;

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
