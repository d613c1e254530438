import { sql, type OperationNodeSource, type RawBuilder, type Transaction } from "kysely";
import type { Quotas } from "../quotas.ts";
import { sendAhead } from "./driver.ts";
import type { Moment } from "./moment.ts";
import type { Store } from "./store.ts";
import type { Tables } from "./tables.ts";

/** One transaction in one workspace. Every function that writes takes it, so that rows and events are committed together. */
export interface Change {
  transaction: Transaction<Tables>;
  workspaceId: string;
  /** The moment of the change by the database's clock, for every row that it writes. */
  now: Moment;
  quotas: Quotas;
  /** The webhooks that were enabled when the change began, and the types of events that they want. */
  webhooks: Pick<Tables["webhooks"], "id" | "events">[];
  /** What the change writes at its end. */
  endings: Ending[];
  /** Set when the change queues deliveries that are due at once. */
  hasDueDeliveries: boolean;
}

/** A statement that a change runs at its end, together with the others, in one round trip to the database. */
interface Ending {
  statement: () => OperationNodeSource;
  /** Is given the rows that the statement returns. When it throws, the change is undone. */
  check: ((returned: unknown[]) => Promise<void> | void) | undefined;
}

/** What a statement needs that reads before a change has begun. */
export type Reading = Pick<Change, "transaction" | "workspaceId">;

/** What is read for a change in the same round trip as its beginning. */
export interface ReadFirst<Read, First> {
  /** An expression. */
  read?: RawBuilder<Read>;
  /** Reads and locks rows. Of its statements only the last may be waited for. */
  first?: ((reading: Reading) => Promise<First | undefined>) | undefined;
}

/**
 * Runs `work` in a transaction, which is undone when it throws. That takes a round trip to the database for the beginning,
 * one for each statement of `work`, one for all that `work` leaves to the end, and one for the commit.
 */
export async function change<T, Read = null, First = undefined>(
  { database, now: present, quotas, deliveries }: Store,
  workspaceId: string,
  work: (change: Change, first: First | undefined, read: Read) => Promise<T> | T,
  { read, first }: ReadFirst<Read, First> = {},
): Promise<T> {
  let hasDueDeliveries = false;
  const beginning = sql<Pick<Change, "now" | "webhooks"> & { read: Read }>`
    select ${present()} as now, ${read ?? sql`null`} as read, (
      select coalesce(json_agg(json_build_object('id', id, 'events', events)), '[]') from webhooks
      where workspace_id = ${workspaceId} and status = 'enabled'
    ) as webhooks`;
  const result = await database.transaction().execute(async (transaction) => {
    const { arriving } = await sendAhead(transaction, beginning.compile(transaction));
    const [[begun], known] = await Promise.all([arriving, first?.({ transaction, workspaceId })]);
    if (!begun) throw new Error("PostgreSQL returned no row for the beginning of a change.");
    const { now, webhooks } = begun;
    const parts = { transaction, workspaceId, now, quotas, webhooks };
    const change: Change = { ...parts, endings: [], hasDueDeliveries };
    const done = await work(change, known, begun.read);
    await finish(change);
    hasDueDeliveries = change.hasDueDeliveries;
    return done;
  });
  if (hasDueDeliveries) deliveries.emit("due", workspaceId);
  return result;
}

/**
 * Gives a function that leaves a row to the end of its change. One statement writes all rows that a change leaves; the
 * change itself does not see them before.
 * @param check is given what the statement returns, and throws when the change has to be undone
 */
export function atEnd<Row, Returned = never>(
  write: (change: Change, rows: Row[]) => OperationNodeSource,
  check?: (change: Change, returned: Returned[], rows: Row[]) => Promise<void> | void,
): (change: Change, row: Row) => void {
  const left = new WeakMap<Change["endings"], Row[]>();
  return (change, row) => {
    const earlier = left.get(change.endings);
    if (earlier) {
      earlier.push(row);
      return;
    }
    const rows = [row];
    left.set(change.endings, rows);
    change.endings.push({
      statement: () => {
        left.delete(change.endings);
        return write(change, rows);
      },
      check: check && ((returned) => check(change, returned as Returned[], rows)),
    });
  };
}

/** Writes what a change has left to its end, in one statement. A change of several steps does so after each. */
export async function finish({ transaction, endings }: Change): Promise<void> {
  const all = endings.splice(0);
  if (all.length === 0) return;
  const name = (index: number) => sql.ref(`ending${index}`);
  const parts = all.map(({ statement }, i) => sql`${name(i)} as (${statement()})`);
  const returned = all.map(({ check }, i) =>
    check ? sql`(select coalesce(json_agg(${name(i)}), '[]') from ${name(i)})` : sql`'[]'::json`,
  );
  const { rows } = await sql<{ returned: unknown[][] }>`
    with ${sql.join(parts)} select json_build_array(${sql.join(returned)}) as returned`.execute(transaction);
  for (const [i, { check }] of all.entries()) await check?.(rows[0]?.returned[i] ?? []);
}
