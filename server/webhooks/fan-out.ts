import { sql } from "kysely";
import type { Event, TestEvent } from "../../generated/types.ts";
import { newId } from "../store/ids.ts";
import { sendCounted, type Written } from "../store/rows.ts";
import { statement } from "../store/statement.ts";
import type { Timestamp } from "../store/timestamp.ts";
import type { Transaction } from "../store/transaction.ts";

/** Says that a workspace has deliveries that are due at once. */
export const dueNotice = "deliveries are due";

/** Queues events, in their transaction, for each webhook that subscribes to their type. */
export function fanOut(
  tx: Transaction,
  events: Pick<Event, "id" | "type">[],
): void {
  const deliveries = events.flatMap(({ id: event_id, type }) =>
    tx.webhooks
      .filter(({ events }) => events.some((each) => [type, "*"].includes(each)))
      .map((webhook) => ({
        id: newId("whd"),
        webhook_id: webhook.id,
        event_id,
        retry: true,
      })),
  );
  queue(tx, deliveries);
}

/**
 * Queues one attempt of an event for one webhook, which may be disabled.
 * @returns the id of the delivery
 */
export function queueDelivery(
  tx: Transaction,
  webhook_id: string,
  { id: event_id }: TestEvent,
): string {
  const id = newId("whd");
  queue(tx, [{ id, webhook_id, event_id, retry: false }]);
  return id;
}

/** A delivery that is due at once. A test is not retried. */
interface DueDelivery {
  id: string;
  webhook_id: string;
  event_id: string;
  retry: boolean;
}

function queue(tx: Transaction, deliveries: DueDelivery[]): void {
  if (deliveries.length === 0) return;
  const { database, workspaceId, now } = tx;
  const rows = JSON.stringify(deliveries);
  const written = insertDue(database, { workspaceId, rows, now });
  void sendCounted(tx, "webhook_deliveries", written);
  tx.notices.add(dueNotice);
}

/** A webhook that was deleted or disabled since the transaction began gets no delivery. */
const insertDue = statement(
  (
    _database,
    {
      workspaceId,
      rows,
      now,
    }: { workspaceId: string; rows: string; now: Timestamp },
  ) => sql<Written>`
    insert into webhook_deliveries as queued (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
    select webhooks.workspace_id, delivery.id, webhooks.id, event_id, 'pending', delivery.retry, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${rows}) as delivery (id text, webhook_id text, event_id text, retry boolean)
    join webhooks on webhooks.workspace_id = ${workspaceId} and webhooks.id = delivery.webhook_id
      and (webhooks.status = 'enabled' or not delivery.retry)
    for key share of webhooks
    returning 1 as rows, queued.bytes`,
);
