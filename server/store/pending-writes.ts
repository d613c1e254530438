import {
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type Updateable,
} from "kysely";
import type { EventRequest } from "../../generated/types.ts";
import type { Column } from "./columns.ts";
import type { Conflict } from "./errors.ts";
import {
  type Added,
  addToLedger,
  isCounted,
  type Limits,
  limitsOf,
  type Quotas,
  type Usage,
} from "./ledger.ts";
import { statement } from "./statement.ts";
import type { Store } from "./store.ts";
import { tables, type Tables, type TableWith } from "./tables.ts";
import type { Timestamp } from "./timestamp.ts";

/** All kinds of rows that transactions write at their end. The number of one is its place. */
const kinds: PendingKind[] = [];

/** Gives a function that has a transaction write a row at its end. */
export function pendingWrite<Row extends object>(
  write: PendingKind["write"],
  options: Partial<Omit<PendingKind<Row>, "number" | "write">> = {},
): (tx: Pick<Transaction, "pending">, row: Row) => void {
  const plain = {
    conflict: undefined,
    isCounted: false,
    expires: false,
    toRows: (rows: Row[]) => rows,
  };
  const kind: PendingKind<Row> = {
    number: kinds.length,
    write,
    ...plain,
    ...options,
  };
  kinds.push(kind);
  return ({ pending }, row) => {
    const rows = pending.get(kind);
    if (rows) rows.push(row);
    else pending.set(kind, [row]);
  };
}

/** Changes the ledger, at the end of the transaction, by what was written or deleted before it. */
export const adjustLedger = pendingWrite<Usage>(
  (_workspaceId, rows) => sql`
    select * from json_to_recordset(${rows}) as row (contacts bigint, bytes bigint)`,
  { isCounted: true },
);

/**
 * Writes all that is pending, by one statement.
 * @returns what it adds to the ledger; undefined when nothing is pending
 */
export function writeAll(
  tx: Transaction,
  beginning: Beginning,
): Promise<Added[]> | undefined {
  const { database, pending, workspaceId } = tx;
  const all = [...pending].map(([{ number, toRows }, rows]) => ({
    number,
    rows: toRows(rows, tx, beginning),
  }));
  pending.clear();
  const written = all.filter(({ rows }) => rows.length > 0);
  const values: Values = { workspaceId, ...limitsOf(beginning) };
  for (const { number, rows } of written) {
    values[`rows${number}`] = JSON.stringify(rows);
    values[`count${number}`] = rows.length;
  }
  return written.length > 0 ? writeTogether(database, values) : undefined;
}

/** For each kind that is written, by its number: its rows as JSON, and how many they are. */
interface Values extends Limits {
  workspaceId: string;
  [rows: `rows${number}`]: string;
  [count: `count${number}`]: number;
}

const writeTogether = statement<Values, Added>((_database, values) => {
  const numbers = Object.keys(values).flatMap(
    (name) => /^rows(\d+)$/.exec(name)?.[1] ?? [],
  );
  const parts = numbers
    .flatMap((number) => kinds[Number(number)] ?? [])
    .map((kind) => ({ ...kind, name: sql.ref(`written${kind.number}`) }));
  const written = parts.map(
    ({ name, write, number }) =>
      sql`${name} as (${write(values.workspaceId, values[`rows${number}`] ?? "")})`,
  );
  const conflicts = parts.flatMap(({ name, conflict, number }) =>
    conflict
      ? sql`case when (select count(*) from ${name}) < ${values[`count${number}`]} then raise_conflict(${sql.lit(conflict)}) end`
      : [],
  );
  const counted = parts
    .filter(({ isCounted }) => isCounted)
    .map(
      ({ name, expires }) =>
        sql`select contacts, bytes, ${expires ? sql.lit(0) : sql.ref("bytes")} as lasting from ${name}`,
    );
  if (counted.length === 0) {
    return sql`with ${sql.join(written)} select ${sql.join([sql`null as contacts, null as bytes, null as lasting`, ...conflicts])}`;
  }
  const added = sql`
      select coalesce(sum(contacts), 0) as contacts, coalesce(sum(bytes), 0) as bytes,
        coalesce(sum(lasting), 0) as lasting
      from (${sql.join(counted, sql` union all `)}) counted`;
  const ledger = addToLedger(values.workspaceId, values, sql.ref("added"));
  return sql`
      with ${sql.join(written)}, added as (${added}), ledger as (${ledger})
      select ${sql.join([sql`contacts, bytes, lasting`, ...conflicts])} from added`;
});

type Row<T extends keyof Tables, Column> = Pick<
  Selectable<Tables[T]>,
  Exclude<Column, "workspace_id"> & keyof Selectable<Tables[T]>
>;

/**
 * Gives a function that inserts a row of a table at the end of a transaction, in the order of its calls.
 * @param options.conflict rows with a value that must be unique are left out, and then the transaction is undone for this reason
 * @param options.before an item of `from`, which is evaluated before the first row is made
 */
