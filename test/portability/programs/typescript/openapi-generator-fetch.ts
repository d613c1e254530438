// Asks a client made by openapi-generator (typescript-fetch) the questions of the harness.
import {
  ArticleEventFromJSON,
  ArticleEventToJSON,
  Configuration,
  ContactDeletedEventFromJSON,
  ContactDeletedEventToJSON,
  ContactDetailResponseToJSON,
  ContactEventFromJSON,
  ContactEventToJSON,
  ContactPageToJSON,
  ContactResponseToJSON,
  ContactsApi,
  ConversationEventFromJSON,
  ConversationEventToJSON,
  ErrorResponseFromJSON,
  ErrorResponseToJSON,
  EventPageToJSON,
  EventsApi,
  MessageEventFromJSON,
  MessageEventToJSON,
  ResponseError,
  TestEventFromJSON,
  TestEventToJSON,
  TicketEventFromJSON,
  TicketEventToJSON,
  type CreateContactRequest,
} from "./client/index";
import { answer, env, examples, fields } from "./answers";

const here = new Configuration({ basePath: env("BASE_URL"), accessToken: env("API_KEY") });
const future = new Configuration({ basePath: env("FUTURE_URL"), accessToken: env("API_KEY") });
const contacts = new ContactsApi(here);

const create = async (createContactRequest: CreateContactRequest) =>
  ContactResponseToJSON(await contacts.createContact({ createContactRequest }));

const typed: Record<string, (event: unknown) => unknown> = {
  "contact.deleted": (event) => ContactDeletedEventToJSON(ContactDeletedEventFromJSON(event)),
  contact: (event) => ContactEventToJSON(ContactEventFromJSON(event)),
  conversation: (event) => ConversationEventToJSON(ConversationEventFromJSON(event)),
  message: (event) => MessageEventToJSON(MessageEventFromJSON(event)),
  ticket: (event) => TicketEventToJSON(TicketEventFromJSON(event)),
  article: (event) => ArticleEventToJSON(ArticleEventFromJSON(event)),
  webhook: (event) => TestEventToJSON(TestEventFromJSON(event)),
};

await answer("list", async () => {
  const first = await contacts.listContacts({ q: "portela", limit: 2 });
  const second = await contacts.listContacts({ q: "portela", limit: 2, cursor: first.nextCursor ?? "" });
  return [ContactPageToJSON(first), ContactPageToJSON(second)];
});
const { custom_fields: customFields, ...others } = fields;
await answer("create", (email) => create({ ...others, email, customFields }));
await answer("conflict", async () => {
  try {
    return await create({ name: "Portela Uno", email: "portela.0@example.com" });
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    return ErrorResponseToJSON(ErrorResponseFromJSON(await error.response.json()));
  }
});
await answer("contact", async () =>
  ContactDetailResponseToJSON(await new ContactsApi(future).getContact({ id: env("CONTACT_ID") })),
);
await answer("events", async () => EventPageToJSON(await new EventsApi(future).listEvents()));
await answer("webhooks", async () =>
  examples().map(({ kind, event }) => (typed[event.type] ?? typed[kind])?.(event)),
);
