import { sql } from "kysely";
import { expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer();
const call = await server.as();
const contact = async (name: string): Promise<string> =>
  (await call("/v1/contacts", { name, email: `${name}@example.com` })).body.data
    .id;

const ana = await contact("ana");
const withStranger = { contact_id: await contact("eva"), body: "Hola" };
const strangers = (await call("/v1/conversations", withStranger)).body.data.id;
const create = (fields: object = {}) =>
  call("/v1/tickets", {
    contact_id: ana,
    subject: "Factura",
    description: "Está mal.",
    ...fields,
  });
const update = (id: string, json: object) =>
  call(`/v1/tickets/${id}`, json, "PATCH");
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, i]));

test("every one of twenty simultaneous tickets gets its own number", async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => create()));
  const numbers = all.map(({ body }) => body.data.number);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(
    numbers.map((_, i) => i + 1),
  );
});

test.each<{ name: string; fields: () => object; path: string }>([
  {
    name: "a contact that nobody has",
    fields: () => ({ contact_id: "nobody" }),
    path: "contact_id",
  },
  {
    name: "a conversation that nobody has",
    fields: () => ({ conversation_id: "nobody" }),
    path: "conversation_id",
  },
  {
    name: "a conversation of another contact",
    fields: () => ({ conversation_id: strangers }),
    path: "conversation_id",
  },
])("a ticket with $name is 422 at its path", async ({ fields, path: name }) => {
  const { status, body } = await create(fields());
  expect(status).toBe(422);
  expect(body.error.details).toMatchObject([
    { path: [name], reason: "not_found" },
  ]);
});

test("lists keep what was asked for; the contact counts and shows its tickets", async () => {
  const contact_id = await contact("luz");
  await Promise.all(
    Array.from({ length: limits.embedded + 2 }, () => create({ contact_id })),
  );
  const { data, has_more } = (
    await call(`/v1/tickets?contact_id=${contact_id}&limit=100`)
  ).body;
  expect(data.length).toEqual(limits.embedded + 2);
  expect(has_more).toBe(false);
  expect(
    (await call(`/v1/tickets?contact_id=${contact_id}&status=solved`)).body
      .data,
  ).toEqual([]);
  const { tickets, tickets_count } = (await call(`/v1/contacts/${contact_id}`))
    .body.data;
  const newest = data.slice(0, limits.embedded).map(({ id }) => id);
  expect(tickets_count).toEqual(data.length);
  expect(tickets.map(({ id }) => id)).toEqual(newest);
  expect((await call(`/v1/contacts?q=luz`)).body.data[0]?.tickets_count).toBe(
    data.length,
  );
});

test("a new ticket has its labels once each, without the spaces around them", async () => {
  const { data } = (await create({ tags: [" pagos ", "pagos", "urgente"] }))
    .body;
  expect(data.tags).toEqual(["pagos", "urgente"]);
});

test("an empty list of labels to add or to remove is the same as none", async () => {
  const { id } = (await create({ tags: ["a"] })).body.data;
  const none = { add_tags: [], remove_tags: [] };
  const replaced = await update(id, { tags: ["b"], ...none });
  expect(replaced.status).toBe(200);
  expect(replaced.body.data?.tags).toEqual(["b"]);
  expect((await update(id, none)).body.data.tags).toEqual(["b"]);
});

test("the custom fields that a ticket has after a change are bounded", async () => {
  const { id } = (await create({ custom_fields: many(limits.customFields) }))
    .body.data;
  const { status, body } = await update(id, { custom_fields: { more: 1 } });
  expect(status).toBe(422);
  expect(body.error.details[0]?.path).toEqual(["custom_fields"]);
  expect(
    (await update(id, { custom_fields: { f0: null, more: 1 } })).status,
  ).toBe(200);
});

test("simultaneous changes of other fields stay", async () => {
  const { id } = (await create()).body.data;
  const fields = many(10);
  await Promise.all(
    Object.entries(fields).map(([name, i]) =>
      update(id, { custom_fields: { [name]: i } }),
    ),
  );
  expect((await call(`/v1/tickets/${id}`)).body.data.custom_fields).toEqual(
    fields,
  );
});

test("of the tickets that changed the newest is first, also beside 20,000 that did not", async () => {
  const old = [await create(), await create()];
  await sql`
    insert into tickets (workspace_id, id, number, contact_id, subject, description, status, priority, tags, custom_fields, created_at, updated_at)
    select workspace_id, 'tk_' || n, 1000000 + n, contact_id, subject, description, status, priority, tags, custom_fields, now(), now()
    from tickets, generate_series(1, 20000) n where id = ${old[0]?.body.data.id}`.execute(
    server.store.database,
  );
  const changes = [];
  for (const { body } of old)
    changes.push(await update(body.data.id, { subject: "Otra" }));
  const newest = await create();

  const since = changes[0]?.body.data.updated_at;
  const { body } = await call(`/v1/tickets?limit=1&updated_since=${since}`);

  expect(body.data.map(({ id }) => id)).toEqual([newest.body.data.id]);
});
