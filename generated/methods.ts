// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.

import type { List } from "../client/list.ts";
import type { Body, Call, Query } from "../client/operation.ts";
import type { CallOptions, ChangeOptions, CreateOptions } from "../client/options.ts";
import type { ApiKey, Article, ArticlePage, BatchContactsRequest, Contact, ContactBatch, ContactDetail, ContactPage, Conversation, ConversationPage, CreateContactRequest, CreateConversationRequest, CreateMessageRequest, CreateTicketRequest, CreateWebhookRequest, DeletedContact, DeletedWebhook, Delivery, DeliveryPage, Event, EventPage, Message, MessagePage, RotatedWebhook, Ticket, TicketPage, UpdateContactRequest, UpdateConversationRequest, UpdateTicketRequest, UpdateWebhookRequest, Webhook, WebhookPage, WebhookWithSecret } from "./types.ts";

export type { ApiKey, Article, ArticlePage, BatchContactsRequest, Contact, ContactBatch, ContactDetail, ContactPage, Conversation, ConversationPage, CreateContactRequest, CreateConversationRequest, CreateMessageRequest, CreateTicketRequest, CreateWebhookRequest, DeletedContact, DeletedWebhook, Delivery, DeliveryPage, Event, EventPage, Message, MessagePage, RotatedWebhook, Ticket, TicketPage, UpdateContactRequest, UpdateConversationRequest, UpdateTicketRequest, UpdateWebhookRequest, Webhook, WebhookPage, WebhookWithSecret } from "./types.ts";

/** Filters of `listContacts`, and the page. */
export type ListContactsQuery = Query<"listContacts">;

/** Filters of `listConversations`, and the page. */
export type ListConversationsQuery = Query<"listConversations">;

/** Filters of `listMessages`, and the page. */
export type ListMessagesQuery = Query<"listMessages">;

/** Filters of `listTickets`, and the page. */
export type ListTicketsQuery = Query<"listTickets">;

/** Filters of `listArticles`, and the page. */
export type ListArticlesQuery = Query<"listArticles">;

/** Filters of `listEvents`, and the page. */
export type ListEventsQuery = Query<"listEvents">;

/** Filters of `listWebhooks`, and the page. */
export type ListWebhooksQuery = Query<"listWebhooks">;

/** Filters of `listDeliveries`, and the page. */
export type ListDeliveriesQuery = Query<"listDeliveries">;

/** The operations of the API. */
export interface Methods {
  contacts: Contacts;
  conversations: Conversations;
  tickets: Tickets;
  articles: Articles;
  events: Events;
  webhooks: Webhooks;
  me: Me;
}

