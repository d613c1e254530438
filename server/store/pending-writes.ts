import { sql, type CompiledQuery } from "kysely";
import type { Refusal } from "./errors.ts";
import { addToLedger, limitsOf, type Added, type Limits, type Usage } from "./ledger.ts";
import { compiledOnce } from "./statement.ts";
import type { Tables } from "./tables.ts";
import type { Beginning, PendingKind, Transaction } from "./transaction-types.ts";

let kinds = 0;

/**
 * Gives a function that has a transaction write a row at its end.
 * @param options.isCounted for rows of a counted table (ledger.ts): `write` returns what each adds to the ledger
 * @param options.toRows what `write` is given: by default the rows
 */
export function pendingWrite<Row extends object>(
  write: PendingKind["write"],
  {
    refusal,
    isCounted = false,
    toRows = (rows) => rows,
  }: {
    refusal?: Refusal;
    isCounted?: boolean;
    toRows?(rows: Row[], tx: Transaction, beginning: Beginning): object[];
  } = {},
): (tx: Pick<Transaction, "pending">, row: Row) => void {
  const kind: PendingKind = { id: kinds++, write, refusal, isCounted, toRows };
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

/** The statements that transactions have ended with, by the kinds of rows that they write. */
const statements = new Map<string, ReturnType<typeof statementFor>>();

/**
 * Takes all that is pending, and gives the statement that writes it and returns what it adds to the ledger; undefined when
 * nothing is.
 */
export function statementOf(tx: Transaction, beginning: Beginning): CompiledQuery<Added> | undefined {
  const { database, pending, workspaceId, quotas } = tx;
  const all = [...pending].map(([kind, rows]) => ({ kind, rows: kind.toRows(rows, tx, beginning) }));
  pending.clear();
  const written = all.filter(({ rows }) => rows.length > 0);
  if (written.length === 0) return undefined;
  const name = written.map(({ kind }) => kind.id).join();
  const statement = statements.get(name) ?? statementFor(written.map(({ kind }) => kind));
  statements.set(name, statement);
  const values: Values = { workspaceId, ...limitsOf(quotas, beginning.used) };
  written.forEach(({ rows }, i) => {
    values[`rows${i}`] = JSON.stringify(rows);
    values[`count${i}`] = rows.length;
  });
  return statement(database, values);
}

/** For each kind, by its place: its rows as JSON, and how many they are. */
interface Values extends Limits {
  workspaceId: string;
  [rows: `rows${number}`]: string;
  [count: `count${number}`]: number;
}

const statementFor = (kinds: PendingKind[]) =>
  compiledOnce<Values, Added>((_database, values) => {
    const parts = kinds.map((kind, i) => ({ ...kind, name: sql.ref(`written${i}`), i }));
    const written = parts.map(
      ({ name, write, i }) => sql`${name} as (${write(values.workspaceId, values[`rows${i}`] ?? "")})`,
    );
    const refusals = parts.flatMap(({ name, refusal, i }) =>
      refusal
        ? sql`case when (select count(*) from ${name}) < ${values[`count${i}`]} then refuse(${sql.lit(refusal)}) end`
        : [],
    );
    const counted = parts
      .filter(({ isCounted }) => isCounted)
      .map(({ name }) => sql`select contacts, bytes from ${name}`);
    if (counted.length === 0) {
      return sql`with ${sql.join(written)} select ${sql.join([sql`null as contacts, null as bytes`, ...refusals])}`;
    }
    const added = sql`
      select coalesce(sum(contacts), 0) as contacts, coalesce(sum(bytes), 0) as bytes
      from (${sql.join(counted, sql` union all `)}) counted`;
    const ledger = addToLedger(values.workspaceId, values, sql.ref("added"));
    return sql`
      with ${sql.join(written)}, added as (${added}), ledger as (${ledger})
      select ${sql.join([sql`contacts, bytes`, ...refusals])} from added`;
  });

/** A part of a statement that inserts rows of a table with these columns, by their type in PostgreSQL. */
export const insertInto =
  <Table extends keyof Tables, Column extends keyof Tables[Table] & string>(
    table: Table,
    columns: Record<Column, string>,
  ): PendingKind["write"] =>
  (workspaceId, rows) => {
    const names = sql.join(Object.keys(columns).map((column) => sql.ref(column)));
    return sql`
      insert into ${sql.table(table)} (workspace_id, ${names})
      select ${workspaceId}, ${names} from json_to_recordset(${rows}) as row (${typed(columns)})`;
  };

/**
 * A part of a statement that sets these columns of the rows of a table that have the same id. It names the ids twice, as
 * PostgreSQL otherwise may read all rows of a workspace to join them: it does not know how many there are.
 */
export const updateIn =
  <Table extends keyof Tables, Column extends keyof Tables[Table] & string>(
    table: Table,
    columns: Record<Column, string>,
  ): PendingKind["write"] =>
  (workspaceId, rows) => {
    const values = Object.keys(columns).map((column) => sql`${sql.ref(column)} = row.${sql.ref(column)}`);
    return sql`
      update ${sql.table(table)} as stored set ${sql.join(values)}
      from json_to_recordset(${rows}) as row (${typed({ id: "text", ...columns, bytes: "integer" })})
      where stored.workspace_id = ${workspaceId} and stored.id = row.id
        and stored.id = any(array(select id from json_to_recordset(${rows}) as row (id text)))`;
  };

/** What each inserted row of a counted table adds to the ledger. */
export const counted =
  (write: PendingKind["write"]): PendingKind["write"] =>
  (workspaceId, rows) =>
    sql`${write(workspaceId, rows)} returning 0 as contacts, bytes`;

/** What each row that `updateIn` changes adds to the ledger. The row, which is locked, was given with the bytes that it had. */
export const recounted =
  (write: PendingKind["write"]): PendingKind["write"] =>
  (workspaceId, rows) =>
    sql`${write(workspaceId, rows)} returning 0 as contacts, stored.bytes - row.bytes as bytes`;

const typed = (columns: Record<string, string>) =>
  sql.join(Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
