import { sql } from "kysely";
import type { Event } from "../../generated/types.ts";
import { newId } from "../store/ids.ts";
import { type PendingKind, pendingWrite } from "../store/pending-writes.ts";
import type { Transaction } from "../store/transaction.ts";

/** One event for one webhook. */
interface NewDelivery {
  webhookId: string;
  eventId: string;
  /** Whether a failure is followed by another attempt. */
  retry: boolean;
}

/** A webhook that was deleted or disabled since the transaction began gets no delivery. */
const insertDeliveries: PendingKind["write"] = (workspaceId, rows) => sql`
    insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
    select webhooks.workspace_id, delivery.id, webhooks.id, event_id, 'pending', delivery.retry, now, now
    from json_to_recordset(${rows}) as delivery (id text, webhook_id text, event_id text, retry boolean, now timestamptz)
    join webhooks on webhooks.workspace_id = ${workspaceId} and webhooks.id = delivery.webhook_id
      and (webhooks.status = 'enabled' or not delivery.retry)
    for key share of webhooks
    returning 0 as contacts, bytes`;

/** Queues an event, in its own transaction, for every webhook that subscribes to its type. */
export const fanOut = pendingWrite<Pick<Event, "id" | "type">>(insertDeliveries, {
  isCounted: true,
  expires: true,
  toRows: (events, tx, { now, webhooks }) => {
    const rows = events.flatMap(({ id, type }) =>
      webhooks
        .filter(({ events }) => events.includes(type) || events.includes("*"))
        .map((webhook) => ({
          id: newId("whd"),
          webhook_id: webhook.id,
          event_id: id,
          retry: true,
          now,
        })),
    );
    tx.hasDueDeliveries ||= rows.length > 0;
    return rows;
  },
});

/**
 * Queues one event for one webhook.
 * @returns the id of the delivery
 */
export function queueDelivery(tx: Transaction, delivery: NewDelivery): string {
  const id = newId("whd");
  insert(tx, { id, ...delivery });
  tx.hasDueDeliveries = true;
  return id;
}

const insert = pendingWrite<NewDelivery & { id: string }>(insertDeliveries, {
  isCounted: true,
  toRows: (deliveries, _tx, { now }) =>
    deliveries.map(({ id, webhookId, eventId, retry }) => ({
      id,
      webhook_id: webhookId,
      event_id: eventId,
      retry,
      now,
    })),
});
