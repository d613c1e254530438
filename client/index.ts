export { createClient, type Client, type ClientOptions } from "./client.ts";
export type { Contacts, ListContactsQuery } from "./contacts.ts";
export type { Conversations, ListConversationsQuery, ListMessagesQuery, Messages } from "./conversations.ts";
export type { ListTicketsQuery, Tickets } from "./tickets.ts";
export type { Articles, ListArticlesQuery } from "./articles.ts";
export type { Events, ListEventsQuery } from "./events.ts";
export type { Deliveries, ListDeliveriesQuery, ListWebhooksQuery, Webhooks } from "./webhooks.ts";
export { verifyWebhook, WebhookVerificationError, type WebhookEvent } from "./verify-webhook.ts";
export type { CreateOptions } from "./idempotency.ts";
export {
  ApiError,
  ConnectionError,
  UnexpectedAnswerError,
  isApiError,
  type ErrorBody,
  type ErrorCode,
  type ErrorDetail,
} from "./errors.ts";
export type { Contact, ContactCreate, ContactDetail, ContactPage } from "../generated/types.ts";
export type { Conversation, ConversationCreate, ConversationPage } from "../generated/types.ts";
export type { Message, MessageCreate, MessagePage } from "../generated/types.ts";
export type { Ticket, TicketCreate, TicketPage } from "../generated/types.ts";
export type { Article, ArticlePage } from "../generated/types.ts";
export type { Webhook, WebhookCreate, WebhookPage, WebhookUpdate } from "../generated/types.ts";
export type {
  DeletedWebhook,
  Delivery,
  DeliveryPage,
  NewWebhook,
  RotatedWebhook,
} from "../generated/types.ts";
export type { Event, EventPage, EventType, paths } from "../generated/types.ts";
