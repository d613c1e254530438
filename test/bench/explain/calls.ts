import type {
  CreateConversationRequest,
  CreateMessageRequest,
  CreateTicketRequest,
  CreateWebhookRequest,
  UpdateWebhookRequest,
} from "../../../generated/types.ts";
import { call, pick, type Call } from "../scale/call.ts";
import { calls, search, terms } from "../scale/calls.ts";

const once = { "Idempotency-Key": "explain" };
const webhook: CreateWebhookRequest = { url: "https://crm.example.com/", events: ["*"] };

/** Every operation at least once, and those with a choice of plans with each. */
export const explained: Call[] = [
  ...calls,
  call("contacts, last page", "listContacts", (_n, { deepContacts }) => ({
    query: { cursor: deepContacts.at(-1) ?? "", limit: "100" },
  })),
  ...Object.values(terms).map(search),
  call("search, 90 % deep", "listContacts", (n, data) => ({
    query: { q: "garcia", cursor: pick(data.deepContacts, n) },
  })),
  call("conversation", "getConversation", (n, { conversations }) => ({ id: pick(conversations, n) })),
  call("a contact's conversations", "listConversations", (n, { contacts }) => ({
    query: { contact_id: pick(contacts, n), status: "open" },
  })),
  call("start conversation once", "createConversation", (n, { contacts }) => ({
    headers: once,
    body: { contact_id: pick(contacts, n), body: "Hola" } satisfies CreateConversationRequest,
  })),
  call("send message", "createMessage", (n, { conversations }) => ({
    id: pick(conversations, n),
    body: { body: "Hola", author_type: "contact" } satisfies CreateMessageRequest,
  })),
  call("ticket", "getTicket", (n, { tickets }) => ({ id: pick(tickets, n) })),
  call("create ticket", "createTicket", (n, { contacts }) => ({
    body: {
      contact_id: pick(contacts, n),
      subject: "Factura",
      description: "No llegó.",
    } satisfies CreateTicketRequest,
  })),
  call("articles", "listArticles"),
  call("articles with a text", "listArticles", () => ({ query: { q: "factura" } })),
  call("article", "getArticle", (n, { articles }) => ({ id: pick(articles, n) })),
  call("event", "getEvent", (n, { events }) => ({ id: pick(events, n) })),
  call("feed of common types, 90 % deep", "listEvents", (n, { deepEvents }) => ({
    query: { cursor: pick(deepEvents, n), types: "contact.created,message.created" },
  })),
  call("webhooks", "listWebhooks"),
  call("webhook", "getWebhook", (_n, data) => ({ id: data.webhook })),
  call("create webhook", "createWebhook", () => ({ body: webhook })),
  call("change webhook", "updateWebhook", (_n, data) => ({
    id: data.webhook,
    body: { description: "CRM" } satisfies UpdateWebhookRequest,
  })),
  call("rotate secret", "rotateWebhookSecret", (_n, data) => ({ id: data.webhook })),
  call("test webhook", "testWebhook", (_n, data) => ({ id: data.webhook })),
  call("redeliver", "redeliverDelivery", (n, data) => ({
    id: data.webhook,
    deliveryId: pick(data.deliveries, n),
  })),
  call("delete webhook", "deleteWebhook", (_n, data) => ({ id: data.webhook })),
];
