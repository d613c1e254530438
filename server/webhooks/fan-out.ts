import { sql } from "kysely";
import type { Event } from "../../generated/types.ts";
import type { Change } from "../store/change.ts";
import { newId } from "../ids.ts";

/** Queues an event, in its own change, for every webhook that subscribes to its type. */
export async function fanOut(change: Change, event: Pick<Event, "id" | "type">): Promise<void> {
  const webhooks = await change.transaction
    .selectFrom("webhooks")
    .select("id")
    .where("workspace_id", "=", change.workspaceId)
    .where("status", "=", "enabled")
    .where(sql<boolean>`events && ${[event.type, "*"]}::text[]`)
    .forKeyShare()
    .execute();
  if (webhooks.length > 0) {
    await queueDeliveries(
      change,
      webhooks.map(({ id }) => id),
      event.id,
      { retry: true },
    );
  }
}

/** Queues one event for these webhooks. Returns the ids of the deliveries. */
export async function queueDeliveries(
  change: Change,
  webhookIds: string[],
  eventId: string,
  { retry }: { retry: boolean },
): Promise<string[]> {
  const { transaction, workspaceId, now } = change;
  const rows = webhookIds.map((webhook_id) => ({
    workspace_id: workspaceId,
    id: newId("whd"),
    webhook_id,
    event_id: eventId,
    status: "pending" as const,
    retry,
    next_attempt_at: now,
    created_at: now,
  }));
  await transaction.insertInto("webhook_deliveries").values(rows).execute();
  change.hasDueDeliveries = true;
  return rows.map(({ id }) => id);
}
