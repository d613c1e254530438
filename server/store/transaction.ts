import { sql, type Kysely } from "kysely";
import type { EventRequest } from "../../generated/types.ts";
import { isConflict, isDeadlock } from "./errors.ts";
import {
  limitsOf,
  type Quotas,
  requireRoom,
  totals,
  unlimited,
} from "./ledger.ts";
import {
  type Beginning,
  type Transaction,
  writeAll,
} from "./pending-writes.ts";
import { statement } from "./statement.ts";
import type { Store } from "./store.ts";
import type { Tables } from "./tables.ts";

export type { Transaction } from "./pending-writes.ts";

/**
 * Runs `work` in a transaction, which is undone when it throws. The beginning takes one round trip together with the first
 * statements of `work`, and the pending writes one with the commit. When these find something outdated that `work` has
 * read, or wait for a transaction that waits for them, all runs again.
 * @param request what causes it, which its events name
 * @throws QuotaExceeded when the workspace then had more than a quota
 */
export function inTransaction<T>(
  store: Store,
  workspaceId: string,
  work: (tx: Transaction) => Promise<T>,
  request: EventRequest | null = null,
): Promise<T> {
  return whileContended(async () => {
    const { database, commit, rollback } = await store.begin();
    const tx = transactionOn(store, { workspaceId, request, database });
    const run = async () => {
      const result = await work(tx);
      return {
        result,
        writing: tx.isRolledBack ? undefined : await writePending(tx),
      };
    };
    const { result, writing } = await run().catch(async (error: unknown) => {
      await rollback();
      throw error;
    });
    await (tx.isRolledBack ? rollback() : commit());
    await writing?.written; // if it failed, PostgreSQL has undone all at the commit
    if (tx.hasDueDeliveries && !tx.isRolledBack)
      store.deliveries.emit("due", workspaceId);
    return result;
  });
}

async function whileContended<T>(attempt: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs++) {
    try {
      return await attempt();
    } catch (error) {
      if (runs >= mostRuns(error)) throw error;
    }
  }
}

/** How often a transaction runs at most. PostgreSQL takes a second (deadlock_timeout) to find a deadlock. */
function mostRuns(error: unknown): number {
  if (isDeadlock(error)) return 3;
  return isConflict(error, "outdated") ? 10 : 1;
}

function transactionOn(
  store: Store,
  {
    workspaceId,
    request,
    database,
  }: Pick<Transaction, "workspaceId" | "request" | "database">,
): Transaction {
  const beginning = begin(store, database, workspaceId);
  beginning.catch(() => undefined); // whoever needs it is told
  return {
    workspaceId,
    request,
    database,
    now: async () => (await beginning).now,
    clock: store.now,
    beginning,
    pending: new Map(),
    hasDueDeliveries: false,
    isRolledBack: false,
  };
}

/**
 * Writes what is pending, so that the transaction sees it.
 * @throws QuotaExceeded when the workspace then has more than a quota
 */
export async function flush(tx: Transaction): Promise<void> {
  await (
    await writePending(tx)
  ).written;
}

/** Sends the pending writes. Near a quota, they are awaited and counted; otherwise the commit need not wait for them. */
async function writePending(
  tx: Transaction,
): Promise<{ written?: Promise<unknown> }> {
  const beginning = await tx.beginning;
  const written = writeAll(tx, beginning);
  if (!written) return {};
  written.catch(() => undefined); // whoever waits for it is told
  if (limitsOf(beginning).isNear)
    await requireRoom(tx.database, tx.workspaceId, beginning.quotas, written);
  return { written };
}

/** The statements with which transactions begin, by the function that tells their time. */
const beginnings = new WeakMap<Store["now"], ReturnType<typeof beginningAt>>();

async function begin(
  { now, quotas }: Store,
  database: Kysely<Tables>,
  workspaceId: string,
): Promise<Beginning> {
  const read = beginnings.get(now) ?? beginningAt(now);
  beginnings.set(now, read);
  const [beginning] = await read(database, { workspaceId });
  if (!beginning)
    throw new Error(
      "PostgreSQL returned no row for the beginning of a transaction.",
    );
  const workspaceQuotas = quotas === unlimited ? null : beginning.quotas;
  return { ...beginning, quotas: { ...quotas, ...workspaceQuotas } };
}

type Begun = Omit<Beginning, "quotas"> & { quotas: Partial<Quotas> | null };

const beginningAt = (now: Store["now"]) =>
  statement(
    (_database, { workspaceId }: { workspaceId: string }) => sql<Begun>`
      select ${now()} as now, (
        select coalesce(json_agg(json_build_object('id', id, 'events', events)), '[]') from webhooks
        where workspace_id = ${workspaceId} and status = 'enabled'
      ) as webhooks, (select row_to_json(used) from (${totals(workspaceId)}) used) as used, (
        select quotas from workspaces where id = ${workspaceId}
      ) as quotas`,
  );
