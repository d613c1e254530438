// Asks a client made by openapi-generator (typescript-axios) the questions of the harness.
import { isAxiosError } from "axios";
import {
  Configuration,
  ContactsApi,
  EventsApi,
  type ArticleEvent,
  type ContactDeletedEvent,
  type ContactEvent,
  type ConversationEvent,
  type CreateContactRequest,
  type ErrorResponse,
  type MessageEvent,
  type TestEvent,
  type TicketEvent,
} from "./client/index";
import { answer, customFields, env, examples } from "./answers";

const here = new Configuration({ basePath: env("BASE_URL"), accessToken: env("API_KEY") });
const future = new Configuration({ basePath: env("FUTURE_URL"), accessToken: env("API_KEY") });
const contacts = new ContactsApi(here);
const create = async (request: CreateContactRequest) => (await contacts.createContact(request)).data;

await answer("list", async () => {
  const { data: first } = await contacts.listContacts("portela", 2);
  const { data: second } = await contacts.listContacts("portela", 2, first.next_cursor ?? "");
  return [first, second];
});
await answer("create", (email) => create({ name: "Ada", email, tags: ["mayorista", "vip"] }));
await answer("get", async () => (await contacts.getContact(env("CONTACT_ID"))).data);
await answer("conflict", async () => {
  try {
    return await create({ name: "Portela", email: "portela.0@example.com" });
  } catch (error) {
    if (!isAxiosError<ErrorResponse>(error)) throw error;
    return { error: { ...error.response?.data.error, contact_id: error.response?.data.error.contact_id } };
  }
});
await answer(
  "events",
  async () => (await new EventsApi(here).listEvents(undefined, Number(env("EVENTS")))).data,
);
await answer("unknown", async () => (await new EventsApi(future).listEvents()).data);
await answer("added", async () => (await new ContactsApi(future).getContact(env("CONTACT_ID"))).data);
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
