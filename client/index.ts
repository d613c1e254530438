export { createClient, type Client } from "./client.ts";
export type { RawClient } from "./raw-client.ts";
export type { ClientOptions, Fetch } from "./send.ts";
export type { HookRequest, Hooks, Retry } from "./hooks.ts";
export type { Call, CallOptions, Failure, Refusal, Result, Success } from "./call.ts";
export type { CreateOptions } from "./idempotency.ts";
export type { List } from "./list.ts";

export type { Contacts, ListContactsQuery } from "./contacts.ts";
export type { Conversations, ListConversationsQuery, ListMessagesQuery, Messages } from "./conversations.ts";
export type { ListTicketsQuery, Tickets } from "./tickets.ts";
export type { Articles, ListArticlesQuery } from "./articles.ts";
export type { Events, FollowOptions, ListEventsQuery } from "./events.ts";
export type { Deliveries, ListDeliveriesQuery, ListWebhooksQuery, Webhooks } from "./webhooks.ts";

export { CallError, isCallError, type ErrorDetail } from "./errors/call-error.ts";
export { ApiError, isApiError, type ErrorBody, type ErrorCode } from "./errors/api-error.ts";
export { UnauthorizedError } from "./errors/unauthorized-error.ts";
export { ForbiddenError } from "./errors/forbidden-error.ts";
export { NotFoundError } from "./errors/not-found-error.ts";
export { ConflictError } from "./errors/conflict-error.ts";
export { ValidationError } from "./errors/validation-error.ts";
export { RateLimitedError } from "./errors/rate-limited-error.ts";
export { ServerError } from "./errors/server-error.ts";
export { UnexpectedAnswerError } from "./errors/unexpected-answer-error.ts";
export { ConnectionError } from "./errors/connection-error.ts";
export { TimeoutError } from "./errors/timeout-error.ts";

export type { Contact, ContactCreate, ContactDetail, ContactPage } from "../generated/types.ts";
export type { Conversation, ConversationCreate, ConversationPage } from "../generated/types.ts";
export type { Message, MessageCreate, MessagePage } from "../generated/types.ts";
export type { Ticket, TicketCreate, TicketPage } from "../generated/types.ts";
export type { Article, ArticlePage } from "../generated/types.ts";
export type { Event, EventPage, EventType, paths } from "../generated/types.ts";
export type { Webhook, WebhookCreate, WebhookPage, WebhookUpdate } from "../generated/types.ts";
export type {
  DeletedWebhook,
  Delivery,
  DeliveryPage,
  NewWebhook,
  RotatedWebhook,
} from "../generated/types.ts";
