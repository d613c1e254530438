import { expect, test } from "vitest";
import { createClient, type ListEventsQuery } from "../../client/index.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const owner = createClient({ apiKey: await server.key(["*"]), baseUrl: server.address });
/** What the reader asked for. */
const asked: string[] = [];
const { events } = createClient({
  apiKey: await server.key(["events:read"]),
  baseUrl: server.address,
  fetch: (url, init) => {
    asked.push(url.replace(server.address, ""));
    return fetch(url, init);
  },
});

const contact = await owner.contacts.create({ name: "Ana", email: "ana@example.com" });
await owner.conversations.create({ contact_id: contact.id, body: "Hola" });
const types = ({ data }: { data: { type: string }[] }) => data.map(({ type }) => type);

test("list keeps the types that were asked for, one or several, separated by commas", async () => {
  expect(types(await events.list({ types: ["message.created"] }))).toEqual(["message.created"]);
  const query = { types: ["conversation.created", "contact.created"] } satisfies ListEventsQuery;
  const both = ["contact.created", "conversation.created"];
  expect(types(await events.list(query))).toEqual(both);
  expect(asked.at(-1)).toBe("/v1/events?types=conversation.created,contact.created");
});

test("an empty list of types, which asks for nothing, is refused rather than everything given", async () => {
  const before = asked.length;
  await expect(events.list({ types: [] })).rejects.toThrow(TypeError);
  await expect(events.list({ types: [] })).rejects.toThrow("types must hold texts or numbers");
  expect(asked).toHaveLength(before);
});

test("follow gives what there is, then what comes, and resumes after any event", async () => {
  const stop = new AbortController();
  const seen: string[] = [];
  let last = "";
  await expect(async () => {
    for await (const event of events.follow({ limit: 2 }, { interval: 5, signal: stop.signal })) {
      seen.push(event.type);
      last = event.id;
      if (seen.length === 3)
        await owner.tickets.create({ contact_id: contact.id, subject: "s", description: "d" });
      if (seen.length === 4) stop.abort(new Error("enough"));
    }
  }).rejects.toThrow("enough");
  expect(seen).toEqual(["contact.created", "conversation.created", "message.created", "ticket.created"]);

  await owner.contacts.create({ name: "Eva", email: "eva@example.com" });
  for await (const event of events.follow({ cursor: last })) {
    expect(event).toMatchObject({ type: "contact.created", data: { name: "Eva" } });
    break;
  }
});
