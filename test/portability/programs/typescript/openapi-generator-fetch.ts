// Asks a client made by openapi-generator (typescript-fetch) the questions of the harness.
import * as client from "./client/index";
import {
  Configuration,
  ContactDetailResponseToJSON,
  ContactPageToJSON,
  ContactResponseToJSON,
  ContactsApi,
  ErrorResponseFromJSON,
  ErrorResponseToJSON,
  EventPageToJSON,
  EventsApi,
  ResponseError,
  type CreateContactRequest,
} from "./client/index";
import { answer, env, examples, fields } from "./answers";

const here = new Configuration({ basePath: env("BASE_URL"), accessToken: env("API_KEY") });
const future = new Configuration({ basePath: env("FUTURE_URL"), accessToken: env("API_KEY") });
const contacts = new ContactsApi(here);

const create = async (createContactRequest: CreateContactRequest) =>
  ContactResponseToJSON(await contacts.createContact({ createContactRequest }));

/** The functions of the models, by their names. */
const functions = new Map<string, unknown>(Object.entries(client));
const reencode = (model: string, event: object): unknown => {
  const [decode, encode] = ["FromJSON", "ToJSON"].map((name) => functions.get(model + name));
  if (typeof decode !== "function" || typeof encode !== "function") throw new Error(`no ${model}`);
  return encode(decode(event));
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
await answer("webhooks", async () => examples().map(({ model, event }) => reencode(model, event)));