/** The people who write to the team. */
export interface Contacts {
  /**
   * Lists the contacts of the workspace, most recent first, by `created_at`.
   *
   * Scope: `contacts:read`.
   *
   * @example
   * for await (const item of api.contacts.list({ q: "barbara" })) {
   *   console.log(item);
   * }
   */
  list: (query?: ListContactsQuery, options?: CallOptions) => List<ContactPage, "listContacts">;
  /**
   * Creates a contact. The email is the deduplication key: when the workspace already has a contact with it, the response is a 409 that carries the id of that contact. The same holds for `external_id`. So this request is safe to repeat without an `Idempotency-Key`. With an `Idempotency-Key`, a repeated request gets the first response again instead of the 409.
   *
   * Scope: `contacts:write`.
   *
   * @throws (rejects) ApiError: 409 conflict request_in_progress, 413 payload_too_large, 415 unsupported_media_type
   * @example
   * console.log(await api.contacts.create({
   *   name: "Bárbara Núñez",
   *   email: "barbara.nunez@example.com",
   *   external_id: "CRM-4711",
   *   phone: "+54 11 5555-0134",
   *   company: "Librería del Sur",
   *   country: "Argentina",
   *   tags: ["mayorista", "pago anual"],
   *   custom_fields: { plan: "oro", clientes: 42 }
   * }));
   */
  create: (body: Body<CreateContactRequest>, options?: CreateOptions) => Call<Contact, "createContact">;
  /**
   * Creates or changes up to 100 contacts. An element with an `id` changes this contact. Without an `id` it changes the contact that has its `external_id`, or otherwise the contact that has its `email`; when there is no such contact, it creates one. A change has the same effect as `updateContact`. The server processes the elements in their order. An element can take an email or an `external_id` that a later element gives up, so two contacts can swap these values. The response has the result of each element in the same order. A refused element has the error that a single request would get, and does not affect the other elements. The rate limit counts one request. The body has the same limit as the body of every request, so send fewer contacts when they have many custom fields.
   *
   * Scope: `contacts:write` and `contacts:read`.
   *
   * @throws (rejects) ApiError: 409 request_in_progress, 413 payload_too_large, 415 unsupported_media_type
   * @example
   * console.log(await api.contacts.batch({
   *   contacts: [
   *     { name: "Tomás Agüero", email: "tomas@example.org" },
   *     {
   *       external_id: "CRM-4711",
   *       phone: "+54 221 555-0190",
   *       custom_fields: { plan: "anual", clientes: null }
   *     },
   *     {
   *       email: "lucia@example.org",
   *       company: "Librería del Sur"
   *     }
   *   ]
   * }));
   */
  batch: (body: Body<BatchContactsRequest>, options?: CreateOptions) => Call<ContactBatch, "batchContacts">;
  /**
   * Returns the contact with its newest conversations and tickets.
   *
   * Scope: `contacts:read`.
   *
   * @throws (rejects) ApiError: 404 not_found
   * @example
   * console.log(await api.contacts.get("ct_01jq7x2v4ef8stn5x0q9c6hd3k"));
   */
  get: (id: string, options?: CallOptions) => Call<ContactDetail, "getContact">;
  /**
   * Changes the fields that you send, and leaves the others as they are. `null` removes a key of `custom_fields`. When another contact has the email or the `external_id`, the response is a 409 that carries its id. A change causes the event `contact.updated`; a request that changes nothing causes none.
   *
   * Scope: `contacts:write` and `contacts:read`.
   *
   * @throws (rejects) ApiError: 404 not_found, 409 conflict, 412 precondition_failed, 413 payload_too_large, 415 unsupported_media_type
   * @example
   * console.log(await api.contacts.update("ct_01jq7x2v4ef8stn5x0q9c6hd3k", {
   *   phone: "+54 221 555-0190",
   *   custom_fields: { plan: "anual", clientes: null }
   * }));
   */
  update: (id: string, body: Body<UpdateContactRequest>, options?: ChangeOptions) => Call<Contact, "updateContact">;
  /**
   * Erases the person, completely or not at all: the contact, its conversations with their messages, its tickets, the events about all of these with their deliveries, and the responses that the server keeps for their `Idempotency-Key`. The event `contact.deleted` remains, with the identifier alone. It cannot be undone. The chapter "Erasure" says what is outside of the server's reach.
   *
   * Scope: `*`.
   *
   * @throws (rejects) ApiError: 404 not_found, 412 precondition_failed
   * @example
   * console.log(await api.contacts.delete("ct_01jq7x2v4ef8stn5x0q9c6hd3k"));
   */
  delete: (id: string, options?: ChangeOptions) => Call<DeletedContact, "deleteContact">;
}

