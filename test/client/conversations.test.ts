import { describe, expect, test } from "vitest";
import { createClient, isApiError } from "../../client/index.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const { contacts, conversations } = createClient({
  apiKey: await server.key(["*"]),
  baseUrl: server.address,
});
const { messages } = conversations;
const { id: contact_id } = await contacts.create({ name: "Ana", email: "ana@example.com" });
const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

test("create starts a conversation, get gives it", async () => {
  const created = await conversations.create({ contact_id, subject: "Cambio de plan", body: "Hola" });
  expect(created).toMatchObject({ object: "conversation", contact_id, messages_count: 1, status: "open" });
  expect(await conversations.get(created.id)).toEqual(created);
});

test("list keeps what was asked for, page after page, newest first", async () => {
  const eva = (await contacts.create({ name: "Eva", email: "eva@example.com" })).id;
  expect(ids(await conversations.list({ contact_id: eva }))).toEqual([]);
  const first = await conversations.create({ contact_id: eva, body: "1" });
  const second = await conversations.create({ contact_id: eva, body: "2" });
  const page = await conversations.list({ contact_id: eva, status: "open", limit: 1 });
  expect([ids(page), page.has_more]).toEqual([[second.id], true]);
  expect(ids(await conversations.list({ contact_id: eva, cursor: second.id }))).toEqual([first.id]);
  expect(ids(await conversations.list({ contact_id: eva, status: "closed" }))).toEqual([]);
  expect(ids(await conversations.list())).toContain(first.id);
});

test("messages are sent and listed in their conversation, newest first", async () => {
  const { id } = await conversations.create({ contact_id, body: "Hola, ¿en qué te ayudo?" });
  const message = await messages.create(id, { body: "Quiero cambiar de plan.", author_type: "contact" });
  expect(message).toMatchObject({
    object: "message",
    conversation_id: id,
    author: { type: "contact", contact_id, name: "Ana" },
  });
  const { data } = await messages.list(id);
  expect([data[0], data[1]?.author]).toEqual([message, { type: "team", contact_id: null, name: "test" }]);
  expect(ids(await messages.list(id, { limit: 1 }))).toEqual([message.id]);
  expect(ids(await messages.list(id, { cursor: message.id }))).toEqual([data[1]?.id]);
});

describe("an idempotencyKey makes it safe to repeat", () => {
  test("create", async () => {
    const start = () =>
      conversations.create({ contact_id, body: "Una vez" }, { idempotencyKey: "conversation" });
    expect(await start()).toEqual(await start());
  });

  test("messages.create, until the body differs", async () => {
    const { id } = await conversations.create({ contact_id, body: "Hola" });
    const send = (body: string) => messages.create(id, { body }, { idempotencyKey: "message" });
    expect(await send("Una vez")).toEqual(await send("Una vez"));
    expect((await messages.list(id)).data).toHaveLength(2);
    const error: unknown = await send("Otra cosa").catch((thrown: unknown) => thrown);
    expect(isApiError(error, "validation_error") && error.details[0]?.path).toEqual(["Idempotency-Key"]);
  });

  test("and none, or none of the contract, makes nothing the same", async () => {
    const start = (idempotencyKey?: string) =>
      conversations.create({ contact_id, body: "Dos veces" }, { idempotencyKey });
    expect((await start()).id).not.toBe((await start()).id);
    await expect(start("")).rejects.toThrow(
      new TypeError("idempotencyKey must be a text of printable ASCII characters."),
    );
  });
});

test("what does not exist is not_found, whatever the id holds", async () => {
  for (const id of ["cv_01jqxk3d8rf0pva6m5z2h9wt7c", "a/b", "ñ"]) {
    const refused = expect.objectContaining({ code: "not_found" });
    await expect(conversations.get(id)).rejects.toEqual(refused);
    await expect(messages.list(id)).rejects.toEqual(refused);
    await expect(messages.create(id, { body: "x" })).rejects.toEqual(refused);
  }
});
