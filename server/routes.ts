import type { Routes } from "./handler.ts";
import {
  createMessengerConversation,
  createMessengerMessage,
  listMessengerConversations,
  listMessengerMessages,
} from "./messenger/conversations.ts";
import { createMessengerSession } from "./messenger/sessions.ts";
import { getArticle, listArticles } from "./resources/articles.ts";
import { batchContacts } from "./resources/contact-batch.ts";
import { createContact, getContact, listContacts, updateContact } from "./resources/contacts.ts";
import {
  createConversation,
  createMessage,
  getConversation,
  listConversations,
  updateConversation,
} from "./resources/conversations.ts";
import { listDeliveries, redeliverDelivery, testWebhook } from "./resources/deliveries.ts";
import { deleteContact } from "./resources/erasure.ts";
import { getEvent, listEvents } from "./resources/events.ts";
import { getMe } from "./resources/me.ts";
import { listMessages } from "./resources/messages.ts";
import { createTicket, getTicket, listTickets, updateTicket } from "./resources/tickets.ts";
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from "./resources/webhooks.ts";

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