/** The messages of contacts, and the responses of the team. */
export interface Conversations {
  /**
   * Lists the conversations of the workspace, most recent first, by `created_at`.
   *
   * Scope: `conversations:read`.
   *
   * @example
   * for await (const item of api.conversations.list({ status: "open" })) {
   *   console.log(item);
   * }
   */
  list: (query?: ListConversationsQuery, options?: CallOptions) => List<ConversationPage, "listConversations">;
  /**
   * Starts a conversation with its first message.
   *
   * Scope: `conversations:write`.
   *
   * @throws (rejects) ApiError: 409 request_in_progress, 413 payload_too_large, 415 unsupported_media_type
   * @example
   * console.log(await api.conversations.create({
   *   contact_id: "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
   *   subject: "Cambio de plan",
   *   body: "Hola, Bárbara. ¿Qué plan te interesa?"
   * }));
   */
  create: (body: Body<CreateConversationRequest>, options?: CreateOptions) => Call<Conversation, "createConversation">;
  /**
   * Returns the conversation. The operation `listMessages` returns its messages.
   *
   * Scope: `conversations:read`.
   *
   * @throws (rejects) ApiError: 404 not_found
   * @example
   * console.log(await api.conversations.get("cv_01jqxk3d8rf0pva6m5z2h9wt7c"));
   */
  get: (id: string, options?: CallOptions) => Call<Conversation, "getConversation">;
  /**
   * Changes the fields that you send. With `status: closed` the team is done with the conversation; with `status: open` the team works on the conversation again. A change of the status causes the event `conversation.updated`.
   *
   * Scope: `conversations:write` and `conversations:read`.
   *
   * @throws (rejects) ApiError: 404 not_found, 412 precondition_failed, 413 payload_too_large, 415 unsupported_media_type
   * @example
   * console.log(await api.conversations.update("cv_01jqxk3d8rf0pva6m5z2h9wt7c", { status: "closed" }));
   */
  update: (id: string, body: Body<UpdateConversationRequest>, options?: ChangeOptions) => Call<Conversation, "updateConversation">;
  messages: Messages;
}

/** The methods of `messages`. */
export interface Messages {
  /**
   * Lists the messages of a conversation, most recent first, by `created_at`.
   *
   * Scope: `conversations:read`.
   *
   * @throws (rejects) ApiError: 404 not_found
   * @example
   * for await (const item of api.conversations.messages.list("cv_01jqxk3d8rf0pva6m5z2h9wt7c")) {
   *   console.log(item);
   * }
   */
  list: (conversationId: string, query?: ListMessagesQuery, options?: CallOptions) => List<MessagePage, "listMessages">;
  /**
   * Sends a message in a conversation. A message of the contact reopens a closed conversation and moves the contact's `last_seen_at`. To a key without `conversations:read`, the response does not tell the contact's name: the `name` of the `author` is `""`.
   *
   * Scope: `conversations:write`.
   *
   * @throws (rejects) ApiError: 404 not_found, 409 request_in_progress, 413 payload_too_large, 415 unsupported_media_type
   * @example
   * console.log(await api.conversations.messages.create("cv_01jqxk3d8rf0pva6m5z2h9wt7c", { body: "Hola, Bárbara. ¿Qué plan te interesa?" }));
   */
  create: (conversationId: string, body: Body<CreateMessageRequest>, options?: CreateOptions) => Call<Message, "createMessage">;
}

/** The tasks that the team has for contacts. */
export interface Tickets {
  /**
   * Lists the tickets of the workspace, most recent first, by `created_at`.
   *
   * Scope: `tickets:read`.
   *
   * @example
   * for await (const item of api.tickets.list({ status: "open" })) {
   *   console.log(item);
   * }
   */
  list: (query?: ListTicketsQuery, options?: CallOptions) => List<TicketPage, "listTickets">;
  /**
   * Creates a ticket for a contact.
   *
   * Scope: `tickets:write`.
   *
   * @throws (rejects) ApiError: 409 request_in_progress, 413 payload_too_large, 415 unsupported_media_type
   * @example
   * console.log(await api.tickets.create({
   *   contact_id: "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
   *   conversation_id: "cv_01jqxk3d8rf0pva6m5z2h9wt7c",
   *   subject: "Factura con el importe anterior",
   *   description: "La factura de abril lleva el importe del plan mensual.",
   *   priority: "high",
   *   tags: ["facturación"],
   *   custom_fields: { factura: "A-0001-00004711" }
   * }));
   */
  create: (body: Body<CreateTicketRequest>, options?: CreateOptions) => Call<Ticket, "createTicket">;
  /**
   * Returns the ticket.
   *
   * Scope: `tickets:read`.
   *
   * @throws (rejects) ApiError: 404 not_found
   * @example
   * console.log(await api.tickets.get("tk_01jqxm0n5ye1hbs8k4c7d3fg2w"));
   */
  get: (id: string, options?: CallOptions) => Call<Ticket, "getTicket">;
  /**
   * Changes the fields that you send, and leaves the others as they are. A change causes the event `ticket.updated`; a request that changes nothing causes none.
   *
   * Scope: `tickets:write` and `tickets:read`.
   *
   * @throws (rejects) ApiError: 404 not_found, 412 precondition_failed, 413 payload_too_large, 415 unsupported_media_type
   * @example
   * console.log(await api.tickets.update("tk_01jqxm0n5ye1hbs8k4c7d3fg2w", {
   *   status: "solved",
   *   custom_fields: { nota: "C-0001-00000318" }
   * }));
   */
  update: (id: string, body: Body<UpdateTicketRequest>, options?: ChangeOptions) => Call<Ticket, "updateTicket">;
}

