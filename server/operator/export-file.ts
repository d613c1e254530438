import { createReadStream } from "node:fs";
import { TextDecoder } from "node:util";
import { reasonOf } from "../store/errors.ts";

/** Rows of each table. */
export type Counts = Record<string, number>;

/** The values of a row by their columns. */
export type Row = Record<string, unknown>;

/**
 * The file of a workspace: JSON, one value per line. The first line is the header; then one line
 * per row, `["table",{…}]`, a table after those that it refers to; the last line has the number of
 * rows of each table, so that a file that was cut off is noticed.
 */
export interface Header {
  format: typeof format;
  /** The version that wrote the file. Earlier versions did not write it. */
  made_by?: string;
  /** The row of the workspace. */
  workspace: { id: string; name: string } & Record<string, unknown>;
}

export const format = "contacts-api workspace 1";

/**
 * Characters of a line. The longest of an export is the response to a batch of contacts, of some 15
 * MiB.
 */
const maxLineLength = 64 * 2 ** 20;

/** The lines of a file. */
export type Lines = AsyncGenerator<string, undefined>;

/**
 * The lines of a file. Node's own reader ends one also at U+2028 and U+2029, which the texts of a
 * workspace may hold.
 * @throws Error when it cannot be read, is not UTF-8, or has a line that is longer than any that
 *   export writes: a server would run out of memory
 */
export async function* linesOf(file: string): Lines {
  let line = "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    const chunks: AsyncIterable<Buffer> = createReadStream(file);
    for await (const chunk of chunks) {
      const text = decoded(decoder, chunk);
      const [end = "", ...next] = text.split("\n");
      line += end;
      if (line.length > maxLineLength)
        throw new Error(
          `one of its lines is longer than ${maxLineLength} characters`,
        );
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

/** @throws Error at a byte of another encoding, which would become the character U+FFFD */
function decoded(decoder: TextDecoder, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw new Error("it is not UTF-8");
  }
}

/**
 * Reads the first line of a file.
 * @throws Error when `export` has not written the file
 */
export async function readHeader(file: string, lines: Lines): Promise<Header> {
  const first = await lines.next();
  const header = parsed<Partial<Header>>(first.value);
  if (header?.format !== format || !header.workspace)
    throw new Error(`${file} is not a file that export wrote.`);
  return { ...header, format, workspace: header.workspace };
}

/** Reads another line: a row with its table, or the counts; nothing when it is neither. */
export function readLine(line: string): {
  table?: string;
  row?: Row;
  counts?: Counts;
} {
  const value = parsed<[table: string, row: Row] | { rows: Counts }>(line);
  if (!Array.isArray(value)) return value?.rows ? { counts: value.rows } : {};
  const [table, row] = value;
  return isRow(row) ? { table, row } : {};
}

const isRow = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value of a line; undefined when it is no JSON. */
function parsed<T>(line: string | undefined): T | undefined {
  try {
    return JSON.parse(line ?? "") as T;
  } catch {
    return undefined;
  }
}
