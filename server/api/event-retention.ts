import { sql } from "kysely";
import { limits } from "../../generated/constants.ts";
import { deletePositionsUpTo } from "../store/usage/cursor-positions.ts";
import { deleteOlder } from "../store/usage/delete-older.ts";
import { remove, update } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import type { Timestamp } from "../store/timestamp.ts";
import type { Transaction } from "../store/transaction.ts";
import { testType } from "./record-events.ts";

/**
 * Deletes the events whose retention has ended, oldest first. Several processes may do so at the
 * same time. The newest of them in each workspace stays a cursor, until a newer one expires, and so
 * do those after it that were erased.
 */
export function deleteExpiredEvents(store: Store): Promise<number> {
  const keepNewest = async (
    transaction: Store["database"],
    last: Timestamp,
  ) => {
    await sql`
      delete from cursor_positions where list = 'events' and workspace_id in (
        select workspace_id from events where created_at <= ${last} and type not in (${testType}, ${erasedType})
      )`.execute(transaction);
    await sql`
      insert into cursor_positions (workspace_id, list, id, created_at, deleted_at)
      select workspace_id, 'events', id, created_at, created_at from (
        select *, max(sequence) filter (where type <> ${erasedType}) over (partition by workspace_id) as newest
        from events where created_at <= ${last} and type <> ${testType}
      ) expired
      where newest is null or sequence >= newest
      on conflict do nothing`.execute(transaction);
    const positions = await deletePositionsUpTo(transaction, last);
    return [...positions, ...(await deleteDeliveriesUpTo(transaction, last))];
  };
  return deleteOlder(
    store.database,
    "events",
    expiredBefore(store),
    keepNewest,
  );
}

/** Deletes the deliveries of the events of a time or before. */
const deleteDeliveriesUpTo = (
  transaction: Store["database"],
  timestamp: Timestamp,
) =>
  transaction
    .deleteFrom("webhook_deliveries as delivery")
    .using("events as event")
    .whereRef("delivery.workspace_id", "=", "event.workspace_id")
    .whereRef("delivery.event_id", "=", "event.id")
    .where("event.created_at", "<=", timestamp)
    .returning(["delivery.workspace_id", "delivery.bytes"])
    .execute();

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
