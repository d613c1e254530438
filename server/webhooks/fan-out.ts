import { sql } from "kysely";
import type { Event } from "../../generated/types.ts";
import { newId } from "../ids.ts";
import { atEnd, type Change } from "../store/at-end.ts";

/** Queues an event, in its own change, for every webhook that subscribes to its type. */
export function fanOut(change: Change, event: Pick<Event, "id" | "type">): void {
  for (const { id, events } of change.webhooks) {
    if (events.includes(event.type) || events.includes("*")) {
      queueDelivery(change, { webhookId: id, eventId: event.id, retry: true });
    }
  }
}

/**
 * Queues one event for one webhook.
 * @returns the id of the delivery
 */
export function queueDelivery(
  change: Change,
  delivery: { webhookId: string; eventId: string; retry: boolean },
): string {
  const id = newId("whd");
  insert(change, { id, ...delivery });
  change.hasDueDeliveries = true;
  return id;
}

/** A webhook that was deleted or disabled since the change began gets no delivery. */
const insert = atEnd<{ id: string; webhookId: string; eventId: string; retry: boolean }>(
  (workspaceId, rows) => sql`
    insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
    select webhooks.workspace_id, delivery.id, webhooks.id, event_id, 'pending', delivery.retry, now, now
    from json_to_recordset(${rows}) as delivery (id text, webhook_id text, event_id text, retry boolean, now timestamptz)
    join webhooks on webhooks.workspace_id = ${workspaceId} and webhooks.id = delivery.webhook_id
      and (webhooks.status = 'enabled' or not delivery.retry)
    for key share of webhooks`,
  {
    toRows: ({ now }, rows) =>
      rows.map(({ id, webhookId, eventId, retry }) => ({
        id,
        webhook_id: webhookId,
        event_id: eventId,
        retry,
        now,
      })),
  },
);
