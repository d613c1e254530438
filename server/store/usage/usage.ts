import { sql, type Kysely, type Selectable } from "kysely";
import type { Quotas } from "../../settings/quotas.ts";
import type { Column } from "../columns.ts";
import { expiringTables, limitedTable } from "../own-tables.ts";
import { statement } from "../statement.ts";
import { tables, type Tables } from "../tables.ts";

/*
 * The usage of each workspace: how much it stores (D-35). Every row that counts has its size in its
 * column `bytes`. A transaction adds what it writes to the usage, so the usage equals a recount of
 * the rows.
 */

/** The usage of a workspace, or the usage that a transaction adds. */
export type Usage = Record<typeof limitedTable | "bytes", number>;

/** A transaction would store more than a quota of its workspace; it is undone. */
export class QuotaExceeded extends Error {
  readonly what: keyof Usage;
  readonly quota: number;

  constructor(what: keyof Usage, quota: number) {
    super(`The workspace may store ${quota} ${what}, and would have more.`);
    this.what = what;
    this.quota = quota;
  }
}

/** Sums as PostgreSQL returns them: numbers in text. */
type Sums = Record<keyof Usage, string>;

/** The usage that a transaction adds to its workspace. */
export interface Added extends Usage {
  /** The bytes that do not expire. */
  lastingBytes: number;
  /** The number of writes that have to be within the quotas. */
  writes: number;
}

export const noneAdded = (): Added => ({
  [limitedTable]: 0,
  bytes: 0,
  lastingBytes: 0,
  writes: 0,
});

/** Counts rows that a transaction has written or deleted. */
export function count(
  { added }: { added: Added },
  table: keyof Tables,
  { rows, bytes }: { rows: number; bytes: number },
): void {
  added.writes++;
  added.bytes += bytes;
  if (table === limitedTable) added[limitedTable] += rows;
  if (!expiringTables.includes(table)) added.lastingBytes += bytes;
}

/** A table whose rows count: one with a column of their bytes. */
export type CountedTable = {
  [Table in keyof Tables]: Selectable<Tables[Table]> extends { bytes: number }
    ? Table
    : never;
}[keyof Tables];

export const isCounted = (table: keyof Tables): table is CountedTable =>
  Object.entries<Column>(tables[table]).some(
    ([name, { type }]) => name === "bytes" && type === "integer",
  );

/** The tables whose rows count. */
export const countedTables = (Object.keys(tables) as (keyof Tables)[]).filter(
  isCounted,
);

/**
 * The number of bytes that a row counts beside its texts: for its numbers, timestamps, ids and
 * entries of indexes (0001-baseline.ts).
 */
export const rowBytes = 200;

/**
 * The number of parts into which the counts of a workspace are split, so that simultaneous
 * transactions mostly count in different parts. Two transactions in one part wait for each other's
 * commit, because the count is sent with the commit.
 */
const parts = 16;

/** The column that counts the rows of `limitedTable`. */
const limited = sql.ref(limitedTable);

/** The usage of a workspace, as numbers in text where the row is not read as JSON. */
export const totals = (workspaceId: string) => sql<Sums>`
  select coalesce(sum(${limited}), 0) as ${limited}, coalesce(sum(bytes), 0) as bytes
  from workspace_usage_parts where workspace_id = ${workspaceId}`;

/** Sums up the rows of a workspace. */
export const recount = (workspaceId: string) => sql<Sums>`
  select coalesce(sum(${limited}), 0) as ${limited}, coalesce(sum(bytes), 0) as bytes
  from (${sql.join(countedTables.map(countOf(workspaceId)), sql` union all `)}) counted`;

const countOf = (workspaceId: string) => (table: CountedTable) => sql`
  select ${table === limitedTable ? sql`count(*)` : sql.lit(0)} as ${limited}, sum(bytes) as bytes
  from ${sql.table(table)} where workspace_id = ${workspaceId}`;

/** A workspace whose usage differs from a recount of its rows. */
interface UsageDifference {
  id: string;
  name: string;
  noted: Usage;
  counted: Usage;
}

/**
 * Compares the usage of each workspace with a recount of its rows, and returns the first that
 * differ.
 */
