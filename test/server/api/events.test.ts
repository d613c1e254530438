import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { addContact, changeContact } from "../../../server/api/contacts.ts";
import { newId } from "../../../server/store/ids.ts";
import { inTransaction } from "../../../server/store/transaction.ts";
import type { Caller } from "../../support/call.ts";
import { createLog } from "../../../server/telemetry/log.ts";
import { startServer } from "../../support/server.ts";
import { onPostgres } from "../../support/store.ts";

// Tests the feed of events: its order, its types and its cursors.

let now = Date.parse("2026-04-01T09:00:00.000Z");
const server = await startServer({ clock: () => new Date(now) });
const key = await server.key(["*"]);
const workspaceId = await server.workspaceId();

const feed = async (query = "") =>
  (await server.call(`/v1/events?${query}`, { key })).body;

const addOne = (email: string) =>
  inTransaction(server.store, workspaceId, (tx) =>
    addContact(tx, { name: "Ana", email, country: "Chile" }),
  );

/** Stores an event as a server of another version does: the contract is not checked. */
async function insertEvent(id: string, type: string, data: object) {
  const createdAt = new Date(now);
  await sql`
    insert into events (workspace_id, id, type, data, created_at)
    values (${workspaceId}, ${id}, ${type}, ${data}::json, ${createdAt}::timestamptz)
  `.execute(server.store.database);
}

describe("the feed", () => {
  test("is oldest first, resumes at a cursor, and says when a reader has caught up", async () => {
    const emptyPage = (next_cursor: string | null) => ({
      data: [],
      next_cursor,
      has_more: false,
    });
    expect(await feed("cursor=newest")).toEqual(emptyPage(null));
    for (let i = 0; i < 5; i++) await addOne(`feed${i}@example.com`);

    const first = await feed("limit=3");
    expect(first.data).toMatchObject([
      { data: { email: "feed0@example.com" } },
      { data: { email: "feed1@example.com" } },
      { data: { email: "feed2@example.com" } },
    ]);
    expect(first.has_more).toBe(true);
    expect(first.next_cursor).toBe(first.data[2]?.id);

    const second = await feed(`limit=3&cursor=${first.next_cursor}`);
    expect(second.data).toHaveLength(2);
    expect(second.has_more).toBe(false);

    const caughtUp = await feed(`cursor=${second.next_cursor}`);
    expect(caughtUp).toEqual(emptyPage(second.next_cursor));
    expect(await feed("cursor=newest&types=ticket.created")).toEqual(caughtUp);

    await addOne("feed5@example.com");
    expect((await feed(`cursor=${second.next_cursor}`)).data).toHaveLength(1);
  });

  test("has no place for the event of a webhook's test: as a cursor it is a 422", async () => {
    const call = await server.as("tests of webhooks");
    const webhook = { url: "https://crm.example.com/", events: ["*"] };
    const { id } = (await call("/v1/webhooks", webhook)).body.data;
    const { event_id } = (await call(`/v1/webhooks/${id}/test`, {})).body.data;

    const { status, body } = await call(`/v1/events?cursor=${event_id}`);

    expect(status).toBe(422);
    expect(body.error.details[0]?.path).toEqual(["cursor"]);
  });

  test("takes types with commas and as repeated parameters; a repeated type counts once", async () => {
    const call = await server.as("forms of lists");
    const contact = { name: "Ana", email: "forms@example.com" };
    const contact_id = (await call("/v1/contacts", contact)).body.data.id;
    const ticket = { contact_id, subject: "x", description: "x" };
    await call("/v1/tickets", ticket);
    await call("/v1/conversations", { contact_id, body: "x" });
    const typesOf = async (query: string) => {
      const { status, body } = await call(`/v1/events?${query}`);
      expect(status, query).toBe(200);
      return body.data.map(({ type }) => type);
    };

    for (const query of [
      "types=contact.created,ticket.created",
      "types=contact.created&types=ticket.created",
      "types=contact.created%2Cticket.created",
      "types=contact.created&types=ticket.created,contact.created",
    ])
      expect(await typesOf(query), query).toEqual([
        "contact.created",
        "ticket.created",
      ]);
    for (const query of [
      "types=ticket.created,ticket.created",
      "types=ticket.created&types=ticket.created",
      `types=${Array<string>(30).fill("ticket.created").join()}`,
    ])
      expect(await typesOf(query), query).toEqual(["ticket.created"]);
    const wrong = await call("/v1/events?types=ticket.created&types=none");
    expect(wrong.status).toBe(422);
    expect(wrong.body.error.details[0]?.path[0]).toBe("types");
  });

  test("keeps the types that were asked for", async () => {
    const { id } = await addOne("types@example.com");
    const change = () =>
      inTransaction(server.store, workspaceId, (tx) =>
        changeContact(tx, id, { vip: true, tags: ["a "] }),
      );
    await change();
    // The same change again changes nothing, and has no event.
    await change();

    const both = await feed("limit=100&types=contact.updated,ticket.created");
    expect(both.data).toMatchObject([
      { type: "contact.updated", data: { id, vip: true, tags: ["a"] } },
    ]);
    expect((await feed("types=ticket.created")).next_cursor).toBeNull();
    const all = (await feed("limit=100")).data;
    const afterFirst = await feed(`types=ticket.created&cursor=${all[0]?.id}`);
    expect(afterFirst).toEqual({
      data: [],
      next_cursor: all.at(-1)?.id,
      has_more: false,
    });
  });
});

