import type { CreateContactRequest, CreateConversationRequest } from "../../../generated/types.ts";
import { call, pick, type Call } from "./call.ts";

/** What a user's day is mixed of. */
export const calls: Call[] = [
  call("contacts", "listContacts"),
  call("contacts, 90 % deep", "listContacts", (n, data) => ({
    query: { cursor: pick(data.deepContacts, n) },
  })),
  call("contact with counts", "getContact", (n, data) => ({ id: pick(data.contacts, n) })),
  call("create contact", "createContact", (n) => ({ body: contact(n) })),
  call("conversations", "listConversations"),
  call("open conversations", "listConversations", () => ({ query: { status: "open" } })),
  call("messages", "listMessages", (n, data) => ({ id: pick(data.conversations, n) })),
  call("start conversation", "createConversation", (n, data) => ({
    body: { contact_id: pick(data.contacts, n), body: "Hola" } satisfies CreateConversationRequest,
  })),
  call("tickets", "listTickets"),
  call("open tickets", "listTickets", () => ({ query: { status: "open" } })),
  call("feed", "listEvents"),
  call("feed, 90 % deep", "listEvents", (n, data) => ({ query: { cursor: pick(data.deepEvents, n) } })),
  call("feed of rare types", "listEvents", () => ({ query: { types: "ticket.updated,article.published" } })),
  call("deliveries", "listDeliveries", (_n, data) => ({ id: data.webhook })),
  call("failed deliveries", "listDeliveries", (_n, data) => ({
    id: data.webhook,
    query: { status: "failed" },
  })),
];

/** Texts that are searched for, from what everyone has to what nobody has. */
export const terms = {
  "one letter": "a",
  "one sign, none": "%",
  "two letters, common": "ar",
  "two letters, rare": "xj",
  "two letters, none": "qq",
  "two letters, accent": "Ñú",
  "three letters": "eze",
  "one match": "garcia77@",
  "no match": "nadie-se-llama-asi",
  "no letters, none": "+++",
  "common surname": "García",
  "rare surname": "ñancupil",
  "two surnames": "garcia gonzalez",
  "three words": "maría garcía gonzález",
  "every email": ".com",
  "a company": "libreriadelsur17.",
  "an old import": "sistemaviejo",
  "200 letters": "maria garcia gonzalez rodriguez fernandez lopez martinez ".repeat(4).slice(0, 199),
};

/** A search for one of the terms. */
export const search = (term: string): Call => call(term, "listContacts", () => ({ query: { q: term } }));

const contact = (n: number): CreateContactRequest => ({
  name: "Bárbara Núñez",
  email: `barbara.nunez.${Date.now()}.${n}@example.com`,
  tags: ["mayorista"],
  custom_fields: { plan: "oro", clientes: 42 },
});
