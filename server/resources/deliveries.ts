import { sql, type Kysely } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { limits } from "../../generated/catalogue.ts";
import type { Attempt, Delivery, Webhook } from "../../generated/types.ts";
import { ApiError } from "../contract/api-error.ts";
import type { Handler } from "../handler.ts";
import { idempotent } from "../idempotency.ts";
import { sendAhead } from "../store/driver.ts";
import type { Moment } from "../store/moment.ts";
import type { Tables } from "../store/tables.ts";
import { queueDelivery } from "../webhooks/fan-out.ts";
import { recordTestEvent } from "./events.ts";
import { newestFirst } from "./page.ts";
import { findWebhook, readWebhook } from "./webhooks.ts";

/** Contract: listDeliveries. */
export const listDeliveries: Handler<"listDeliveries"> = async ({ path, query }, { store, workspaceId }) => {
  const { id } = await readWebhook(store.database, workspaceId, path.id);
  const values = { workspaceId, webhookId: id, status: query.status };
  return { status: 200, headers: {}, body: await deliveries.page(store.database, values, query, toDelivery) };
};

const deliveries = newestFirst({
  table: "webhook_deliveries",
  newest: "created_at",
  all: (database, { workspaceId, webhookId }: DeliveryFilters) =>
    deliveriesOf(database, workspaceId, webhookId),
  wanted: (all, { status }) => (status === undefined ? all : all.where("status", "=", status)),
});

interface DeliveryFilters {
  workspaceId: string;
  webhookId: string;
  status?: Delivery["status"] | undefined;
}

/** Contract: testWebhook. */
export const testWebhook = idempotent<"testWebhook", Webhook>(
  (_input, change, _context, webhook) => {
    if (!webhook) throw new ApiError("not_found", {});
    const event = recordTestEvent(change, webhook);
    const id = queueDelivery(change, { webhookId: webhook.id, eventId: event.id, retry: false });
    const row = { id, webhook_id: webhook.id, event_id: event.id, event_type: event.type, newest: [] };
    const data = toDelivery({
      ...row,
      status: "pending",
      next_attempt_at: change.now,
      created_at: change.now,
    });
    return { status: 202, headers: {}, body: { data } };
  },
  ({ path }, { transaction, workspaceId }) => findWebhook(transaction, workspaceId, path.id),
);

/** Contract: redeliverDelivery. */
export const redeliverDelivery = idempotent<"redeliverDelivery">(async ({ path }, change) => {
  const { transaction, workspaceId, now } = change;
  const delivery = deliveriesOf(transaction, workspaceId, path.id).where("id", "=", path.delivery_id);
  // One attempt for now, unless one is scheduled already.
  const pending = transaction
    .updateTable("webhook_deliveries")
    .set({ status: "pending", retry: false, next_attempt_at: now, claimed_until: null })
    .where("workspace_id", "=", workspaceId)
    .where("webhook_id", "=", path.id)
    .where("id", "=", path.delivery_id)
    .where("status", "<>", "pending");
  await sendAhead(transaction, pending.compile());
  const row = await delivery.executeTakeFirst();
  if (!row) throw new ApiError("not_found", {});
  change.hasDueDeliveries = true;
  return { status: 202, headers: {}, body: { data: toDelivery(row) } };
});

function deliveriesOf(database: Kysely<Tables>, workspaceId: string, webhookId: string) {
  return database
    .selectFrom("webhook_deliveries")
    .select(["id", "webhook_id", "event_id", "status", "next_attempt_at", "created_at"])
    .select(({ selectFrom }) => [
      sql<Delivery["event_type"]>`(
        select type from events
        where events.workspace_id = ${workspaceId} and events.id = event_id
      )`.as("event_type"),
      jsonArrayFrom(
        selectFrom("webhook_attempts")
          .select([
            "number",
            "at as attempted_at",
            "response_status",
            "error",
            "duration_ms",
            "response_excerpt",
          ])
          .where("webhook_attempts.workspace_id", "=", workspaceId)
          .whereRef("delivery_id", "=", "webhook_deliveries.id")
          .orderBy("number", "desc")
          .limit(limits.attempts),
      ).as("newest"),
    ])
    .where("workspace_id", "=", workspaceId)
    .where("webhook_id", "=", webhookId);
}

interface Row extends Omit<Delivery, "object" | "attempts" | "next_attempt_at" | "created_at"> {
  newest: Attempt[];
  next_attempt_at: Moment | null;
  created_at: Moment;
}

const toDelivery = (row: Row): Delivery => ({
  id: row.id,
  object: "webhook_delivery",
  webhook_id: row.webhook_id,
  event_id: row.event_id,
  event_type: row.event_type,
  status: row.status,
  attempts: row.newest.reverse().map(toAttempt),
  next_attempt_at: row.next_attempt_at ?? null,
  created_at: row.created_at,
});

/** PostgreSQL writes times in JSON with a varying number of digits. */
const toAttempt = (attempt: Attempt): Attempt => ({
  number: attempt.number,
  attempted_at: new Date(attempt.attempted_at).toISOString(),
  response_status: attempt.response_status,
  error: attempt.error,
  duration_ms: attempt.duration_ms,
  response_excerpt: attempt.response_excerpt,
});
