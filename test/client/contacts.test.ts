import { expect, test } from "vitest";
import { createClient, type CreateContactRequest } from "../../client/index.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();

/** A client with full access to a workspace of its own. */
const clientFor = async (workspace: string) =>
  createClient({ apiKey: await server.key(["*"], workspace), baseUrl: server.address });

const full: CreateContactRequest = {
  name: "Bárbara Núñez",
  email: "barbara.nunez@example.com",
  phone: "+54 11 5555-0134",
  company: "Librería del Sur",
  country: "Perú",
  tags: ["mayorista", "pago anual"],
  custom_fields: { plan: "oro", clientes: 42 },
};

test("create gives the new contact", async () => {
  const { contacts } = await clientFor("create");
  expect(await contacts.create(full)).toMatchObject({ ...full, object: "contact", lifecycle: "lead" });
});

test("create needs a name and an email, and no more", async () => {
  const { contacts } = await clientFor("create minimal");
  const sent = { name: "Tomás Agüero", email: "tomas@example.org" };
  expect(await contacts.create(sent)).toMatchObject({ ...sent, country: "Argentina", tags: [] });
});

test("get gives the contact with its conversations and tickets", async () => {
  const { contacts } = await clientFor("get");
  const created = await contacts.create(full);
  expect(await contacts.get(created.id)).toEqual({ ...created, conversations: [], tickets: [] });
});

test("list gives page after page, newest first", async () => {
  const { contacts } = await clientFor("list");
  const ids: string[] = [];
  for (const name of ["a", "b", "c"]) {
    ids.unshift((await contacts.create({ name, email: `${name}@example.com` })).id);
  }
  const first = await contacts.list({ limit: 2 });
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
  const second = await contacts.list({ limit: 2, cursor: first.next_cursor ?? "" });
  expect([second.data.map(({ id }) => id), second.has_more]).toEqual([ids.slice(2), false]);
});

test("list finds by text, and an empty page is a page", async () => {
  const { contacts } = await clientFor("search");
  const created = await contacts.create(full);
  expect((await contacts.list({ q: "núñez & co? a+b=c#d" })).data).toEqual([]);
  expect((await contacts.list({ q: "barbara.nunez@" })).data).toEqual([created]);
  expect(await contacts.list({ q: "nobody" })).toEqual({ data: [], next_cursor: null, has_more: false });
});

test("list needs no query", async () => {
  const { contacts } = await clientFor("no query");
  expect(await contacts.list()).toEqual({ data: [], next_cursor: null, has_more: false });
});

test("baseUrl may end with a slash", async () => {
  const apiKey = await server.key(["*"]);
  const { contacts } = createClient({ apiKey, baseUrl: `${server.address}/` });
  await expect(contacts.list()).resolves.toMatchObject({ data: [] });
});

test("fetch sends the requests in place of the global one", async () => {
  const requests: string[] = [];
  const { contacts } = createClient({
    apiKey: await server.key(["*"]),
    baseUrl: server.address,
    fetch: (url, init) => {
      requests.push(`${init.method} ${url}`);
      return fetch(url, init);
    },
  });
  await contacts.list({ limit: 1 });
  expect(requests).toEqual([`GET ${server.address}/v1/contacts?limit=1`]);
});

test("createOrGet gives the new contact, and later the one that has the email", async () => {
  const { contacts } = await clientFor("create or get");
  const { contact, created } = await contacts.createOrGet(full);
  expect([contact.email, created]).toEqual([full.email, true]);
  const again = await contacts.createOrGet({ name: "Other", email: full.email.toUpperCase() });
  expect(again).toMatchObject({ contact, created: false });
  await expect(contacts.createOrGet({ name: "x", email: "no" })).rejects.toMatchObject({ status: 422 });
});

test("updateOrCreate gives the new contact, and later changes the one that has the email", async () => {
  const { contacts } = await clientFor("update or create");
  const { contact, created } = await contacts.updateOrCreate(full);
  expect([contact.email, created]).toEqual([full.email, true]);
  const change = { name: "Other", email: full.email.toUpperCase(), custom_fields: { plan: "anual" } };
  const again = await contacts.updateOrCreate(change, { idempotencyKey: "again" });
  expect(again).toMatchObject({
    contact: { ...change, id: contact.id, company: full.company },
    created: false,
  });
  expect(await contacts.get(contact.id)).toMatchObject({ name: "Other", phone: full.phone });
});
