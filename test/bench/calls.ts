import { batchLimits } from "../../generated/calls.ts";
import { limits } from "../../generated/constants.ts";
import { operations, type OperationId } from "../../generated/operations.ts";
import type {
  CreateContactRequest,
  CreateConversationRequest,
} from "../../generated/types.ts";
import type { Seeded } from "./seed.ts";

/** Keys, and ids of contacts of a server, from which requests are made. */
export interface Data {
  keys: string[];
  contacts: string[];
}

/** One request, as the load generator takes it. */
export interface BenchRequest {
  method: Uppercase<(typeof operations)[OperationId]["method"]>;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** A kind of call; `request` returns the n-th of all. */
export interface Call<From extends Data = Data> {
  name: string;
  operation: OperationId;
  request: (n: number, data: From) => BenchRequest;
}

/** The parts of a request besides its operation; `id` and `deliveryId` are members of the path. */
interface Parts {
  id?: string;
  deliveryId?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: object;
}

/** A kind of call, made from the contract's operation. */
export function call<From extends Data = Data>(
  name: string,
  operation: OperationId,
  parts: (n: number, data: From) => Parts = () => ({}),
): Call<From> {
  const { method, path } = operations[operation];
  const request: Call<From>["request"] = (n, data) => {
    const { id = "", deliveryId = "", query, headers, body } = parts(n, data);
    const place = path.replace("{id}", id).replace("{delivery_id}", deliveryId);
    return {
      method: method.toUpperCase() as BenchRequest["method"],
      path: place + (query ? `?${new URLSearchParams(query).toString()}` : ""),
      headers: {
        Authorization: `Bearer ${pick(data.keys, n)}`,
        ...(body && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    };
  };
  return { name, operation, request };
}

/** The n-th of some texts, over and over. */
export function pick(texts: string[], n: number): string {
  const text = texts[n % texts.length];
  if (text === undefined) throw new Error("There is nothing to pick from.");
  return text;
}

/** Returns the number of keys with which this many requests stay below the rate limit. */
export const keysFor = (requests: number) =>
  Math.ceil(requests / (limits.requestsPerWindow / 2));

/** A contact whose email nobody has. */
const newContact = (n: number | string) =>
  ({
    name: "Bárbara Núñez",
    email: `barbara.nunez.${process.pid}.${n}@example.com`,
    phone: "+54 11 5555-0134",
    company: "Librería del Sur",
    country: "Argentina",
    tags: ["mayorista", "pago anual"],
    custom_fields: { plan: "oro", clientes: 42 },
  }) satisfies CreateContactRequest;

export const create = call("create", "createContact", (n) => ({
  body: newContact(n),
}));
/** The most contacts of one batch. */
const maxContacts = batchLimits.batchContacts.contacts;
export const createBatch = call(
  `batch of ${maxContacts}`,
  "batchContacts",
  (n) => ({
    body: {
      contacts: Array.from({ length: maxContacts }, (_, element) =>
        newContact(`${n}.${element}`),
      ),
    },
  }),
);

/**
 * The calls that a server written by hand has too. Creations come first, as the others need
 * contacts.
 */
export const basic: Call[] = [
  create,
  call("list of 25", "listContacts", () => ({ query: { limit: "25" } })),
  call("get", "getContact", (n, { contacts }) => ({ id: pick(contacts, n) })),
];

/** The mix of calls in a user's day. */
export const daily: Call<Seeded>[] = [
  call("contacts", "listContacts"),
  call("contacts, 90 % deep", "listContacts", (n, { deepContacts }) => ({
    query: { cursor: pick(deepContacts, n) },
  })),
  call("contact with counts", "getContact", (n, { contacts }) => ({
    id: pick(contacts, n),
  })),
  create,
  call("conversations", "listConversations"),
  call("open conversations", "listConversations", () => ({
    query: { status: "open" },
  })),
  call("messages", "listMessages", (n, { conversations }) => ({
    id: pick(conversations, n),
  })),
  call("start conversation", "createConversation", (n, { contacts }) => ({
    body: {
      contact_id: pick(contacts, n),
      body: "Hola",
    } satisfies CreateConversationRequest,
  })),
  call("tickets", "listTickets"),
  call("open tickets", "listTickets", () => ({ query: { status: "open" } })),
  call("feed", "listEvents"),
  call("feed, 90 % deep", "listEvents", (n, { deepEvents }) => ({
    query: { cursor: pick(deepEvents, n) },
  })),
  call("feed of rare types", "listEvents", () => ({
    query: { types: "ticket.updated,article.published" },
  })),
  call("deliveries", "listDeliveries", (_n, { webhook }) => ({ id: webhook })),
  call("failed deliveries", "listDeliveries", (_n, { webhook }) => ({
    id: webhook,
    query: { status: "failed" },
  })),
];

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString();

/** Lists with each of their filters, but for those of `daily`. */
export const filters: Call<Seeded>[] = [
  call("contacts, 100", "listContacts", () => ({ query: { limit: "100" } })),
  ...Object.entries({
    "of a lifecycle": { lifecycle: "lead" },
    "of no lifecycle": { lifecycle: "customer" },
    "with a tag": { tag: "mayorista" },
    "with no tag": { tag: "nobody's" },
    "with an email": { email: "nobody@example.com" },
    "with an external id": { external_id: "nobody" },
    "with a custom field": { "custom_fields[plan]": "oro" },
    "with no custom field": { "custom_fields[plan]": "nobody's" },
    "created today": { created_since: daysAgo(1) },
    "changed today": { updated_since: daysAgo(1) },
    "changed ever": { updated_since: daysAgo(1000) },
  }).map(([name, query]) =>
    call<Seeded>(name, "listContacts", () => ({ query })),
  ),
  ...(["listConversations", "listTickets"] as const).flatMap((operation) => [
    call<Seeded>(`${operation} of a contact`, operation, (n, { contacts }) => ({
      query: { contact_id: pick(contacts, n) },
    })),
    call<Seeded>(`${operation} changed today`, operation, () => ({
      query: { updated_since: daysAgo(1) },
    })),
  ]),
  call("articles", "listArticles"),
  call("articles with a text", "listArticles", () => ({
    query: { q: "factura" },
  })),
  call("articles of a category", "listArticles", () => ({
    query: { category: "Facturación" },
  })),
];

/** Texts that are searched for, from what everyone has to what nobody has. */
const terms = {
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
  "200 letters": "maria garcia gonzalez rodriguez fernandez lopez martinez "
    .repeat(4)
    .slice(0, 199),
};

/** A search for each of the terms. */
export const searches: Call<Seeded>[] = Object.entries(terms).map(([name, q]) =>
  call(name, "listContacts", () => ({ query: { q } })),
);
