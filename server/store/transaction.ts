import { sql, type Kysely, type Selectable } from "kysely";
import type { EventRequest } from "../../generated/types.ts";
import type { Quotas } from "../settings/quotas.ts";
import { isDeadlock } from "./errors.ts";
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

/** A transaction in one workspace. */
export interface Transaction {
  workspaceId: string;
  /** The request that causes it; null when no request does. */
  request: EventRequest | null;
  /** Reads, locks and writes. Statements that are not awaited go to PostgreSQL together, in their order. */
  database: Kysely<Tables>;
  /** The time of the transaction by the database's clock, for every row that it writes. */
  now: Timestamp;
  /** The webhooks that are enabled, and the types of events that they want. */
  webhooks: Pick<Selectable<Tables["webhooks"]>, "id" | "events">[];
  /** Writes that were sent (rows.ts). The transaction waits for them before it commits. */
  writes: Promise<unknown>[];
  /** Usage that the writes add to the workspace. */
  added: Added;
  /** Set when deliveries are queued that are due at once. */
  hasDueDeliveries: boolean;
}

/** Options of a transaction. */
interface Options {
  /** The request that causes the transaction, which its events name. */
  request?: EventRequest;
  /** For what a full workspace has to be able to do: an erasure, a new secret. */
  mayExceedQuotas?: boolean;
}

/**
 * Runs `work` in a transaction, which is undone when `work` or one of its writes fails. It runs again when it and another
 * transaction wait for each other.
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
    const tx: Transaction = {
      workspaceId,
      request: request ?? null,
      database,
      now: start.now,
      webhooks: start.webhooks,
      writes,
      added: noneAdded(),
      hasDueDeliveries: false,
    };
    const result = await work(tx);
    await Promise.all(writes);
    if (!mayExceedQuotas) requireRoom(start, tx.added);
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
  if (tx.hasDueDeliveries) store.deliveries.emit("due", workspaceId);
  return result;
}

/** Returns why the first of the writes failed: every later statement fails because of it. */
async function firstFailure(writes: Promise<unknown>[]): Promise<unknown> {
  const results = await Promise.allSettled(writes);
  return results.find((result) => result.status === "rejected")?.reason;
}

/** A workspace when a transaction begins in it. */
interface Start extends Pick<Transaction, "now" | "webhooks"> {
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
      select ${now()} as now, (
        select coalesce(json_agg(json_build_object('id', id, 'events', events)), '[]') from webhooks
        where workspace_id = ${workspaceId} and status = 'enabled'
      ) as webhooks, (select row_to_json(used) from (${totals(workspaceId)}) used) as used, (
        select quotas from workspaces where id = ${workspaceId}
      ) as quotas`,
  );
