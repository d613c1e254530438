import { sql } from "kysely";
import type { Event, TestEvent } from "../../generated/types.ts";
import { newId } from "../store/ids.ts";
import { pendingWrite } from "../store/pending-writes.ts";
import type { Transaction } from "../store/transaction.ts";

/** An event to send to every webhook that subscribes to its type, or once to one. */
interface Queued {
  event: Pick<Event | TestEvent, "id" | "type">;
  only?: { id: string; webhook_id: string };
}

/**
 * Queues an event, in its own transaction, for every webhook that subscribes to its type. A webhook that was deleted or
 * disabled since the transaction began gets no delivery.
 */
export const fanOut = (
  tx: Transaction,
  event: Pick<Event, "id" | "type">,
): void => insert(tx, { event });

/**
 * Queues one attempt of an event for one webhook, which may be disabled.
 * @returns the id of the delivery
 */
export function queueDelivery(
  tx: Transaction,
  webhook_id: string,
  event: TestEvent,
): string {
  const id = newId("whd");
  insert(tx, { event, only: { id, webhook_id } });
  return id;
}

const insert = pendingWrite<Queued>(
  (workspaceId, rows) => sql`
    insert into webhook_deliveries as queued (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
    select webhooks.workspace_id, delivery.id, webhooks.id, event_id, 'pending', delivery.retry, now, now
    from json_to_recordset(${rows}) as delivery (id text, webhook_id text, event_id text, retry boolean, now timestamptz)
    join webhooks on webhooks.workspace_id = ${workspaceId} and webhooks.id = delivery.webhook_id
      and (webhooks.status = 'enabled' or not delivery.retry)
    for key share of webhooks
    returning 0 as contacts, queued.bytes`,
  {
    isCounted: true,
    expires: true,
    toRows: (queued, tx, { now, webhooks }) => {
      const rows = queued.flatMap(({ event, only }) => {
        if (only) return { ...only, event_id: event.id, retry: false, now };
        const subscribed = webhooks.filter(({ events }) =>
          events.some((type) => type === event.type || type === "*"),
        );
        return subscribed.map((webhook) => ({
          ...{ id: newId("whd"), webhook_id: webhook.id },
          ...{ event_id: event.id, retry: true, now },
        }));
      });
      tx.hasDueDeliveries ||= rows.length > 0;
      return rows;
    },
  },
);