test("an event that breaks the contract is left out, and its readers go on behind it", async () => {
  const start = (await feed("limit=100")).next_cursor;
  const [first, second] = await Promise.all([
    addOne("around1@example.com"),
    addOne("around2@example.com"),
  ]);
  await insertEvent("evt_broken", "contact.updated", { email: 1 });
  const behind = await addOne("behind@example.com");

  const seen: string[] = [];
  let page = await feed(`limit=1&cursor=${start}`);
  seen.push(...page.data.map(({ data }) => data.id));
  while (page.has_more) {
    page = await feed(`limit=1&cursor=${page.next_cursor}`);
    seen.push(...page.data.map(({ data }) => data.id));
  }

  expect(seen.toSorted()).toEqual([first.id, second.id, behind.id].toSorted());
  const broken = await server.call("/v1/events/evt_broken", { key });
  expect(broken.status).toBe(500);
});

test.each([
  { what: "a type", type: "contact.merged", more: {} },
  { what: "a field", type: "contact.updated", more: { nickname: "Bea" } },
])(
  "the feed ends before an event with $what of a later version, whose servers show it",
  async ({ type, more }) => {
    const start = (await feed("limit=100")).next_cursor;
    const known = await addOne(`known-${type}@example.com`);
    const later = `evt_later_${type}`;
    await insertEvent(later, type, { ...known, ...more });
    await addOne(`behind-${type}@example.com`);

    const page = await feed(`limit=100&cursor=${start}`);

    expect(page.data.map(({ data }) => data.id)).toEqual([known.id]);
    expect(page.next_cursor).toBe(page.data[0]?.id);
    expect(page.has_more).toBe(true);
    for (const path of [
      `/v1/events?cursor=${page.next_cursor}`,
      `/v1/events/${later}`,
    ]) {
      const { status, body, headers } = await server.call(path, { key });
      expect(status).toBe(503);
      expect(body).toMatchObject({ error: { code: "service_unavailable" } });
      expect(headers.get("retry-after")).toBe("2");
    }

    const lines: unknown[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line));
    const log = createLog("warn", { write });
    const logging = await startServer({ store: server.store, log });
    await logging.call(`/v1/events/${later}`, { key });
    expect(lines).toContainEqual(expect.objectContaining({ event: later }));

    const { database } = server.store;
    await sql`delete from events where id = ${later}`.execute(database);
    const rest = await feed(`limit=100&cursor=${page.next_cursor}`);
    expect(rest.data).toHaveLength(1);
  },
);

