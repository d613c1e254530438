import { sql } from "kysely";
import { limits } from "../../generated/constants.ts";
import { deletePositionsUpTo } from "../store/usage/cursor-positions.ts";
import {
  type Deleted,
  deleteOlder,
  type Deletion,
} from "../store/usage/delete-older.ts";
import { remove, update } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import type { Timestamp } from "../store/timestamp.ts";
import type { Transaction } from "../store/transaction.ts";
import { testType } from "./record-events.ts";

/**
 * The maximum time by which an event may be older than one before it in the feed: a change numbers
 * its events when it writes them, and their time is the start of the change.
 */
const maxDisorder = sql`interval '1 minute'`;

/**
 * Deletes the events whose retention has ended, with their deliveries, oldest first. Several
 * processes may do so at the same time. The newest of them in each workspace stays a cursor, until
 * a newer one expires, and so do those after it that were erased.
 */
export const deleteExpiredEvents = (store: Store): Promise<number> =>
  deleteOlder(store.database, "events", expiredBefore(store), deleteEventsUpTo);

/**
 * Has PostgreSQL find each row by an index for the rest of a transaction: without statistics, as in
 * the embedded database, it would read the tables whole to join them.
 */
const readByIndex = sql`
  select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`;

/**
 * Deletes the events of a time or before. One that comes after a newer event in the feed stays until
 * that one goes: so a cursor whose event is there misses none. It is one statement, so that an
 * import which commits meanwhile adds no event that only a part of it sees.
 */
const deleteEventsUpTo: Deletion = async (transaction, last) => {
  await readByIndex.execute(transaction);
  const { rows } = await sql<Deleted>`
    with kept as materialized (
      select workspace_id, min(sequence) as first from events
      where created_at > ${last} and created_at <= ${last}::timestamptz + ${maxDisorder}
      group by workspace_id
    ), expired as materialized (
      select event.workspace_id, sequence, id, type, created_at
      from events as event left join kept on kept.workspace_id = event.workspace_id
      where created_at <= ${last} and coalesce(sequence < first, true)
    ), forgotten as (
      delete from cursor_positions where list = 'events' and workspace_id in (
        select workspace_id from expired where type not in (${testType}, ${erasedType})
      )
    ), cursors as (
      insert into cursor_positions (workspace_id, list, id, created_at, deleted_at)
      select workspace_id, 'events', id, created_at, created_at from (
        select *, max(sequence) filter (where type <> ${erasedType}) over (partition by workspace_id) as newest
        from expired where type <> ${testType}
      ) in_feed
      where newest is null or sequence >= newest
      on conflict do nothing
    ), events_deleted as (
      delete from events as event using expired
      where event.created_at <= ${last} and event.workspace_id = expired.workspace_id and event.sequence = expired.sequence
      returning event.workspace_id, 1 as rows, event.bytes
    ), deliveries_deleted as (
      delete from webhook_deliveries as delivery using expired
      where delivery.workspace_id = expired.workspace_id and delivery.event_id = expired.id
      returning delivery.workspace_id, 0 as rows, delivery.bytes
    ), positions_deleted as (
      ${deletePositionsUpTo(last)} returning workspace_id, 0 as rows, bytes
    )
    select workspace_id, sum(rows)::integer as rows, sum(bytes)::float8 as bytes from (
      select * from events_deleted
      union all select * from deliveries_deleted
      union all select * from positions_deleted
    ) deleted
    group by workspace_id`.execute(transaction);
  return rows;
};

/** Events and their deliveries that were created then or before have expired. */
export const expiredBefore = ({ now }: Store) =>
  sql<Timestamp>`${now()} - make_interval(days => ${limits.eventDays})`;

/**
 * Erases events of a workspace with their deliveries. What is left of each is its number, until it
 * expires, and the positions of the deliveries.
 */
export async function eraseEvents(
  tx: Transaction,
  ids: string[],
): Promise<void> {
  const blank = {
    type: erasedType,
    data: {},
    contact_id: null,
    request: null,
    client_name: null,
    previous: null,
  };
  await update(
    tx,
    "events",
    ids.map((id) => ({ id, ...blank })),
  );
  await remove(tx, "webhook_deliveries", sql`event_id = any(${ids})`);
}

/** The type of an event that was erased. */
export const erasedType = "erased" as const;
