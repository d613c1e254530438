import {
  type Insertable,
  type RawBuilder,
  type Selectable,
  sql,
  type Updateable,
} from "kysely";
import type { Column } from "./columns.ts";
import { planEachTime } from "./database/driver.ts";
import { listsWithCursors } from "./own-tables.ts";
import { statement } from "./statement.ts";
import { type Tables, tables, type TableWith } from "./tables.ts";
import type { Transaction } from "./transaction.ts";
import { count, isCounted, rowBytes } from "./usage/usage.ts";

/*
 * The rows of a workspace are written here, so that its usage counts each of them (D-35). A write
 * is sent at once. The transaction waits for it at its end, so its caller need not, and statements
 * that are sent later see it.
 */

type Row<Table extends keyof Tables, Names> = Pick<
  Selectable<Tables[Table]>,
  Exclude<Names, "workspace_id"> & keyof Selectable<Tables[Table]>
>;

/** Inserts rows of a table in their order. */
export function insert<Table extends TableWith<"workspace_id">>(
  tx: Transaction,
  table: Table,
  rows: Row<Table, keyof Insertable<Tables[Table]>>[],
): Promise<void> {
  if (rows.length === 0) return Promise.resolve();
  const { database, workspaceId } = tx;
  const written = inserts(table)(database, {
    workspaceId,
    rows: JSON.stringify(rows),
  });
  return sendCounted(tx, table, written);
}

/** The changes of a row: columns that are missing stay as they are. */
type Change<Table extends TableWith<"workspace_id" | "id">> = Pick<
  Row<Table, "id">,
  "id" & keyof Row<Table, "id">
> &
  Partial<Row<Table, keyof Updateable<Tables[Table]>>>;

/** Changes rows of a table, all in the same columns. */
export function update<Table extends TableWith<"workspace_id" | "id">>(
  tx: Transaction,
  table: Table,
  rows: Change<Table>[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return Promise.resolve();
  const { database, workspaceId } = tx;
  const columns = columnsOf(table, ["change"]).filter(
    ([name]) => name in first,
  );
  const written = updates(table, columns)(database, {
    workspaceId,
    rows: JSON.stringify(rows),
  });
  return sendCounted(tx, table, written);
}

/**
 * Deletes rows of a table. Of those that are elements of a list it keeps the positions.
 * @returns the number of rows
 */
export async function remove(
  tx: Transaction,
  table: TableWith<"workspace_id">,
  where: RawBuilder<unknown>,
): Promise<number> {
  const list = listsWithCursors[table];
  const positions = list
    ? sql`, positions as (
        insert into cursor_positions (workspace_id, list, id, created_at, deleted_at, bytes)
        select workspace_id, ${list}, id, created_at, ${tx.now}::timestamptz, ${sql.lit(rowBytes)} from deleted
        on conflict do nothing
        returning bytes
      )`
    : sql``;
  const saved = list
    ? sql`(select coalesce(sum(bytes), 0) from positions)`
    : sql.lit(0);
  const freed = isCounted(table) ? sql`coalesce(sum(bytes), 0)` : sql.lit(0);
  const { rows } = await sql<{ count: number; bytes: number }>`
    ${planEachTime} with deleted as (
      delete from ${sql.table(table)} where workspace_id = ${tx.workspaceId} and ${where} returning *
    ) ${positions}
    select count(*)::integer as count, (${saved} - ${freed})::float8 as bytes from deleted`.execute(
    tx.database,
  );
  const { count: deleted, bytes } = rows[0] ?? { count: 0, bytes: 0 };
  count(tx, table, { rows: -deleted, bytes });
  return deleted;
}

/** Rows that a write adds to a table, and bytes that it adds to its workspace. */
export interface Written {
  rows: number;
  bytes: number;
}

/** Has the transaction wait for a write that was sent, and fail with it. */
export function send<T>(
  { writes }: Transaction,
  write: Promise<T>,
): Promise<T> {
  write.catch(() => undefined); // the transaction throws it
  writes.push(write);
  return write;
}

/** Does the same as `send`, and adds the result of the write to the usage. */
export function sendCounted(
  tx: Transaction,
  table: keyof Tables,
  written: Promise<Written[]>,
): Promise<void> {
  const counted = written.then((results) => {
    for (const result of results) count(tx, table, result);
  });
  return send(tx, counted);
}

/** The values of a write: `rows` is JSON. */
interface Values {
  workspaceId: string;
  rows: string;
}

type Write = ReturnType<typeof statement<Values, Written>>;

const statements = new Map<string, Write>();

/** Returns the statement with a name, which is built once. */
function once(name: string, build: () => Write): Write {
  const known = statements.get(name);
  if (known) return known;
  const write = build();
  statements.set(name, write);
  return write;
}

const inserts = (table: keyof Tables) =>
  once(`insert into ${table}`, () => {
    const columns = columnsOf(table, ["change", "insert"]);
    const names = sql.join(columns.map(([name]) => sql.ref(name)));
    return statement(
      (_database, { workspaceId, rows }) => sql<Written>`
        insert into ${sql.table(table)} (workspace_id, ${names})
        select ${workspaceId}, ${names}
        from rows from (json_to_recordset(${rows}) as (${typed(columns)})) with ordinality as row (${names}, row_number)
        order by row_number
        returning 1 as rows, ${isCounted(table) ? sql.ref("bytes") : sql`0 as bytes`}`,
    );
  });

/**
 * The ids are named twice, as PostgreSQL otherwise may read all rows of a workspace to join them:
 * it does not know how many there are.
 */
const updates = (table: keyof Tables, columns: [string, Column][]) =>
  once(`update ${table} ${columns.map(([name]) => name).join()}`, () => {
    const values = columns.map(
      ([name]) => sql`${sql.ref(name)} = row.${sql.ref(name)}`,
    );
    const added = (workspaceId: string) => sql`
      returning 0 as rows, stored.bytes - (
        select bytes from ${sql.table(table)} before where before.workspace_id = ${workspaceId} and before.id = stored.id
      ) as bytes`;
    return statement(
      (_database, { workspaceId, rows }) => sql<Written>`
        update ${sql.table(table)} as stored set ${sql.join(values)}
        from json_to_recordset(${rows}) as row (id text, ${typed(columns)})
        where stored.workspace_id = ${workspaceId} and stored.id = row.id
          and stored.id = any(array(select id from json_to_recordset(${rows}) as row (id text)))
        ${isCounted(table) ? added(workspaceId) : sql``}`,
    );
  });

/**
 * The columns of a table that one of these writes, without the workspace, which is the
 * transaction's.
 */
const columnsOf = (
  table: keyof Tables,
  writers: Column["writer"][],
): [string, Column][] =>
  Object.entries<Column>(tables[table]).filter(
    ([name, { writer }]) => name !== "workspace_id" && writers.includes(writer),
  );

const typed = (columns: [string, Column][]) =>
  sql.join(
    columns.map(([name, { type }]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
  );