/** The help center's published pages. */
export interface Articles {
  /**
   * Lists the published articles of the help center, newest `published_at` first.
   *
   * Scope: `articles:read`.
   *
   * @example
   * for await (const item of api.articles.list({ q: "factura" })) {
   *   console.log(item);
   * }
   */
  list: (query?: ListArticlesQuery, options?: CallOptions) => List<ArticlePage, "listArticles">;
  /**
   * Returns a published article. An article that is not published is a 404.
   *
   * Scope: `articles:read`.
   *
   * @throws (rejects) ApiError: 404 not_found
   * @example
   * console.log(await api.articles.get("ar_01jr0c5t9kf6a8x2bq7d4m1hze"));
   */
  get: (id: string, options?: CallOptions) => Call<Article, "getArticle">;
}

/** The changes in the workspace, from the oldest to the newest. */
export interface Events {
  /**
   * Lists the events of the workspace, oldest first. A reader keeps one cursor and misses no event. Without `cursor` the feed starts at the oldest event that the server keeps. With `cursor=newest` it starts behind the newest one: the page is empty, and its `next_cursor` is that event, or null when there is none; then leave `cursor` out. When `has_more` is false, you have read all events: keep `next_cursor` and send it later. The `next_cursor` of an empty page that follows a cursor is the newest event, so that the cursor of a reader of some `types` advances although no event matches. The server keeps events for 30 days. A cursor is a 422 when events after it have expired, of whatever type, so that a reader learns that it has missed events.
   *
   * Scope: `events:read`.
   *
   * @example
   * for await (const item of api.events.list({ types: ["contact.created", "message.created"] })) {
   *   console.log(item);
   * }
   */
  list: (query?: ListEventsQuery, options?: CallOptions) => List<EventPage, "listEvents">;
  /**
   * Returns an event. The server keeps an event for 30 days; an older one is a 404.
   *
   * Scope: `events:read`.
   *
   * @throws (rejects) ApiError: 404 not_found
   * @example
   * console.log(await api.events.get("evt_01jq7x2v4gfm5a6w0t8r3c9kyd"));
   */
  get: (id: string, options?: CallOptions) => Call<Event, "getEvent">;
}

