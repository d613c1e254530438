import type {
  DeletedWebhook,
  Delivery,
  DeliveryId,
  DeliveryPage,
  NewWebhook,
  RotatedWebhook,
  Webhook,
  WebhookCreate,
  WebhookId,
  WebhookPage,
  WebhookUpdate,
} from "../generated/types.ts";
import type { Call, Caller, CallOptions } from "./call.ts";
import type { CreateOptions } from "./idempotency.ts";
import { listOf, type List } from "./list.ts";
import type { Query } from "./operation.ts";

/** `limit` and `cursor` of a listing. */
export type ListWebhooksQuery = Query<"listWebhooks">;

/** `status`, `limit` and `cursor` of a listing. */
export type ListDeliveriesQuery = Query<"listDeliveries">;

/** Events that come to you. */
export interface Webhooks {
  /** Lists the webhooks of the workspace, most recent first. */
  list: (query?: ListWebhooksQuery, options?: CallOptions) => List<WebhookPage, "listWebhooks">;
  /** Returns the webhook without its secret. */
  get: (id: WebhookId, options?: CallOptions) => Call<Webhook, "getWebhook">;
  /**
   * Creates a webhook. From now on the events that it asks for are sent to its `url`. The answer shows the secret that
   * they are signed with; no other answer does.
   */
  create: (body: WebhookCreate, options?: CreateOptions) => Call<NewWebhook, "createWebhook">;
  /**
   * Changes the members that you send. Disabling a webhook cancels the deliveries that are still pending; enabling it
   * gives it a fresh start.
   */
  update: (id: WebhookId, body: WebhookUpdate, options?: CallOptions) => Call<Webhook, "updateWebhook">;
  /** Deletes the webhook with its deliveries. Those that are pending are not sent any more. */
  delete: (id: WebhookId, options?: CallOptions) => Call<DeletedWebhook, "deleteWebhook">;
  /**
   * Gives the webhook a new secret, which only this answer shows. Deliveries are signed with both secrets until the
   * previous one expires, so that you can change over without losing any.
   */
  rotateSecret: (id: WebhookId, options?: CallOptions) => Call<RotatedWebhook, "rotateWebhookSecret">;
  /**
   * Sends a `webhook.test` event to the webhook, once and even while it is disabled. Read the delivery in the list of
   * deliveries to see what came of it.
   */
  test: (id: WebhookId, options?: CallOptions) => Call<Delivery, "testWebhook">;
  deliveries: Deliveries;
}

/** What was sent to one webhook. */
export interface Deliveries {
  /**
   * Lists what was sent to a webhook, most recent first, and how each attempt ended. A delivery is kept for as long as
   * its event.
   */
  list: (
    webhookId: WebhookId,
    query?: ListDeliveriesQuery,
    options?: CallOptions,
  ) => List<DeliveryPage, "listDeliveries">;
  /**
   * Makes one more attempt of a delivery, with the same `webhook-id`, to the present `url` and even while the webhook is
   * disabled. A delivery that is still pending is returned as it is.
   */
  redeliver: (
    webhookId: WebhookId,
    id: DeliveryId,
    options?: CallOptions,
  ) => Call<Delivery, "redeliverDelivery">;
}

/** The operations on webhooks and deliveries. */
export function createWebhooks(call: Caller): Webhooks {
  return {
    list: (query, options) =>
      listOf((place) => call("listWebhooks", { query: { ...query, ...place } }, options)),
    get: (id, options) => call("getWebhook", { path: { id } }, options),
    create: (body, options) => call("createWebhook", { body }, options),
    update: (id, body, options) => call("updateWebhook", { path: { id }, body }, options),
    delete: (id, options) => call("deleteWebhook", { path: { id } }, options),
    rotateSecret: (id, options) => call("rotateWebhookSecret", { path: { id } }, options),
    test: (id, options) => call("testWebhook", { path: { id } }, options),
    deliveries: {
      list: (id, query, options) =>
        listOf((place) => call("listDeliveries", { path: { id }, query: { ...query, ...place } }, options)),
      redeliver: (id, delivery_id, options) =>
        call("redeliverDelivery", { path: { id, delivery_id } }, options),
    },
  };
}
