import type { Client as FetchClient } from "openapi-fetch";
import type {
  DeletedWebhook,
  Delivery,
  DeliveryId,
  DeliveryPage,
  NewWebhook,
  operations,
  paths,
  RotatedWebhook,
  Webhook,
  WebhookCreate,
  WebhookId,
  WebhookPage,
  WebhookUpdate,
} from "../generated/types.ts";
import { bodyOf } from "./body-of.ts";
import { idempotencyHeader, type CreateOptions } from "./idempotency.ts";

/** `limit` and `cursor` of a listing. */
export type ListWebhooksQuery = NonNullable<operations["listWebhooks"]["parameters"]["query"]>;

/** `status`, `limit` and `cursor` of a listing. */
export type ListDeliveriesQuery = NonNullable<operations["listDeliveries"]["parameters"]["query"]>;

/** Events that come to you. */
export interface Webhooks {
  /** Lists the webhooks of the workspace, most recent first. */
  list: (query?: ListWebhooksQuery) => Promise<WebhookPage>;
  /** Returns the webhook without its secret. */
  get: (id: WebhookId) => Promise<Webhook>;
  /** Creates a webhook. Keep its `secret`: nothing else returns it. */
  create: (body: WebhookCreate, options?: CreateOptions) => Promise<NewWebhook>;
  /** Changes the members that you send. */
  update: (id: WebhookId, body: WebhookUpdate) => Promise<Webhook>;
  /** Deletes the webhook with its deliveries. */
  delete: (id: WebhookId) => Promise<DeletedWebhook>;
  /** Gives the webhook a new secret; the previous one goes on signing until `previous_secret_expires_at`. */
  rotateSecret: (id: WebhookId) => Promise<RotatedWebhook>;
  /** Sends a `webhook.test` event, once and even while the webhook is disabled. */
  test: (id: WebhookId) => Promise<Delivery>;
  deliveries: Deliveries;
}

/** What was sent to one webhook. */
export interface Deliveries {
  /** Lists the deliveries with their attempts, most recent first. */
  list: (webhookId: WebhookId, query?: ListDeliveriesQuery) => Promise<DeliveryPage>;
  /** Makes one more attempt. A delivery that is still pending is returned as it is. */
  redeliver: (webhookId: WebhookId, id: DeliveryId) => Promise<Delivery>;
}

/** The operations on webhooks and deliveries, over an openapi-fetch client that throws what is no success. */
export function createWebhooks(api: FetchClient<paths>): Webhooks {
  const at = (id: WebhookId) => ({ params: { path: { id } } });
  return {
    list: async (query = {}) => bodyOf(await api.GET("/v1/webhooks", { params: { query } })),
    get: async (id) => bodyOf(await api.GET("/v1/webhooks/{id}", at(id))).data,
    create: async (body, options = {}) => {
      const params = { header: idempotencyHeader(options) };
      return bodyOf(await api.POST("/v1/webhooks", { params, body })).data;
    },
    update: async (id, body) => bodyOf(await api.PATCH("/v1/webhooks/{id}", { ...at(id), body })).data,
    delete: async (id) => bodyOf(await api.DELETE("/v1/webhooks/{id}", at(id))).data,
    rotateSecret: async (id) => bodyOf(await api.POST("/v1/webhooks/{id}/rotate_secret", at(id))).data,
    test: async (id) => bodyOf(await api.POST("/v1/webhooks/{id}/test", at(id))).data,
    deliveries: {
      list: async (id, query = {}) => {
        const params = { path: { id }, query };
        return bodyOf(await api.GET("/v1/webhooks/{id}/deliveries", { params }));
      },
      redeliver: async (id, delivery_id) => {
        const params = { path: { id, delivery_id } };
        return bodyOf(await api.POST("/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver", { params }))
          .data;
      },
    },
  };
}
