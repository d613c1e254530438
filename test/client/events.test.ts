import { expect, test } from "vitest";
import { createClient, type ListEventsQuery } from "../../client/index.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const owner = createClient({ apiKey: await server.key(["*"]), baseUrl: server.address });
/** What the reader asked for. */
const asked: string[] = [];
const { events, raw } = createClient({
  apiKey: await server.key(["events:read"]),
  baseUrl: server.address,
  fetch: (request) => {
    asked.push(request.url.replace(server.address, ""));
    return fetch(request);
  },
});

const contact = await owner.contacts.create({ name: "Ana", email: "ana@example.com" });
const conversation = await owner.conversations.create({ contact_id: contact.id, body: "Hola" });
const types = ({ data }: { data: { type: string }[] }) => data.map(({ type }) => type);

test("list gives the feed, oldest first, and goes on from its cursor", async () => {
  const first = await events.list({ limit: 2 });
  expect([types(first), first.has_more]).toEqual([["contact.created", "conversation.created"], true]);
  const second = await events.list({ limit: 2, cursor: first.next_cursor ?? "" });
  expect([types(second), second.has_more]).toEqual([["message.created"], false]);
  const caughtUp = await events.list({ cursor: second.next_cursor ?? "" });
  expect(caughtUp).toEqual({ data: [], next_cursor: second.next_cursor, has_more: false });
});

test("list keeps the types that were asked for, one or several, separated by commas", async () => {
  expect(types(await events.list({ types: ["message.created"] }))).toEqual(["message.created"]);
  const query = { types: ["conversation.created", "contact.created"] } satisfies ListEventsQuery;
  const both = ["contact.created", "conversation.created"];
  expect(types(await events.list(query))).toEqual(both);
  expect(asked.at(-1)).toBe("/v1/events?types=conversation.created,contact.created");
  const { data: page = { data: [] } } = await raw.GET("/v1/events", { params: { query } });
  expect(types(page)).toEqual(both);
  expect(asked.at(-1)).toBe("/v1/events?types=conversation.created,contact.created");
});

test("the type of an event tells what its data is", async () => {
  const seen = (await events.list()).data.map((event) => {
    switch (event.type) {
      case "contact.created":
        return event.data.email;
      case "conversation.created":
        return event.data.messages_count;
      case "message.created":
        return event.data.author.type;
      default:
        return undefined;
    }
  });
  expect(seen).toEqual([contact.email, conversation.messages_count, "team"]);
});

test("get gives one event with the object as it was", async () => {
  const [event] = (await events.list({ limit: 1 })).data;
  expect(event?.data).toEqual(contact);
  expect(await events.get(event?.id ?? "")).toEqual(event);
  await expect(events.get("evt_nobody")).rejects.toMatchObject({ code: "not_found" });
});

test("a cursor that nobody gave is refused", async () => {
  await expect(events.list({ cursor: "evt_nobody" })).rejects.toMatchObject({
    code: "validation_error",
    details: [{ path: ["cursor"] }],
  });
});