/** The URLs at which you receive events. */
export interface Webhooks {
  /**
   * Lists the webhooks of the workspace, most recent first, by `created_at`.
   *
   * Scope: `*`.
   *
   * @example
   * for await (const item of api.webhooks.list()) {
   *   console.log(item);
   * }
   */
  list: (query?: ListWebhooksQuery, options?: CallOptions) => List<WebhookPage, "listWebhooks">;
  /**
   * Creates a webhook. From now on the server sends the events whose types are in `events` to the `url`. The event of a change that is under way at this moment may be missing. To miss no event, list the events with `cursor=newest` before you create the webhook, and later read the events after this cursor. The server signs the events with a secret, which only this response shows. To receive events on your own machine, use `contacts-listen` of the client.
   *
   * Scope: `*`.
   *
   * @throws (rejects) ApiError: 409 request_in_progress, 413 payload_too_large, 415 unsupported_media_type
   * @example
   * console.log(await api.webhooks.create({
   *   url: "https://crm.example.com/webhooks",
   *   events: ["*"],
   *   description: "Ficha del cliente"
   * }));
   */
  create: (body: Body<CreateWebhookRequest>, options?: CreateOptions) => Call<WebhookWithSecret, "createWebhook">;
  /**
   * Returns the webhook without its secret.
   *
   * Scope: `*`.
   *
   * @throws (rejects) ApiError: 404 not_found
   * @example
   * console.log(await api.webhooks.get("wh_01jqxjw6zve9bq3s5t8m0r4k2h"));
   */
  get: (id: string, options?: CallOptions) => Call<Webhook, "getWebhook">;
  /**
   * Changes the fields that you send. Disabling a webhook cancels its pending deliveries, except an attempt that is under way or that you requested. After you enable it again, earlier failures no longer count.
   *
   * Scope: `*`.
   *
   * @throws (rejects) ApiError: 404 not_found, 412 precondition_failed, 413 payload_too_large, 415 unsupported_media_type
   * @example
   * console.log(await api.webhooks.update("wh_01jqxjw6zve9bq3s5t8m0r4k2h", { url: "https://crm.example.com/v2/webhooks" }));
   */
  update: (id: string, body: Body<UpdateWebhookRequest>, options?: ChangeOptions) => Call<Webhook, "updateWebhook">;
  /**
   * Deletes the webhook with its deliveries. The server no longer sends its pending deliveries.
   *
   * Scope: `*`.
   *
   * @throws (rejects) ApiError: 404 not_found, 412 precondition_failed
   * @example
   * console.log(await api.webhooks.delete("wh_01jqxjw6zve9bq3s5t8m0r4k2h"));
   */
  delete: (id: string, options?: ChangeOptions) => Call<DeletedWebhook, "deleteWebhook">;
  /**
   * Gives the webhook a new secret, which only this response shows. The server signs deliveries with both secrets until the previous one expires, so that you can change the secret of your receiver without refusing a delivery. Send an `Idempotency-Key`: a repeated request then gets the same secret again and does not rotate it again.
   *
   * Scope: `*`.
   *
   * @throws (rejects) ApiError: 404 not_found, 409 request_in_progress, 412 precondition_failed
   * @example
   * console.log(await api.webhooks.rotateSecret("wh_01jqxjw6zve9bq3s5t8m0r4k2h"));
   */
  rotateSecret: (id: string, options?: CreateOptions & ChangeOptions) => Call<RotatedWebhook, "rotateWebhookSecret">;
  /**
   * Sends a `webhook.test` event to the webhook, also when it is disabled. The server makes one attempt. The operation `listDeliveries` shows how the attempt ended.
   *
   * Scope: `*`.
   *
   * @throws (rejects) ApiError: 404 not_found, 409 request_in_progress
   * @example
   * console.log(await api.webhooks.test("wh_01jqxjw6zve9bq3s5t8m0r4k2h"));
   */
  test: (id: string, options?: CreateOptions) => Call<Delivery, "testWebhook">;
  deliveries: Deliveries;
}

