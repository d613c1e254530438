import { sql, type Kysely } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { limits } from "../../generated/constants.ts";
import { objects } from "../../generated/objects.ts";
import type { Delivery } from "../../generated/types.ts";
import { found } from "../contract/api-error.ts";
import type { Input } from "../contract/operation.ts";
import type { Context, Handler } from "./handler.ts";
import { idempotent } from "./idempotency.ts";
import { timeOfId } from "../store/ids.ts";
import { lockRow } from "../store/locks.ts";
import {
  savedPosition,
  type Position,
} from "../store/usage/cursor-positions.ts";
import { update } from "../store/rows.ts";
import { asText, type Timestamp } from "../store/timestamp.ts";
import type { Tables } from "../store/tables.ts";
import { dueNotice, queueDelivery } from "../webhooks/fan-out.ts";
import { expiredBefore } from "./event-retention.ts";
import { recordTestEvent } from "./record-events.ts";
import { type ListValues, newestFirst } from "./list.ts";
import { readWebhook } from "./webhooks.ts";

/** Contract: listDeliveries. */
export const listDeliveries: Handler<"listDeliveries"> = newestFirst({
  table: "webhook_deliveries",
  values: async (
    { path, query }: Input<"listDeliveries">,
    { store, workspaceId }: Context,
  ): Promise<DeliveryValues> => {
    const webhook = await store.database
      .selectFrom("webhooks")
      .select([
        "id as webhookId",
        "created_at as oldest",
        expiredBefore(store).as("expired"),
      ])
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", path.id)
      .executeTakeFirst();
    return { ...query, workspaceId, ...found(webhook) };
  },
  rows: (database, { workspaceId, webhookId }) =>
    deliveriesOf(database, workspaceId, webhookId),
  filters: { status: "column" },
  shown: (rows, { expired }) => rows.where("created_at", ">", expired),
  deletedPosition: async (database, values, id) =>
    (await savedPosition(values.webhookId)(database, values, id)) ??
    expiredPosition(values, id),
  toItem: objects.Delivery,
});

/**
 * Finds the position of a delivery that has expired: its row is gone with its event, but its id has
 * the time. Nothing older is left.
 */
function expiredPosition(
  { oldest, expired }: DeliveryValues,
  id: string,
): Position | undefined {
  const timestamp = timeOfId("whd", id);
  if (timestamp === undefined || timestamp < oldest || timestamp > expired)
    return undefined;
  return { timestamp, id };
}

interface DeliveryValues extends ListValues<"listDeliveries"> {
  webhookId: string;
  /** The time when the webhook was created. */
  oldest: Timestamp;
  /** The time before which all has expired. */
  expired: Timestamp;
}

/** Contract: testWebhook. */
export const testWebhook = idempotent<"testWebhook">(async ({ path }, tx) => {
  const webhook = await readWebhook(tx.database, tx.workspaceId, path.id);
  const now = tx.now;
  const event = recordTestEvent(tx, webhook, now);
  const id = queueDelivery(tx, webhook.id, event);
  const row = {
    id,
    webhook_id: webhook.id,
    event_id: event.id,
    event_type: event.type,
    attempts: [],
  };
  const data = objects.Delivery({
    ...row,
    status: "pending",
    next_attempt_at: now,
    created_at: now,
  });
  return { response: { status: 202, body: { data } }, contactIds: [] };
});

/** Contract: redeliverDelivery. */
export const redeliverDelivery = idempotent<"redeliverDelivery">(
  async ({ path }, tx, { store }) => {
    const { database, workspaceId } = tx;
    const due = { status: "pending", next_attempt_at: tx.now } as const;
    const delivery = deliveriesOf(database, workspaceId, path.id)
      .select(
        sql<string | null>`(
      select contact_id from events where events.workspace_id = ${workspaceId} and events.id = event_id
    )`.as("contact_id"),
      )
      .where("id", "=", path.delivery_id)
      .where("created_at", ">", expiredBefore(store)); // what has expired, and is not deleted yet, is not sent again
    const [, row] = await Promise.all([
      // Until the response is stored, so that an erasure of the delivery finds that too.
      lockRow(tx, "webhook_deliveries", path.delivery_id, "no key update"),
      delivery.executeTakeFirst(),
    ]);
    const { contact_id, ...before } = found(row);
    const after = before.status === "pending" ? before : { ...before, ...due };
    // One attempt for now, unless one is scheduled already.
    if (after !== before) {
      const change = {
        ...due,
        id: before.id,
        retry: false,
        claimed_until: null,
      };
      void update(tx, "webhook_deliveries", [change]);
    }
    tx.notices.add(dueNotice);
    return {
      response: { status: 202, body: { data: objects.Delivery(after) } },
      contactIds: contact_id === null ? [] : [contact_id],
    };
  },
);

/**
 * The number of an attempt by the time at which it was made: one may be recorded after a later one.
 */
const numberInOrder = sql<number>`
  webhook_deliveries.attempts + 1 - row_number() over (order by at desc, webhook_attempts.number desc)`;

/** Selects the deliveries of a webhook, each with the type of its event and its newest attempts. */
function deliveriesOf(
  database: Kysely<Tables>,
  workspaceId: string,
  webhookId: string,
) {
  return database
    .selectFrom("webhook_deliveries")
    .select([
      "id",
      "webhook_id",
      "event_id",
      "status",
      "next_attempt_at",
      "created_at",
    ])
    .select(({ selectFrom }) => [
      sql<Delivery["event_type"]>`(
        select type from events
        where events.workspace_id = ${workspaceId} and events.id = event_id
      )`.as("event_type"),
      jsonArrayFrom(
        selectFrom(
          selectFrom("webhook_attempts")
            .select([
              numberInOrder.as("number"),
              asText("attempted_at", "at"),
              "response_status",
              "error",
            ])
            .select(["duration_ms", "response_excerpt"])
            .where("webhook_attempts.workspace_id", "=", workspaceId)
            .whereRef("delivery_id", "=", "webhook_deliveries.id")
            .orderBy("at", "desc")
            .orderBy("webhook_attempts.number", "desc")
            .limit(limits.attempts)
            .as("newest"),
        )
          .selectAll()
          .orderBy("number"),
      ).as("attempts"),
    ])
    .where("workspace_id", "=", workspaceId)
    .where("webhook_id", "=", webhookId);
}
