// Holds what the server sends against schemas made by orval (zod), and what is sent to it. It makes none of a 201.
import * as schemas from "./client/client";
import { answer, env, fields } from "./answers";

const headers = { Authorization: `Bearer ${env("API_KEY")}`, "Content-Type": "application/json" };

async function call(path: string, body?: object, server = env("BASE_URL")): Promise<unknown> {
  const request = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  return (await fetch(server + path, request)).json();
}

const create = async (request: object) => call("/v1/contacts", schemas.createContactBody.parse(request));

await answer("list", async () => {
  const first = schemas.listContactsResponse.parse(await call("/v1/contacts?q=portela&limit=2"));
  const next = await call(`/v1/contacts?q=portela&limit=2&cursor=${first.next_cursor}`);
  return [first, schemas.listContactsResponse.parse(next)];
});
await answer("create", (email) => create({ ...fields, email }));
await answer("contact", async () =>
  schemas.getContactResponse.parse(
    await call(`/v1/contacts/${env("CONTACT_ID")}`, undefined, env("FUTURE_URL")),
  ),
);
await answer("events", async () =>
  schemas.listEventsResponse.parse(await call("/v1/events", undefined, env("FUTURE_URL"))),
);