export function pendingInsert<T extends TableWith<"workspace_id">>(
  table: T,
  {
    before,
    ...options
  }: Partial<Pick<PendingKind, "conflict" | "expires">> & {
    before?: (workspaceId: string) => RawBuilder<unknown>;
  } = {},
): (
  tx: Pick<Transaction, "pending">,
  row: Row<T, keyof Insertable<Tables[T]>>,
) => void {
  const columns = columnsOf(table, ["change", "insert"]);
  const names = sql.join(columns.map(([name]) => sql.ref(name)));
  const added = sql`returning ${sql.lit(table === "contacts" ? 1 : 0)} as contacts, bytes`;
  return pendingWrite(
    (workspaceId, rows) => sql`
      insert into ${sql.table(table)} (workspace_id, ${names})
      select ${workspaceId}, ${names} from ${before ? sql`${before(workspaceId)} before, ` : sql``}
        rows from (json_to_recordset(${rows}) as (${typed(columns)})) with ordinality as row (${names}, row_number)
      order by row_number
      ${options.conflict ? sql`on conflict do nothing` : sql``} ${isCounted(table) ? added : sql``}`,
    { isCounted: isCounted(table), ...options },
  );
}

/**
 * Gives a function that stores, at the end of a transaction, what can change of a row. The statement names the ids twice, as
 * PostgreSQL otherwise may read all rows of a workspace to join them: it does not know how many there are.
 */
export function pendingUpdate<T extends TableWith<"workspace_id" | "id">>(
  table: T,
): (
  tx: Pick<Transaction, "pending">,
  row: Row<T, "id" | keyof Updateable<Tables[T]>>,
) => void {
  const columns = columnsOf(table, ["change"]);
  const values = sql.join(
    columns.map(([name]) => sql`${sql.ref(name)} = row.${sql.ref(name)}`),
  );
  const added = (workspaceId: string) => sql`
    returning 0 as contacts, stored.bytes - (
      select bytes from ${sql.table(table)} before where before.workspace_id = ${workspaceId} and before.id = stored.id
    ) as bytes`;
  return pendingWrite(
    (workspaceId, rows) => sql`
      update ${sql.table(table)} as stored set ${values}
      from json_to_recordset(${rows}) as row (id text, ${typed(columns)})
      where stored.workspace_id = ${workspaceId} and stored.id = row.id
        and stored.id = any(array(select id from json_to_recordset(${rows}) as row (id text)))
      ${isCounted(table) ? added(workspaceId) : sql``}`,
    { isCounted: isCounted(table) },
  );
}

/** The columns of a table that one of these writes, without the workspace, which is the transaction's. */
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

/**
 * A transaction in one workspace. Rows that are written by `pendingWrite`, such as events, are written at its end, all by one
 * statement; until then it does not see them.
 */
export interface Transaction {
  workspaceId: string;
  /** What causes it; null when no request does. */
  request: EventRequest | null;
  /** Reads, locks and writes at once. Statements that are awaited together take one round trip, in their order. */
  database: Kysely<Tables>;
  /** The time of the transaction by the database's clock, for every row that it writes. */
  now: () => Promise<Timestamp>;
  /** The same time in SQL, for a statement that is not to wait for it. */
  clock: Store["now"];
  /** What was read with the beginning. It arrives before what any other statement reads. */
  beginning: Promise<Beginning>;
  pending: PendingWrites;
  /** Set when deliveries are queued that are due at once. */
  hasDueDeliveries: boolean;
  /** Set when nothing is to be kept of the transaction although its work has a result. */
  isRolledBack: boolean;
}

/** What was so when a transaction began. */
export interface Beginning {
  now: Timestamp;
  /** The webhooks that were enabled, and the types of events that they want. */
  webhooks: Pick<Selectable<Tables["webhooks"]>, "id" | "events">[];
  /** What the workspace stored, and how much it may store. */
  used: Usage;
  quotas: Quotas;
}

/** Rows of one kind that transactions write at their end. */
interface PendingKind<Row extends object = object> {
  number: number;
  /** A part of a statement, which writes rows that are given as JSON. It is built once. */
  write: (workspaceId: string, rows: string) => RawBuilder<unknown>;
  /** Why the transaction is undone when `write` returns fewer rows than it is given. */
  conflict: Conflict | undefined;
  /** Whether `write` returns of each row what it adds to the ledger (ledger.ts): `contacts` and `bytes`. */
  isCounted: boolean;
  /** Whether the rows tell what a change did, and expire: events, deliveries and stored responses. */
  expires: boolean;
  /** What `write` is given for the rows. */
  toRows(rows: Row[], tx: Transaction, beginning: Beginning): object[];
}

/** The rows that a transaction has still to write. */
type PendingWrites = Map<PendingKind, object[]>;
