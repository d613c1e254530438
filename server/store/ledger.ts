import { sql, type Kysely, type RawBuilder, type Selectable } from "kysely";
import type { Column } from "./columns.ts";
import { lockName } from "./locks.ts";
import { tables, type Tables } from "./tables.ts";

/*
 * The ledger: how much each workspace stores (D-35). Every row that counts has its size in its column `bytes`, and whatever
 * writes or deletes such rows changes the ledger by their sizes in the same transaction. So the ledger equals a recount of
 * the rows, always.
 */

/** How much a workspace stores, or a transaction adds to it. */
export type Usage = Record<"contacts" | "bytes", number>;

/** How much a workspace may store. */
export type Quotas = Usage;

/** The quotas of a server whose settings name none. */
export const defaultQuotas: Quotas = {
  contacts: 10_000_000,
  bytes: 100 * 1024 ** 3,
};

/** For what has to be written in a full workspace too: an erasure, a new secret, or an attempt that was made. */
export const unlimited: Quotas = {
  contacts: Number.MAX_SAFE_INTEGER,
  bytes: Number.MAX_SAFE_INTEGER,
};

/** A transaction would store more than a quota of its workspace; it is undone. */
export class QuotaExceeded extends Error {
  readonly what: keyof Usage;
  readonly most: number;

  constructor(what: keyof Usage, most: number) {
    super(`The workspace may store ${most} ${what}, and would have more.`);
    this.what = what;
    this.most = most;
  }
}

/** As PostgreSQL returns sums: numbers in text. */
type Sums = Record<keyof Usage, string>;

/** What a transaction has added, and the part of its bytes that does not expire; null when it wrote nothing that counts. */
export type Added = Record<keyof Usage | "lasting", string | null>;

/** A table whose rows count: one with a column of their bytes. Attempts count in their delivery. */
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

/** What a row counts beside its texts: its numbers, timestamps, ids and entries of indexes (0001-baseline.ts). */
export const rowBytes = 200;

/**
 * Into how many parts the counts of a workspace are split, so that transactions at one time mostly count in different ones. Two
 * in one part wait for each other's commit, with which the count is sent.
 */
const parts = 16;

/**
 * More than all transactions that are under way at one time can add. While a workspace has more room than this, they need
 * not wait for each other. With less, each waits for the others, so that the counts are exact.
 */
const margin: Usage = { contacts: 10_000, bytes: 4 * 1024 ** 3 };

/** What the ledger says of a workspace, as numbers in text where the row is not read as JSON. */
export const totals = (workspaceId: string) => sql<Sums>`
  select coalesce(sum(contacts), 0) as contacts, coalesce(sum(bytes), 0) as bytes
  from workspace_usage_parts where workspace_id = ${workspaceId}`;

/** What the rows of a workspace add up to. */
export const recount = (workspaceId: string) => sql<Sums>`
  select coalesce(sum(contacts), 0) as contacts, coalesce(sum(bytes), 0) as bytes
  from (${sql.join(countedTables.map(countOf(workspaceId)), sql` union all `)}) counted`;

const countOf = (workspaceId: string) => (table: CountedTable) => sql`
  select ${table === "contacts" ? sql`count(*)` : sql.lit(0)} as contacts, sum(bytes) as bytes
  from ${sql.table(table)} where workspace_id = ${workspaceId}`;

/** A workspace whose ledger differs from a recount of its rows. */
interface UsageDifference {
  id: string;
  name: string;
  noted: Usage;
  counted: Usage;
}

/** Compares the ledgers of all workspaces with a recount of their rows, and returns the first that differ. */
export async function readUsageDifferences(
  database: Kysely<Tables>,
  limit: number,
): Promise<UsageDifference[]> {
  const sums = countedTables.map(
    (table) => sql`
      select workspace_id, ${table === "contacts" ? sql`count(*)` : sql.lit(0)} as contacts, sum(bytes) as bytes
      from ${sql.table(table)} group by workspace_id`,
  );
  const { rows } = await sql<UsageDifference>`
    with noted as (
      select workspace_id, sum(contacts) as contacts, sum(bytes) as bytes from workspace_usage_parts group by workspace_id
    ), counted as (
      select workspace_id, sum(contacts) as contacts, sum(bytes) as bytes
      from (${sql.join(sums, sql` union all `)}) tables group by workspace_id
    ), compared as (
      select id, name, coalesce(noted.contacts, 0) as noted_contacts, coalesce(noted.bytes, 0) as noted_bytes,
        coalesce(counted.contacts, 0) as counted_contacts, coalesce(counted.bytes, 0) as counted_bytes
      from workspaces left join noted on noted.workspace_id = id left join counted on counted.workspace_id = id
    )
    select id, name, json_build_object('contacts', noted_contacts, 'bytes', noted_bytes) as noted,
      json_build_object('contacts', counted_contacts, 'bytes', counted_bytes) as counted
    from compared
    where (noted_contacts, noted_bytes) <> (counted_contacts, counted_bytes)
    order by id limit ${limit}`.execute(database);
  return rows;
}

