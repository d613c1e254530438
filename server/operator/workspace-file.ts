import { sql } from "kysely";
import type { Store } from "../store/store.ts";

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

/** A table with rows of workspaces. */
interface WorkspaceTable {
  name: string;
  /** The columns that are written; the database itself fills the others. */
  columns: string[];
  /** The columns of the primary key. */
  key: string[];
}

/**
 * All tables whose rows belong to a workspace: those with a column `workspace_id`, as the database lists them, so that no
 * list has to be kept. A table comes after the tables that it refers to.
 */
export async function workspaceTables(database: Store["database"]): Promise<WorkspaceTable[]> {
  const { rows } = await sql<WorkspaceTable & { parents: string[] }>`
    select tables.relname::text as name,
      array(
        select attname::text from pg_attribute
        where attrelid = tables.oid and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
          and not exists (
            select from pg_attrdef
            where adrelid = attrelid and adnum = attnum and pg_get_expr(adbin, adrelid) like 'nextval(%'
          )
        order by attnum
      ) as columns,
      array(
        select attname::text from pg_index
          cross join unnest(indkey::smallint[]) with ordinality parts (number, position)
          join pg_attribute on attrelid = indrelid and attnum = parts.number
        where indrelid = tables.oid and indisprimary
        order by position
      ) as key,
      array(
        select parent.relname::text from pg_constraint join pg_class parent on parent.oid = confrelid
        where conrelid = tables.oid and contype = 'f' and confrelid <> conrelid
      ) as parents
    from pg_class tables
      join pg_attribute owner on owner.attrelid = tables.oid and owner.attname = 'workspace_id' and not attisdropped
    where tables.relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    order by tables.relname`.execute(database);
  const ordered: typeof rows = [];
  const add = (table: (typeof rows)[number]) => {
    if (ordered.includes(table)) return;
    for (const parent of rows.filter(({ name }) => table.parents.includes(name))) add(parent);
    ordered.push(table);
  };
  rows.forEach(add);
  return ordered.map(({ name, columns, key }) => ({ name, columns, key }));
}

/**
 * The id of the workspace of this name.
 * @throws Error when there is none
 */
export async function workspaceId(database: Store["database"], name: string): Promise<string> {
  const row = await database
    .selectFrom("workspaces")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirst();
  if (!row) throw new Error(`There is no workspace ${name}.`);
  return row.id;
}

/** Gives the statements of a transaction up to a minute, as an operator's work on many rows takes longer than a request. */
export async function allowMinutes(transaction: Store["database"]): Promise<void> {
  await sql`set local statement_timeout = 60000`.execute(transaction);
  await sql`set local idle_in_transaction_session_timeout = 60000`.execute(transaction);
}
