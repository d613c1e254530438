import { sql } from "kysely";
import { expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { startServer } from "../../support/server.ts";

let now = Date.parse("2026-04-01T09:00:00.000Z");
const server = await startServer({ clock: () => new Date(now) });
const call = await server.as();
const newContact = async (email: string): Promise<string> =>
  (await call("/v1/contacts", { name: "Ana", email })).body.data.id;
const start = async (
  contact_id: string,
  fields: object = {},
): Promise<string> =>
  (await call("/v1/conversations", { contact_id, body: "Hola", ...fields }))
    .body.data.id;
const messagesOf = async (id: string, query = "") =>
  (await call(`/v1/conversations/${id}/messages?${query}`)).body.data;

const contact = await newContact("ana@example.com");
const conversation = await start(contact);
const send = (fields: object) =>
  call(`/v1/conversations/${conversation}/messages`, fields);
const read = async () =>
  (await call(`/v1/conversations/${conversation}`)).body.data;
const readContact = async () =>
  (await call(`/v1/contacts/${contact}`)).body.data;

test("a message of the team moves the conversation, not the contact", async () => {
  now += 60_000;
  const before = (await readContact()).last_seen_at;
  const { status, body } = await send({ body: "¿Seguís ahí?" });
  expect(status).toBe(201);
  expect(body.data.author).toEqual({
    type: "team",
    contact_id: null,
    name: "test",
  });
  const { created_at } = body.data;
  expect(await read()).toMatchObject({
    last_message_at: created_at,
    updated_at: created_at,
    messages_count: 2,
  });
  expect((await readContact()).last_seen_at).toBe(before);
});

test("a message of the contact moves its last_seen_at", async () => {
  now += 60_000;
  const before = await readContact();
  const { body } = await send({ body: "Sí", author_type: "contact" });
  expect(body.data.author).toEqual({
    type: "contact",
    contact_id: contact,
    name: "Ana",
  });
  const after = await readContact();
  const moved = {
    last_seen_at: new Date(now).toISOString(),
    conversations: after.conversations,
  };
  expect(after).toEqual({ ...before, ...moved });
});

test("of two messages of the contact the one that began earlier does not set last_seen_at back", async () => {
  // Given a message in one conversation, and another one beside it.
  const other = await start(contact);
  now += 60_000;
  await send({ body: "Sí", author_type: "contact" });
  const { last_seen_at } = await readContact();

  now -= 1000;
  const earlier = await call(`/v1/conversations/${other}/messages`, {
    body: "Hola",
    author_type: "contact",
  });

  now += 1000;
  expect(earlier.body.data.created_at < last_seen_at).toBe(true);
  expect((await readContact()).last_seen_at).toBe(last_seen_at);
});

test("a message of the contact reopens a closed conversation, one of the team does not", async () => {
  const update = (json: object) =>
    call(`/v1/conversations/${conversation}`, json, "PATCH");
  const feed = async () => (await call("/v1/events?limit=100")).body.data;
  now += 1;
  const closed = (await update({ status: "closed" })).body;
  expect(closed.data).toMatchObject({
    status: "closed",
    updated_at: new Date(now).toISOString(),
  });
  const events = await feed();
  expect(events.at(-1)).toMatchObject({
    type: "conversation.updated",
    data: closed.data,
  });
  for (const json of [{}, { status: "closed" }])
    expect((await update(json)).body).toEqual(closed);
  expect(await feed()).toEqual(events);
  await send({ body: "Cerramos." });
  expect((await read()).status).toBe("closed");
  await send({ body: "Una cosa más", author_type: "contact" });
  const reopened = await read();
  expect(reopened.status).toBe("open");
  expect((await feed()).slice(-2)).toMatchObject([
    { type: "message.created" },
    { type: "conversation.updated", data: reopened },
  ]);
});

test("a contact writes in a closed conversation whose subject an import made too long", async () => {
  const id = await start(contact);
  await call(`/v1/conversations/${id}`, { status: "closed" }, "PATCH");
  await sql`update conversations set subject = ${"ñ".repeat(300)} where id = ${id}`.execute(
    server.store.database,
  );

  const message = { body: "¿Siguen ahí?", author_type: "contact" };
  const { status } = await call(`/v1/conversations/${id}/messages`, message);

  expect(status).toBe(201);
  expect(await messagesOf(id)).toMatchObject(
    [message.body, "Hola"].map((body) => ({ body })),
  );
});

test("a contact whose name an import made too long writes, and the beginning is shown", async () => {
  const contact_id = await newContact("long@example.com");
  const name = "ñ".repeat(limits.keyName + 1);
  await sql`update contacts set name = ${name} where id = ${contact_id}`.execute(
    server.store.database,
  );
  const messages = await messagesOf(
    await start(contact_id, { author_type: "contact" }),
  );
  expect(messages).toMatchObject([
    { author: { contact_id, name: name.slice(1) } },
  ]);
});

test("a contact's conversations are in its detail, newest first", async () => {
  const other = await newContact("other@example.com");
  const first = await start(other);
  now += 1;
  const ids = [await start(other), first];
  now += 1; // a message changes the older one, not their order
  await call(`/v1/conversations/${first}/messages`, { body: "Hola" });
  const { data } = (await call(`/v1/contacts/${other}`)).body;
  expect(data.conversations_count).toBe(2);
  expect(data.conversations.map(({ id }) => id)).toEqual(ids);
});

test("a contact's conversations of one moment are in its detail as in their list", async () => {
  const other = await newContact("moment@example.com");
  for (const subject of ["a", "b", "c"]) await start(other, { subject });

  const { data } = (await call(`/v1/contacts/${other}`)).body;

  const list = await call(`/v1/conversations?contact_id=${other}`);
  const ids = list.body.data.map(({ id }) => id);
  expect(data.conversations.map(({ id }) => id)).toEqual(ids);
});

test("a list of messages takes only cursors of its conversation", async () => {
  const one = await start(contact);
  const two = await start(contact);
  const [message] = await messagesOf(one);
  expect(await messagesOf(one, `cursor=${message?.id}`)).toEqual([]);
  expect(
    (await call(`/v1/conversations/${two}/messages?cursor=${message?.id}`))
      .status,
  ).toBe(422);
});