export async function readUsageDifferences(
  database: Kysely<Tables>,
  limit: number,
): Promise<UsageDifference[]> {
  const sums = countedTables.map(
    (table) => sql`
      select workspace_id, ${table === limitedTable ? sql`count(*)` : sql.lit(0)} as ${limited}, sum(bytes) as bytes
      from ${sql.table(table)} group by workspace_id`,
  );
  const { rows } = await sql<UsageDifference>`
    with noted as (
      select workspace_id, sum(${limited}) as ${limited}, sum(bytes) as bytes from workspace_usage_parts group by workspace_id
    ), counted as (
      select workspace_id, sum(${limited}) as ${limited}, sum(bytes) as bytes
      from (${sql.join(sums, sql` union all `)}) tables group by workspace_id
    ), compared as (
      select id, name, coalesce(noted.${limited}, 0) as noted_rows, coalesce(noted.bytes, 0) as noted_bytes,
        coalesce(counted.${limited}, 0) as counted_rows, coalesce(counted.bytes, 0) as counted_bytes
      from workspaces left join noted on noted.workspace_id = id left join counted on counted.workspace_id = id
    )
    select id, name, json_build_object(${sql.lit(limitedTable)}, noted_rows, 'bytes', noted_bytes) as noted,
      json_build_object(${sql.lit(limitedTable)}, counted_rows, 'bytes', counted_bytes) as counted
    from compared
    where (noted_rows, noted_bytes) <> (counted_rows, counted_bytes)
    order by id limit ${limit}`.execute(database);
  return rows;
}

const addToPart = sql`insert into workspace_usage_parts as counted (workspace_id, part, ${limited}, bytes)`;
const toPart = sql`
  on conflict (workspace_id, part) do update
    set ${limited} = counted.${limited} + excluded.${limited}, bytes = counted.bytes + excluded.bytes`;

/**
 * Adds what a transaction has written to the usage of its workspace. It is the last statement, as
 * others may wait for it.
 */
export async function addUsage({
  database,
  workspaceId,
  added: { [limitedTable]: rows, bytes },
}: {
  database: Kysely<Tables>;
  workspaceId: string;
  added: Added;
}): Promise<void> {
  if (rows === 0 && bytes === 0) return;
  await add(database, { workspaceId, rows, bytes });
}

const add = statement(
  (
    _database,
    {
      workspaceId,
      rows,
      bytes,
    }: { workspaceId: string; rows: number; bytes: number },
  ) => sql`
    ${addToPart}
    values (${workspaceId}, pg_backend_pid() % ${sql.lit(parts)}, ${rows}::bigint, ${bytes}::bigint)
    ${toPart}`,
);

/**
 * Takes rows that were deleted off the usage of their workspaces, in the order of the ids, in the
 * same transaction.
 */
export async function subtractDeleted(
  transaction: Kysely<Tables>,
  deleted: { workspace_id: string | null; bytes: number }[],
): Promise<void> {
  const sums = sql`
    select workspace_id, sum(bytes) as bytes
    from json_to_recordset(${JSON.stringify(deleted)}) as deleted (workspace_id text, bytes bigint)
    where bytes > 0
    group by workspace_id order by workspace_id`;
  await sql`
    ${addToPart} select workspace_id, pg_backend_pid() % ${sql.lit(parts)}, 0, -bytes from (${sums}) sums
    ${toPart}`.execute(transaction);
}

/** Sets the usage of a workspace to what its rows add up to. */
export async function resetUsage(
  transaction: Kysely<Tables>,
  workspaceId: string,
): Promise<void> {
  await sql`delete from workspace_usage_parts where workspace_id = ${workspaceId}`.execute(
    transaction,
  );
  await sql`
    ${addToPart} select ${workspaceId}, 0, ${limited}, bytes
    from (${recount(workspaceId)}) recount`.execute(transaction);
}

/**
 * The part of the bytes beyond a quota that is for the events of changes which make objects
 * smaller.
 */
const reserve = 0.1;

/**
 * Refuses what a transaction adds to the usage that it has read when it began.
 * @throws QuotaExceeded when the workspace then has more than a quota
 */
export function requireRoom(
  { used, quotas }: { used: Usage; quotas: Quotas },
  added: Added,
): void {
  const rows = used[limitedTable] + added[limitedTable];
  if (added[limitedTable] > 0 && rows > quotas[limitedTable])
    throw new QuotaExceeded(limitedTable, quotas[limitedTable]);
  if (added.writes === 0 || added.bytes < 0) return;
  const limit =
    added.lastingBytes < 0 ? quotas.bytes * (1 + reserve) : quotas.bytes;
  if (used.bytes + added.bytes > limit)
    throw new QuotaExceeded("bytes", quotas.bytes);
}
