// Holds what the server sends against schemas made by orval (zod), and what is sent to it. It makes none of a 201.
import * as schemas from "./client/client";
import { answer, customFields, env } from "./answers";

const headers = { Authorization: `Bearer ${env("API_KEY")}`, "Content-Type": "application/json" };

async function call(path: string, body?: object, server = env("BASE_URL")): Promise<unknown> {
  const request = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  return (await fetch(server + path, request)).json();
}

const create = async (request: object) => call("/v1/contacts", schemas.createContactBody.parse(request));

const contact = `/v1/contacts/${env("CONTACT_ID")}`;
await answer("list", async () => {
  const first = schemas.listContactsResponse.parse(await call("/v1/contacts?q=portela&limit=2"));
  const next = await call(`/v1/contacts?q=portela&limit=2&cursor=${first.next_cursor}`);
  return [first, schemas.listContactsResponse.parse(next)];
});
await answer("create", (email) => create({ name: "Ada", email, tags: ["mayorista", "vip"] }));
await answer("get", async () => schemas.getContactResponse.parse(await call(contact)));
await answer("events", async () =>
  schemas.listEventsResponse.parse(await call(`/v1/events?limit=${env("EVENTS")}`)),
);
await answer("unknown", async () =>
  schemas.listEventsResponse.parse(await call("/v1/events", undefined, env("FUTURE_URL"))),
);
await answer("added", async () =>
  schemas.getContactResponse.parse(await call(contact, undefined, env("FUTURE_URL"))),
);
await answer("names", (email) => create({ name: env("NAME"), email }));
await answer("numbers", (email) => create({ name: "Ada", email, custom_fields: customFields() }));