describe.runIf(onPostgres)(
  "an event that is committed before one with an earlier number",
  () => {
    test.each(["commits", "is undone"])(
      "is shown when the writer of that one %s",
      async (outcome) => {
        const before = (await feed("limit=100")).next_cursor;
        const emailsInFeed = async () =>
          (await feed(`cursor=${before}`)).data.map(
            ({ data }) => "email" in data && data.email,
          );
        const name = outcome.replace(" ", "");
        const early = `early-${name}@example.com`;
        const late = `late-${name}@example.com`;

        const writer = inTransaction(server.store, workspaceId, async (tx) => {
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(
            tx.database,
          );
          const contact = await addContact(tx, {
            name: "Ana",
            email: early,
            country: "Chile",
          });
          // After this write the event has its number, but is not committed.
          await Promise.all(tx.writes);
          const id = newId("evt");
          await insertEvent(id, "contact.created", { ...contact, email: late });
          expect(await emailsInFeed()).toEqual([]);
          // A webhook can deliver the later event now. A reader with its id as cursor waits.
          expect(await feed(`cursor=${id}`)).toEqual({
            data: [],
            next_cursor: before,
            has_more: false,
          });
          if (outcome === "is undone") throw new Error(outcome);
        });

        await writer.catch(({ message }: Error) =>
          expect(message).toBe(outcome),
        );
        const shown = outcome === "commits" ? [early, late] : [late];
        expect(await emailsInFeed()).toEqual(shown);
      },
    );
  },
);

test("of two snapshots of an object the later one has the later created_at, whenever their changes began", async () => {
  const call = await server.as("order");
  /** Sends a change that began earlier than the one before, and waited for its end. */
  const send: Caller = (path, json, method) => {
    now -= 5;
    return call(path, json, method);
  };
  const email = "order@example.com";
  await send("/v1/contacts/batch", {
    contacts: [
      { email, name: "Ana" },
      { email, name: "Eva" },
    ],
  });
  const batch = await send("/v1/contacts/batch", {
    contacts: [{ email, name: "Ema" }],
  });
  const contact = batch.body.data.results[0]?.contact;
  const contact_id = contact?.id ?? "";
  const contactPath = `/v1/contacts/${contact_id}` as const;
  await send(contactPath, { name: "Isa" }, "PATCH");

  const message = { body: "Hola", author_type: "contact" };
  const conversation = { contact_id, ...message };
  const conversationId = (await send("/v1/conversations", conversation)).body
    .data.id;
  const conversationPath = `/v1/conversations/${conversationId}` as const;
  await send(conversationPath, { status: "closed" }, "PATCH");
  const reply = await send(`${conversationPath}/messages`, message);

  const ticket = { contact_id, subject: "Factura", description: "No llega" };
  const ticketId = (await send("/v1/tickets", ticket)).body.data.id;
  await send(`/v1/tickets/${ticketId}`, { status: "solved" }, "PATCH");
  await send(`/v1/tickets/${ticketId}`, { status: "open" }, "PATCH");

  const contactNow = (await call(contactPath)).body.data;
  expect(contactNow.last_seen_at).toBe(contact?.last_seen_at);
  const conversationNow = (await call(conversationPath)).body.data;
  expect(conversationNow.last_message_at).toBe(reply.body.data.created_at);

  const events = (await call("/v1/events")).body.data;
  await call(contactPath, undefined, "DELETE");
  events.push(...(await call("/v1/events")).body.data);
  const timesOf = (id: string) =>
    events.filter(({ data }) => data.id === id).map((each) => each.created_at);
  for (const { data } of events) {
    const times = timesOf(data.id);
    expect(times).toEqual([...new Set(times)].sort());
  }
  expect(timesOf(contact_id)).toHaveLength(5);
  expect(timesOf(conversationId)).toHaveLength(3);
  expect(timesOf(ticketId)).toHaveLength(3);
});
