// Asks a client made by @hey-api/openapi-ts the questions of questions.ts.
import { createClient } from "./client/client/index";
import type { CreateContactRequest } from "./client/index";
import {
  createContact,
  getContact,
  listContacts,
  listEvents,
} from "./client/index";

const env = (name: string): string => process.env[name] ?? "";
const here = createClient({
  baseUrl: env("CONTACTS_BASE_URL"),
  auth: env("CONTACTS_API_KEY"),
  throwOnError: true,
});
const future = createClient({
  baseUrl: env("FUTURE_URL"),
  auth: env("CONTACTS_API_KEY"),
  throwOnError: true,
});
const throwOnError = true;

/** Prints what `ask` gives as JSON, or what went wrong. */
async function answer(
  question: string,
  ask: () => Promise<unknown>,
): Promise<void> {
  try {
    console.log(`${question} ok ${JSON.stringify(await ask())}`);
  } catch (error) {
    console.log(`${question} failed ${String(error).replace(/\s+/g, " ")}`);
  }
}

await answer("list", async () => {
  const query = { q: "portela", limit: 2 };
  const { data: first } = await listContacts({
    client: here,
    query,
    throwOnError,
  });
  const cursor = first.next_cursor ?? "";
  const { data: second } = await listContacts({
    client: here,
    query: { ...query, cursor },
    throwOnError,
  });
  return [first, second];
});
await answer("create", async () => {
  const body: CreateContactRequest = {
    name: env("NAME"),
    email: env("EMAIL"),
    tags: ["mayorista", "vip"],
    custom_fields: JSON.parse(env("CUSTOM_FIELDS")) as Record<
      string,
      string | number
    >,
  };
  return (await createContact({ client: here, body, throwOnError })).data;
});
await answer("conflict", async () => {
  const body = { name: "Portela", email: env("TAKEN_EMAIL") };
  const { error } = await createContact({
    client: here,
    body,
    throwOnError: false,
  });
  return { error: { ...error?.error, contact_id: error?.error.contact_id } };
});
const path = { id: env("CONTACT_ID") };
await answer(
  "contact",
  async () => (await getContact({ client: future, path, throwOnError })).data,
);
await answer(
  "events",
  async () => (await listEvents({ client: future, throwOnError })).data,
);
