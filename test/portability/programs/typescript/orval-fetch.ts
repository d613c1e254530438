// Asks a client made by orval (fetch) the questions of the harness.
import {
  createContact,
  getContact,
  listContacts,
  listEvents,
  type ArticleEvent,
  type ContactDeletedEvent,
  type ContactEvent,
  type ConversationEvent,
  type CreateContactRequest,
  type MessageEvent,
  type TestEvent,
  type TicketEvent,
} from "./client/client";
import { answer, customFields, env, examples } from "./answers";

// It calls fetch with paths alone, so fetch is told which server they are of.
let server = env("BASE_URL");
const plainFetch = globalThis.fetch;
globalThis.fetch = (path, options) => plainFetch(server + String(path), options);
const options = { headers: { Authorization: `Bearer ${env("API_KEY")}` } };

const create = async (request: CreateContactRequest) => (await createContact(request, options)).data;

await answer("list", async () => {
  const first = await listContacts({ q: "portela", limit: 2 }, options);
  if (first.status !== 200) throw new Error(first.data.error.message);
  const cursor = first.data.next_cursor ?? "";
  return [first.data, (await listContacts({ q: "portela", limit: 2, cursor }, options)).data];
});
await answer("create", (email) => create({ name: "Ada", email, tags: ["mayorista", "vip"] }));
await answer("get", async () => (await getContact(env("CONTACT_ID"), options)).data);
await answer("conflict", async () => {
  const response = await createContact({ name: "Portela", email: "portela.0@example.com" }, options);
  if (response.status !== 409) throw new Error(`status ${response.status}`);
  return { error: { ...response.data.error, contact_id: response.data.error.contact_id } };
});
await answer("events", async () => (await listEvents({ limit: Number(env("EVENTS")) }, options)).data);
await answer("webhooks", async () =>
  examples<
    | ContactDeletedEvent
    | ContactEvent
    | ConversationEvent
    | MessageEvent
    | TicketEvent
    | ArticleEvent
    | TestEvent
  >().map(({ event }) => event),
);
await answer("names", (email) => create({ name: env("NAME"), email }));
await answer("numbers", (email) => create({ name: "Ada", email, custom_fields: customFields() }));
server = env("FUTURE_URL");
await answer("unknown", async () => (await listEvents({}, options)).data);
await answer("added", async () => (await getContact(env("CONTACT_ID"), options)).data);
