import { sql, type Kysely } from "kysely";
import { endingOf, type Change, type Check, type OpenChange, type Reading } from "./at-end.ts";
import { sendAhead } from "./driver.ts";
import { isRefusal } from "./faults.ts";
import { sessionLimits } from "./session.ts";
import { compiledOnce } from "./statement.ts";
import type { Store } from "./store.ts";
import type { Tables } from "./tables.ts";
import { totals } from "./usage.ts";

/**
 * Runs `work` in a transaction, which is undone when it throws. That takes a round trip to the database for the beginning,
 * one for each statement of `work`, and one for all that `work` leaves to the end, with the commit. When that finds something
 * outdated that `work` was given, all runs again.
 * @param first reads and locks rows in one round trip with the beginning. Of its statements only the last may be waited for.
 */
export function change<T, First = undefined>(
  store: Store,
  workspaceId: string,
  work: (change: OpenChange, first: First | undefined) => Promise<T> | T,
  first?: (reading: Reading) => Promise<First | undefined>,
): Promise<T> {
  return whileOutdated(async () => {
    const { change, done, end } = await store.database.transaction().execute(async (transaction) => {
      const beginning = await sendAhead(transaction, begin(store, transaction, workspaceId));
      const [begun, known] = await Promise.all([beginning.arriving, first?.({ transaction, workspaceId })]);
      const change = { ...begunChange(store, workspaceId, begun), transaction };
      const done = await work(change, known);
      return { change, done, end: await beginEnd(change) };
    });
    await end.arriving;
    if (change.hasDueDeliveries) store.deliveries.emit("due", workspaceId);
    return done;
  });
}

/**
 * Runs `work`, which reads nothing and leaves all that it writes to the end. If nothing has to be checked after it, that one
 * statement is the transaction: it takes two round trips to the database, and has neither begin nor commit.
 */
export function write<T>(store: Store, workspaceId: string, work: (change: Change) => T): Promise<T> {
  return whileOutdated(async () => {
    const written = await store.database.connection().execute(async (connection) => {
      const { rows } = await connection.executeQuery(begin(store, connection, workspaceId));
      const [began, change] = [performance.now(), begunChange(store, workspaceId, rows)];
      const done = work(change);
      const isLate = performance.now() - began > sessionLimits.idleInTransaction; // as of a process that was frozen
      if (isLate) return undefined;
      if (checksOf(change).length > 0) {
        await connection.transaction().execute((transaction) => finish({ ...change, transaction }));
      } else {
        const end = endingOf(connection, change);
        if (end) await connection.executeQuery(end);
      }
      return { change, done };
    });
    if (!written) return change(store, workspaceId, work);
    if (written.change.hasDueDeliveries) store.deliveries.emit("due", workspaceId);
    return written.done;
  });
}

/** How often a change runs at most. Each time, another one has made it outdated. */
const attempts = 10;

async function whileOutdated<T>(attempt: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await attempt();
    } catch (error) {
      if (n === attempts || !isRefusal(error, "outdated")) throw error;
    }
  }
}

/** Writes what a change has left to its end, in one statement. A change of several steps does so after each. */
export async function finish(change: OpenChange): Promise<void> {
  const checks = checksOf(change);
  const end = await sendEnd(change);
  await Promise.all([end.arriving, ...checks.map((check) => check(change))]);
}

/** Sends what a change has left to its end ahead of the commit, unless something has to be checked between the two. */
async function beginEnd(change: OpenChange): Promise<{ arriving?: Promise<unknown> }> {
  if (checksOf(change).length === 0) return sendEnd(change);
  await finish(change);
  return {};
}

async function sendEnd(change: OpenChange): Promise<{ arriving?: Promise<unknown> }> {
  const end = endingOf(change.transaction, change);
  return end ? sendAhead(change.transaction, end) : {};
}

const checksOf = ({ endings }: Change): Check[] => endings.flatMap(({ check }) => check() ?? []);

type Begun = Pick<Change, "now" | "webhooks" | "used">;

/** The statements with which changes begin, by the function that tells their time. */
const beginnings = new WeakMap<Store["now"], ReturnType<typeof beginningAt>>();

function begin({ now }: Store, database: Kysely<Tables>, workspaceId: string) {
  const beginning = beginnings.get(now) ?? beginningAt(now);
  beginnings.set(now, beginning);
  return beginning(database, { workspaceId });
}

const beginningAt = (now: Store["now"]) =>
  compiledOnce(
    (_database, { workspaceId }: { workspaceId: string }) => sql<Begun>`
      select ${now()} as now, (
        select coalesce(json_agg(json_build_object('id', id, 'events', events)), '[]') from webhooks
        where workspace_id = ${workspaceId} and status = 'enabled'
      ) as webhooks, (select row_to_json(used) from (${totals(workspaceId)}) used) as used`,
  );

function begunChange({ quotas }: Store, workspaceId: string, [begun]: Begun[]): Change {
  if (!begun) throw new Error("PostgreSQL returned no row for the beginning of a change.");
  const { now, webhooks, used } = begun; // V8 makes a slow object of one that is spread
  return { now, webhooks, used, workspaceId, quotas, endings: [], hasDueDeliveries: false };
}