/** What a transaction near a quota has to know, and how near is near. */
export interface Limits {
  isNear: boolean;
  mostContacts: number;
  mostBytes: number;
}

export const limitsOf = ({
  quotas,
  used,
}: {
  quotas: Quotas;
  used: Usage;
}): Limits => {
  const [mostContacts, mostBytes] = [
    quotas.contacts - margin.contacts,
    quotas.bytes - margin.bytes,
  ];
  return {
    isNear: used.contacts > mostContacts || used.bytes > mostBytes,
    mostContacts,
    mostBytes,
  };
};

/**
 * A part of a statement that changes the ledger by the one row of `added`, after this was written. A transaction that was
 * far from the quotas and is near them at its end is outdated: it begins again, and then counts exactly.
 */
export const addToLedger = (
  workspaceId: string,
  { isNear, mostContacts, mostBytes }: Limits,
  added: RawBuilder<unknown>,
) => sql`
  ${addToPart} select ${workspaceId}, pg_backend_pid() % ${sql.lit(parts)}, contacts, bytes
  from (
    select added.contacts, added.bytes, case
      when ${isNear}::boolean then pg_advisory_xact_lock(name)
      when before.contacts > ${mostContacts}::bigint or before.bytes > ${mostBytes}::bigint then raise_conflict('outdated')
      else pg_advisory_xact_lock_shared(name) end
    from ${added} added, (${totals(workspaceId)}) before, ${lockName("usage", workspaceId)} name
    offset 0
  ) added
  ${toPart}`;

const addToPart = sql`insert into workspace_usage_parts as counted (workspace_id, part, contacts, bytes)`;
const toPart = sql`
  on conflict (workspace_id, part) do update
    set contacts = counted.contacts + excluded.contacts, bytes = counted.bytes + excluded.bytes`;

/** Changes the ledgers of workspaces, in the order of their ids, by rows that were deleted in the same transaction. */
export async function giveBack(
  transaction: Kysely<Tables>,
  deleted: { workspace_id: string; bytes: number }[],
): Promise<void> {
  const sums = sql`
    select workspace_id, sum(bytes) as bytes
    from json_to_recordset(${JSON.stringify(deleted)}) as deleted (workspace_id text, bytes bigint)
    group by workspace_id order by workspace_id`;
  await sql`
    ${addToPart} select workspace_id, pg_backend_pid() % ${sql.lit(parts)}, 0, -bytes from (${sums}) sums
    ${toPart}`.execute(transaction);
}

/** Sets the ledger of a workspace to what its rows add up to. */
export async function resetLedger(
  transaction: Kysely<Tables>,
  workspaceId: string,
): Promise<void> {
  await sql`delete from workspace_usage_parts where workspace_id = ${workspaceId}`.execute(
    transaction,
  );
  await sql`
    ${addToPart} select ${workspaceId}, 0, contacts, bytes
    from (${recount(workspaceId)}) recount`.execute(transaction);
}

/** The part of the bytes beyond a quota that is for the events of changes which make objects smaller. */
const reserve = 0.1;

/**
 * Refuses what a transaction has added, when the workspace then has more than a quota. The ledger is locked.
 * @param added arrives before the totals
 * @throws QuotaExceeded
 */
export async function requireRoom(
  transaction: Kysely<Tables>,
  workspaceId: string,
  quotas: Quotas,
  added: Promise<Added[]>,
): Promise<void> {
  const [[adds], { rows }] = await Promise.all([
    added,
    totals(workspaceId).execute(transaction),
  ]);
  const exceeds = (what: keyof Usage, most = quotas[what]) =>
    rows.some((sums) => Number(sums[what]) > most);
  if (Number(adds?.contacts) > 0 && exceeds("contacts"))
    throw new QuotaExceeded("contacts", quotas.contacts);
  if (typeof adds?.bytes !== "string" || Number(adds.bytes) < 0) return;
  const most = quotas.bytes * (Number(adds.lasting) < 0 ? 1 + reserve : 1);
  if (exceeds("bytes", most)) throw new QuotaExceeded("bytes", quotas.bytes);
}
