import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { startServer } from "../../support/server.ts";

let now = Date.parse("2026-04-01T09:00:00.000Z");
const server = await startServer({ clock: () => new Date(now) });
const key = await server.key(["*"]);
const call = server.caller(() => key);
const newContact = async (email: string): Promise<string> =>
  (await call("/v1/contacts", { name: "Ana", email })).body.data.id;
const feed = async () => (await call("/v1/events?limit=100")).body.data;

let contact: string;
beforeAll(async () => {
  contact = await newContact("ana@example.com");
});
const start = (fields: object = {}) =>
  call("/v1/conversations", { contact_id: contact, body: "Hola", ...fields });
const update = (id: string, json: object) =>
  server.call(`/v1/conversations/${id}`, { key, method: "PATCH", json });

describe("createMessage", () => {
  let conversation: string;
  beforeAll(async () => {
    conversation = (await start()).body.data.id;
  });
  const send = (fields: object) => call(`/v1/conversations/${conversation}/messages`, fields);
  const lastSeen = async () => (await call(`/v1/contacts/${contact}`)).body.data.last_seen_at;

  test("of the team moves the conversation, not the contact", async () => {
    now += 60_000;
    const before = await lastSeen();
    const { status, body } = await send({ body: "¿Seguís ahí?" });
    expect([status, body.data.author]).toEqual([201, { type: "team", contact_id: null, name: "test" }]);
    const { data } = (await call(`/v1/conversations/${conversation}`)).body;
    const { created_at } = body.data;
    expect(data).toMatchObject({ last_message_at: created_at, updated_at: created_at, messages_count: 2 });
    expect(await lastSeen()).toBe(before);
  });

  test("of the contact moves its last_seen_at", async () => {
    now += 60_000;
    const before = (await call(`/v1/contacts/${contact}`)).body.data;
    const { body } = await send({ body: "Sí", author_type: "contact" });
    expect(body.data.author).toEqual({ type: "contact", contact_id: contact, name: "Ana" });
    const { data } = (await call(`/v1/contacts/${contact}`)).body;
    expect(data).toEqual({
      ...before,
      last_seen_at: new Date(now).toISOString(),
      conversations: data.conversations,
    });
  });

  test("of the contact reopens a closed conversation, one of the team does not", async () => {
    now += 1;
    const closed = await update(conversation, { status: "closed" });
    expect([closed.status, closed.body.data.status]).toEqual([200, "closed"]);
    expect(closed.body.data.updated_at).toBe(new Date(now).toISOString());
    expect((await feed()).at(-1)).toMatchObject({ type: "conversation.updated", data: closed.body.data });
    const events = (await feed()).length;
    for (const json of [{}, { status: "closed" }]) {
      expect((await update(conversation, json)).body).toEqual(closed.body); // changes nothing
    }
    expect((await feed()).length).toBe(events);
    const status = async () => (await call(`/v1/conversations/${conversation}`)).body.data.status;
    await send({ body: "Cerramos." });
    expect(await status()).toBe("closed");
    await send({ body: "Una cosa más", author_type: "contact" });
    expect(await status()).toBe("open");
    expect((await feed()).slice(-2).map(({ type }) => type)).toEqual([
      "message.created",
      "conversation.updated",
    ]);
  });
});

test("a contact whose name an import made too long writes, and the beginning is shown", async () => {
  const contact_id = await newContact("long@example.com");
  const name = "ñ".repeat(limits.keyName + 1);
  await sql`update contacts set name = ${name} where id = ${contact_id}`.execute(server.store.database);
  const started = await start({ contact_id, author_type: "contact" });
  expect(started.status).toBe(201);
  const { data } = (await call(`/v1/conversations/${started.body.data.id}/messages`)).body;
  expect(data).toMatchObject([{ author: { contact_id, name: name.slice(1) } }]);
});

describe("lists", () => {
  test("of a contact's conversations are in its detail, newest first", async () => {
    const other = await newContact("other@example.com");
    const first = (await call("/v1/conversations", { contact_id: other, body: "1" })).body.data.id;
    now += 1;
    const second = (await call("/v1/conversations", { contact_id: other, body: "2" })).body.data.id;
    const { data } = (await call(`/v1/contacts/${other}`)).body;
    expect([data.conversations_count, data.conversations.map((item: { id: string }) => item.id)]).toEqual([
      2,
      [second, first],
    ]);
  });

  test("of messages take only cursors of their conversation", async () => {
    const one = (await start()).body.data.id;
    const two = (await start()).body.data.id;
    const [message] = (await call(`/v1/conversations/${one}/messages`)).body.data;
    expect((await call(`/v1/conversations/${one}/messages?cursor=${message?.id}`)).body.data).toEqual([]);
    expect((await call(`/v1/conversations/${two}/messages?cursor=${message?.id}`)).status).toBe(422);
  });
});
