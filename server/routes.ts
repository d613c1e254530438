import type { Routes } from "./api/handler.ts";
import {
  createMessengerConversation,
  createMessengerMessage,
  listMessengerConversations,
  listMessengerMessages,
} from "./api/messenger/conversations.ts";
import { createMessengerSession } from "./api/messenger/sessions.ts";
import { getArticle, listArticles } from "./api/articles.ts";
import { batchContacts } from "./api/contact-batch.ts";
import {
  createContact,
  getContact,
  listContacts,
  updateContact,
} from "./api/contacts.ts";
import {
  createConversation,
  createMessage,
  getConversation,
  listConversations,
  updateConversation,
} from "./api/conversations.ts";
import {
  listDeliveries,
  redeliverDelivery,
  testWebhook,
} from "./api/deliveries.ts";
import { deleteContact } from "./api/erasure.ts";
import { getEvent, listEvents } from "./api/events.ts";
import { getMe } from "./api/me.ts";
import { listMessages } from "./api/messages.ts";
import {
  createTicket,
  getTicket,
  listTickets,
  updateTicket,
} from "./api/tickets.ts";
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from "./api/webhooks.ts";

/** The handler of each operation of the contract. */
export const routes: Routes = {
  listContacts,
  createContact,
  batchContacts,
  getContact,
  updateContact,
  deleteContact,
  listConversations,
  createConversation,
  getConversation,
  updateConversation,
  listMessages,
  createMessage,
  listTickets,
  createTicket,
  getTicket,
  updateTicket,
  listArticles,
  getArticle,
  listEvents,
  getEvent,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  redeliverDelivery,
  getMe,
  createMessengerSession,
  listMessengerConversations,
  createMessengerConversation,
  listMessengerMessages,
  createMessengerMessage,
  listMessengerArticles: listArticles,
  getMessengerArticle: getArticle,
};