/** The methods of `deliveries`. */
export interface Deliveries {
  /**
   * Lists the deliveries of a webhook, most recent first, by `created_at`, and how each attempt ended. The server keeps a delivery for as long as its event.
   *
   * Scope: `*`.
   *
   * @throws (rejects) ApiError: 404 not_found
   * @example
   * for await (const item of api.webhooks.deliveries.list("wh_01jqxjw6zve9bq3s5t8m0r4k2h", { status: "failed" })) {
   *   console.log(item);
   * }
   */
  list: (webhookId: string, query?: ListDeliveriesQuery, options?: CallOptions) => List<DeliveryPage, "listDeliveries">;
  /**
   * Makes one more attempt of a delivery, with the same `webhook-id`, to the current `url` of the webhook, also when the webhook is disabled. The delivery is `pending` until the attempt ends; a delivery that had succeeded is then `succeeded` again, even if this attempt fails. When the delivery is pending, the operation makes no attempt and returns the delivery.
   *
   * Scope: `*`.
   *
   * @throws (rejects) ApiError: 404 not_found, 409 request_in_progress
   * @example
   * console.log(await api.webhooks.deliveries.redeliver("wh_01jqxjw6zve9bq3s5t8m0r4k2h", "whd_01jqxkfb3nf4g6t0s8y2c5m7pd"));
   */
  redeliver: (webhookId: string, id: string, options?: CreateOptions) => Call<Delivery, "redeliverDelivery">;
}

/** The API key that sends the request. */
export interface Me {
  /**
   * Returns the API key that sends the request: its name, its last characters, its scopes, its workspace, its rate limit and when it expires. Use it to check a key that somebody has entered, and to see what the key may do.
   *
   * Scope: none.
   *
   * @example
   * console.log(await api.me.get());
   */
  get: (options?: CallOptions) => Call<ApiKey, "getMe">;
}

/** Method → its request, its input and output, and the statuses of its errors besides the common ones. */
export const methods = {
  "contacts": {
    "list": "GET /v1/contacts list pages:100 query",
    "create": "POST /v1/contacts body keyed 409 413 415",
    "batch": "POST /v1/contacts/batch body keyed 409 413 415",
    "get": "GET /v1/contacts/{id} 404",
    "update": "PATCH /v1/contacts/{id} body conditional idempotent 404 409 412 413 415",
    "delete": "DELETE /v1/contacts/{id} conditional idempotent deletes:contact 404 412"
  },
  "conversations": {
    "list": "GET /v1/conversations list pages:100 query",
    "create": "POST /v1/conversations body keyed 409 413 415",
    "get": "GET /v1/conversations/{id} 404",
    "update": "PATCH /v1/conversations/{id} body conditional idempotent 404 412 413 415",
    "messages": {
      "list": "GET /v1/conversations/{id}/messages list pages:100 query 404",
      "create": "POST /v1/conversations/{id}/messages body keyed 404 409 413 415"
    }
  },
  "tickets": {
    "list": "GET /v1/tickets list pages:100 query",
    "create": "POST /v1/tickets body keyed 409 413 415",
    "get": "GET /v1/tickets/{id} 404",
    "update": "PATCH /v1/tickets/{id} body conditional idempotent 404 412 413 415"
  },
  "articles": {
    "list": "GET /v1/articles list pages:100 query",
    "get": "GET /v1/articles/{id} 404"
  },
  "events": {
    "list": "GET /v1/events list pages:100 query",
    "get": "GET /v1/events/{id} 404"
  },
  "webhooks": {
    "list": "GET /v1/webhooks list pages:100 query",
    "create": "POST /v1/webhooks body keyed 409 413 415",
    "get": "GET /v1/webhooks/{id} 404",
    "update": "PATCH /v1/webhooks/{id} body conditional idempotent 404 412 413 415",
    "delete": "DELETE /v1/webhooks/{id} conditional idempotent deletes:webhook 404 412",
    "rotateSecret": "POST /v1/webhooks/{id}/rotate_secret keyed conditional 404 409 412",
    "test": "POST /v1/webhooks/{id}/test keyed 404 409",
    "deliveries": {
      "list": "GET /v1/webhooks/{id}/deliveries list pages:100 query 404",
      "redeliver": "POST /v1/webhooks/{id}/deliveries/{delivery_id}/redeliver keyed 404 409"
    }
  },
  "me": {
    "get": "GET /v1/me"
  }
} as const;

/** Returns the scopes of the key. @internal */
export const scopesOf = async (api: Methods): Promise<readonly string[]> => (await api.me.get()).scopes;
