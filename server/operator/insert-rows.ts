import { sql } from "kysely";
import { values } from "../../generated/constants.ts";
import { buildLine } from "../contract/build-info.ts";
import { codeOf, reasonOf } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import type { Header, Row } from "./export-file.ts";
import { isOf110, upgradeRows } from "./import-1-1-0.ts";

/** The origin of a file. */
export interface Origin {
  madeBy: string;
  isOf110: boolean;
}

/** Returns the origin of a file from its header. */
export const originOf = (
  madeBy = "a version that it does not name",
  workspace: Header["workspace"],
): Origin => ({
  madeBy,
  isOf110: isOf110(workspace),
});

/** Columns with the values that the contract lists, which the database does not know. */
const listed: Record<string, Record<string, readonly unknown[]>> = {
  contacts: { lifecycle: values.Lifecycle },
  conversations: { status: values.ConversationStatus },
  messages: { author_type: values.AuthorType },
  tickets: { status: values.TicketStatus, priority: values.TicketPriority },
};

/** The table of rows, and the columns that they may have. */
interface Target {
  table: string;
  known: string[];
}

/**
 * Writes rows of a file into a table. The rows have the columns of the first one: a file of an
 * earlier version lacks those that have a default since.
 * @throws Error when a column, or a value that the contract lists, is of a later version
 */
export async function insertRows(
  database: Store["database"],
  target: Target,
  rows: Row[],
  { madeBy, isOf110 }: Origin,
): Promise<void> {
  const { table } = target;
  const ready = isOf110 ? await upgradeRows(database, table, rows) : rows;
  const columns = Object.keys(ready[0] ?? {});
  if (columns.length === 0) return;
  const unknown = unknownName(target, ready);
  if (unknown !== undefined)
    throw new Error(
      `The file was made by ${madeBy}, and this is ${buildLine()}: ${unknown}. ` +
        "Import it with the version that made it, or a later one.",
    );
  const names = sql.join(columns.map(sql.ref));
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(ready)}::json)`.execute(
    database,
  );
}

/** Says which column or value of rows this version does not know; undefined when it knows all. */
function unknownName(
  { table, known }: Target,
  rows: Row[],
): string | undefined {
  const missing = Object.keys(rows[0] ?? {})
    .filter((column) => !known.includes(column))
    .map((column) => `${table}.${column}`);
  if (missing.length > 0)
    return `the database of this one has no ${missing.join(", ")}`;
  for (const [column, allowed] of Object.entries(listed[table] ?? {})) {
    const row = rows.find((each) => !allowed.includes(each[column]));
    if (row)
      return `this one does not know the ${table}.${column} ${String(row[column])}`;
  }
  return undefined;
}

/**
 * SQLSTATE classes 22 and 23: a row does not fit its table, or others that are there. 42703: its
 * table lacks a column.
 */
const isOfRow = /^(2[23]|42703)/;

/**
 * Says that the database refuses a row of a file, where it does.
 * @throws Error with the place; any other error as it is
 */
export function refuse(error: unknown, place: string): never {
  // Citus reports a violated constraint without its code.
  const isViolation =
    error instanceof Error && /violates .* constraint/.test(error.message);
  if (!isOfRow.test(codeOf(error)) && !isViolation) throw error;
  throw new Error(
    `The database refuses a row of the file: ${reasonOf(error)}. Nothing was imported. ${place}`,
  );
}
