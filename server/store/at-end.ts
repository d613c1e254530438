import { sql, type CompiledQuery, type Kysely, type RawBuilder, type Transaction } from "kysely";
import type { Quotas } from "./quotas.ts";
import type { Refusal } from "./faults.ts";
import type { Moment } from "./moment.ts";
import { compiledOnce } from "./statement.ts";
import type { Tables } from "./tables.ts";
import type { Usage } from "./usage.ts";

/** What one transaction in one workspace writes at its end. Rows and events of a change are committed together. */
export interface Change {
  workspaceId: string;
  /** The moment of the change by the database's clock, for every row that it writes. */
  now: Moment;
  quotas: Quotas;
  /** What the workspace stores, with what the change adds to it. */
  used: Usage;
  /** The webhooks that were enabled when the change began, and the types of events that they want. */
  webhooks: Pick<Tables["webhooks"], "id" | "events">[];
  /** What the change writes at its end. */
  endings: Ending[];
  /** Set when the change queues deliveries that are due at once. */
  hasDueDeliveries: boolean;
}

/** A change that also reads, locks and writes before its end. */
export interface OpenChange extends Change {
  transaction: Transaction<Tables>;
}

/** What a statement needs that reads before a change has begun. */
export type Reading = Pick<OpenChange, "transaction" | "workspaceId">;

/** A kind of rows that changes write at their end. */
interface Kind {
  id: number;
  /** A part of a statement, which writes rows that are given as JSON. It is built once. */
  write: (workspaceId: string, rows: string) => RawBuilder<unknown>;
  /** Why the change is undone when `write` returns fewer rows than it is given. */
  refusal: Refusal | undefined;
}

/** What a change has left to its end of one kind. */
export interface Ending {
  kind: Kind;
  rows: () => object[];
  check: () => Check | undefined;
}

/** Runs in the transaction after everything is written, and undoes it when it throws. */
export type Check = (reading: Reading) => Promise<void>;

let kinds = 0;

/**
 * Gives a function that leaves a row to the end of its change. One statement writes all rows that a change leaves; the
 * change itself does not see them before.
 * @param options.toRows what `write` is given: by default the rows, else e.g. their sum
 * @param options.check gives what has to be checked before the commit, if anything
 */
export function atEnd<Row extends object>(
  write: Kind["write"],
  {
    refusal,
    toRows = (_change, rows) => rows,
    check,
  }: {
    refusal?: Refusal;
    toRows?: (change: Change, rows: Row[]) => object[];
    check?: (change: Change, rows: Row[]) => Check | undefined;
  } = {},
): (change: Change, row: Row) => void {
  const kind = { id: kinds++, write, refusal };
  const left = new WeakMap<Ending[], Row[]>();
  return (change, row) => {
    const { endings } = change;
    const earlier = left.get(endings);
    if (earlier) {
      earlier.push(row);
      return;
    }
    const rows = [row];
    left.set(endings, rows);
    const take = () => {
      left.delete(endings);
      return toRows(change, rows);
    };
    endings.push({ kind, rows: take, check: () => check?.(change, rows) });
  };
}

/** The statements that changes have ended with, by the kinds of rows that they write. */
const statements = new Map<string, ReturnType<typeof statementFor>>();

/** The statement that writes all that a change has left to its end; undefined when that is nothing. */
export function endingOf(
  database: Kysely<Tables>,
  { endings, workspaceId }: Change,
): CompiledQuery | undefined {
  const all = endings.splice(0);
  if (all.length === 0) return undefined;
  const name = all.map(({ kind }) => kind.id).join();
  const statement = statements.get(name) ?? statementFor(all.map(({ kind }) => kind));
  statements.set(name, statement);
  const values: Values = { workspaceId };
  all.forEach(({ rows }, i) => {
    const some = rows();
    values[`rows${i}`] = JSON.stringify(some);
    values[`count${i}`] = some.length;
  });
  return statement(database, values);
}

/** For each kind, by its place: its rows as JSON, and how many they are. */
interface Values {
  workspaceId: string;
  [rows: `rows${number}`]: string;
  [count: `count${number}`]: number;
}

const statementFor = (all: Kind[]) =>
  compiledOnce((_database, values: Values) => {
    const parts = all.map((kind, i) => ({ ...kind, name: sql.ref(`ending${i}`), i }));
    const written = parts.map(
      ({ name, write, i }) => sql`${name} as (${write(values.workspaceId, values[`rows${i}`] ?? "")})`,
    );
    const refusals = parts.map(({ name, refusal, i }) =>
      refusal
        ? sql`case when (select count(*) from ${name}) < ${values[`count${i}`]} then refuse(${sql.lit(refusal)}) end`
        : sql`null`,
    );
    return sql`with ${sql.join(written)} select ${sql.join(refusals)}`;
  });

/** A part of a statement that inserts rows of a table with these columns, by their type in PostgreSQL. */
export const insertInto =
  <Table extends keyof Tables, Column extends keyof Tables[Table] & string>(
    table: Table,
    columns: Record<Column, string>,
  ): Kind["write"] =>
  (workspaceId, rows) => {
    const names = sql.join(Object.keys(columns).map((column) => sql.ref(column)));
    return sql`
      insert into ${sql.table(table)} (workspace_id, ${names})
      select ${workspaceId}, ${names} from json_to_recordset(${rows}) as row (${typed(columns)})`;
  };

/** A part of a statement that sets these columns of the rows of a table that have the same id. */
export const updateIn =
  <Table extends keyof Tables, Column extends keyof Tables[Table] & string>(
    table: Table,
    columns: Record<Column, string>,
  ): Kind["write"] =>
  (workspaceId, rows) => {
    const values = Object.keys(columns).map((column) => sql`${sql.ref(column)} = row.${sql.ref(column)}`);
    return sql`
      update ${sql.table(table)} as stored set ${sql.join(values)}
      from json_to_recordset(${rows}) as row (${typed({ id: "text", ...columns })})
      where stored.workspace_id = ${workspaceId} and stored.id = row.id`;
  };

const typed = (columns: Record<string, string>) =>
  sql.join(Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
