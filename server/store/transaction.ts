import { sql, type Kysely } from "kysely";
import type { Quotas } from "../settings/quotas.ts";
import { isDeadlock } from "./errors.ts";
import { startColumns, type StartRows } from "./own-tables.ts";
import { statement } from "./statement.ts";
import type { Store } from "./store.ts";
import type { Tables } from "./tables.ts";
import type { Timestamp } from "./timestamp.ts";
import {
  type Added,
  addUsage,
  noneAdded,
  requireRoom,
  totals,
  type Usage,
} from "./usage/usage.ts";

/** The request that causes a transaction, as events name it. */
export interface Cause {
  /** The `X-Request-Id` of the request. */
  id: string;
  idempotency_key: string | null;
  /** Null for a caller without an API key. */
  api_key_id: string | null;
  client_name: string | null;
}

/** A transaction in one workspace, with the rows that it has read at its start. */
export interface Transaction extends StartRows {
  workspaceId: string;
  /** The request that causes it; null when no request does. */
  request: Cause | null;
  /**
   * Reads, locks and writes. Statements that are not awaited go to PostgreSQL together, in their
   * order.
   */
  database: Kysely<Tables>;
  /** The time of the transaction by the database's clock, for every row that it writes. */
  now: Timestamp;
  /** Writes that were sent (rows.ts). The transaction waits for them before it commits. */
  writes: Promise<unknown>[];
  /** Usage that the writes add to the workspace. */
  added: Added;
  /** The notices that `store.notices` emits once the transaction has committed. */
  notices: Set<string>;
}

/** Options of a transaction. */
interface Options {
  /** The request that causes the transaction, which its events name. */
  request?: Cause;
  /** Set for an erasure or a new secret, which a full workspace has to be able to make. */
  mayExceedQuotas?: boolean;
}

/**
 * Runs `work` in a transaction, which is undone when `work` or one of its writes fails. It runs
 * again when it and another transaction wait for each other.
 * @throws QuotaExceeded when the workspace would have more than a quota
 */
export async function inTransaction<T>(
  store: Store,
  workspaceId: string,
  work: (tx: Transaction) => Promise<T>,
  options: Options = {},
): Promise<T> {
  for (let runs = 1; ; runs++) {
    try {
      return await runOnce(store, workspaceId, work, options);
    } catch (error) {
      if (!isDeadlock(error) || runs === maxRuns) throw error;
    }
  }
}

/** PostgreSQL takes a second (deadlock_timeout) to find a deadlock. */
const maxRuns = 3;

/** Runs the work in a transaction, and commits it when the quotas allow what it has added. */
async function runOnce<T>(
  store: Store,
  workspaceId: string,
  work: (tx: Transaction) => Promise<T>,
  { request, mayExceedQuotas = false }: Options,
): Promise<T> {
  const { database, commit, rollback } = await store.begin();
  const writes: Promise<unknown>[] = [];
  const workAndCheck = async () => {
    const start = await readStart(store, database, workspaceId);
    const { quotas, used, ...rows } = start;
    const tx: Transaction = {
      ...rows,
      workspaceId,
      request: request ?? null,
      database,
      writes,
      added: noneAdded(),
      notices: new Set(),
    };
    const result = await work(tx);
    await Promise.all(writes);
    if (!mayExceedQuotas) requireRoom({ used, quotas }, tx.added);
    return { tx, result };
  };
  const { tx, result } = await workAndCheck().catch(async (error: unknown) => {
    await rollback();
    throw (await firstFailure(writes)) ?? error;
  });
  const counted = addUsage(tx);
  counted.catch(() => undefined); // PostgreSQL then undoes all at the commit
  await commit();
  await counted;
  for (const notice of tx.notices) store.notices.emit(notice, workspaceId);
  return result;
}

/** Returns why the first of the writes failed: every later statement fails because of it. */
async function firstFailure(writes: Promise<unknown>[]): Promise<unknown> {
  const results = await Promise.allSettled(writes);
  return results.find((result) => result.status === "rejected")?.reason;
}

/** A workspace when a transaction begins in it. */
interface Start extends StartRows {
  now: Timestamp;
  used: Usage;
  quotas: Quotas;
}

async function readStart(
  { now, quotas }: Store,
  database: Kysely<Tables>,
  workspaceId: string,
): Promise<Start> {
  const [start] = await starts(now)(database, { workspaceId });
  if (!start)
    throw new Error("PostgreSQL returned no row when a transaction began.");
  return { ...start, quotas: { ...quotas, ...start.quotas } };
}

type StartRow = Omit<Start, "quotas"> & { quotas: Partial<Quotas> | null };
type ReadStart = ReturnType<typeof startAt>;

/** The statements that read a start, by the clock of their store. */
const startsByClock = new WeakMap<Store["now"], ReadStart>();

function starts(now: Store["now"]): ReadStart {
  const known = startsByClock.get(now);
  if (known) return known;
  const read = startAt(now);
  startsByClock.set(now, read);
  return read;
}

const startAt = (now: Store["now"]) =>
  statement(
    (_database, { workspaceId }: { workspaceId: string }) => sql<StartRow>`
      select ${now()} as now, ${startColumns(workspaceId)}, (select row_to_json(used) from (${totals(workspaceId)}) used) as used, (
        select quotas from workspaces where id = ${workspaceId}
      ) as quotas`,
  );
