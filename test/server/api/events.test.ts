import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { addContact, changeContact } from "../../../server/api/contacts.ts";
import { deleteExpiredEvents } from "../../../server/api/event-retention.ts";
import { newId } from "../../../server/store/ids.ts";
import { inTransaction } from "../../../server/store/transaction.ts";
import type { Caller } from "../../support/call.ts";
import { startServer } from "../../support/server.ts";
import { onPostgres } from "../../support/store.ts";

const start = Date.parse("2026-04-01T09:00:00.000Z");
const day = 24 * 60 * 60 * 1000;
const retention = limits.eventDays * day;
let now = start;
const server = await startServer({ clock: () => new Date(now) });
const key = await server.key(["*"]);
const workspaceId = await server.workspaceId();
const feed = async (query = "") =>
  (await server.call(`/v1/events?${query}`, { key })).body;
const addOne = (email: string) =>
  inTransaction(server.store, workspaceId, (tx) =>
    addContact(tx, { name: "Ana", email, country: "Chile" }),
  );

describe("the feed", () => {
  test("is oldest first, resumes at a cursor, and says when a reader has caught up", async () => {
    const ofNewest = (next_cursor: string | null) => ({
      data: [],
      next_cursor,
      has_more: false,
    });
    expect(await feed("cursor=newest")).toEqual(ofNewest(null));
    for (let i = 0; i < 5; i++) await addOne(`feed${i}@example.com`);
    const first = await feed("limit=3");
    expect(first.data).toMatchObject(
      [0, 1, 2].map((i) => ({ data: { email: `feed${i}@example.com` } })),
    );
    expect([first.has_more, first.next_cursor]).toEqual([
      true,
      first.data[2]?.id,
    ]);
    const second = await feed(`limit=3&cursor=${first.next_cursor}`);
    expect([second.data.length, second.has_more]).toEqual([2, false]);
    const caughtUp = await feed(`cursor=${second.next_cursor}`);
    expect(caughtUp).toEqual(ofNewest(second.next_cursor));
    expect(await feed("cursor=newest&types=ticket.created")).toEqual(caughtUp);

    await addOne("feed5@example.com");
    expect((await feed(`cursor=${second.next_cursor}`)).data).toHaveLength(1);
  });

  test("has no place for the event of a webhook's test: as a cursor it is a 422", async () => {
    const own = await server.as("tests of webhooks");
    const hook = { url: "https://crm.example.com/", events: ["*"] };
    const { id } = (await own("/v1/webhooks", hook)).body.data;
    const { event_id } = (await own(`/v1/webhooks/${id}/test`, {})).body.data;

    const { status, body } = await own(`/v1/events?cursor=${event_id}`);

    expect([status, body.error.details[0]?.path]).toEqual([422, ["cursor"]]);
  });

  test("takes types with commas and as repeated parameters; a repeated type counts once", async () => {
    const own = await server.as("forms of lists");
    const contact = { name: "Ana", email: "forms@example.com" };
    const contact_id = (await own("/v1/contacts", contact)).body.data.id;
    const text = { subject: "x", description: "x" };
    await own("/v1/tickets", { contact_id, ...text });
    await own("/v1/conversations", { contact_id, body: "x" });
    const list = async (query: string) => {
      const { status, body } = await own(`/v1/events?${query}`);
      expect(status, query).toBe(200);
      return body.data.map(({ type }) => type);
    };
    const both = ["contact.created", "ticket.created"];
    for (const query of [
      "types=contact.created,ticket.created",
      "types=contact.created&types=ticket.created",
      "types=contact.created%2Cticket.created",
      "types=contact.created&types=ticket.created,contact.created",
    ])
      expect(await list(query), query).toEqual(both);
    const often = Array<string>(30).fill("ticket.created");
    for (const query of [
      "types=ticket.created,ticket.created",
      "types=ticket.created&types=ticket.created",
      `types=${often.join()}`,
    ])
      expect(await list(query), query).toEqual(["ticket.created"]);
    const wrong = await own("/v1/events?types=ticket.created&types=none");
    expect([wrong.status, wrong.body.error.details[0]?.path[0]]).toEqual([
      422,
      "types",
    ]);
  });

  test("keeps the types that were asked for", async () => {
    const { id } = await addOne("types@example.com");
    const update = { vip: true, tags: ["a "] };
    for (let n = 0; n < 2; n++)
      // the second changes nothing
      await inTransaction(server.store, workspaceId, (tx) =>
        changeContact(tx, id, update),
      );
    const { data } = await feed(
      "limit=100&types=contact.updated,ticket.created",
    );
    expect(data).toMatchObject([
      { type: "contact.updated", data: { id, vip: true, tags: ["a"] } },
    ]);
    expect((await feed("types=ticket.created")).next_cursor).toBeNull();
    const [first, ...others] = (await feed("limit=100")).data;
    const nothing = await feed(`types=ticket.created&cursor=${first?.id}`);
    expect(nothing).toEqual({
      data: [],
      next_cursor: others.at(-1)?.id,
      has_more: false,
    });
  });

  test("keeps an event for its time; then its cursor is refused, before and after it is deleted", async () => {
    const old = (await feed("limit=1")).data[0];
    now = start + retention + 10; // the events of one object are not of one moment
    const fresh = await addOne("late@example.com");
    for (const step of ["before", "after"]) {
      if (step === "after") await deleteExpiredEvents(server.store);
      expect((await feed()).data.map((event) => event.data.id)).toEqual([
        fresh.id,
      ]);
      const { status, body } = await server.call(
        `/v1/events?cursor=${old?.id}`,
        { key },
      );
      expect([status, body.error.details[0]?.path]).toEqual([422, ["cursor"]]);
      expect((await server.call(`/v1/events/${old?.id}`, { key })).status).toBe(
        404,
      );
    }
    now *= 2;
    expect((await feed("cursor=newest")).next_cursor).toBeNull();
    now /= 2;
  });
});

test("an event that breaks the contract is left out, and its readers go on behind it", async () => {
  const before = (await feed("limit=100")).next_cursor;
  const events = await Promise.all(
    [1, 2].map((n) => addOne(`around${n}@example.com`)),
  );
  await sql`
    insert into events (workspace_id, id, type, data, created_at)
    select ${workspaceId}, 'evt_broken', 'contact.updated', '{"email": 1}', ${new Date(now)}::timestamptz
  `.execute(server.store.database);
  events.push(await addOne("behind@example.com"));
  const seen: string[] = [];
  for (let cursor = before, more = true; more;) {
    const page = await feed(`limit=1&cursor=${cursor}`);
    seen.push(...page.data.map(({ data }) => data.id));
    [cursor, more] = [page.next_cursor, page.has_more];
  }
  expect(seen.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
  expect((await server.call("/v1/events/evt_broken", { key })).status).toBe(
    500,
  );
});

test.each([
  { what: "a type", type: "contact.merged", more: {} },
  { what: "a field", type: "contact.updated", more: { nickname: "Bea" } },
])(
  "the feed ends before an event with $what of a later version, whose servers show it",
  async ({ type, more }) => {
    const before = (await feed("limit=100")).next_cursor;
    const known = await addOne(`known-${type}@example.com`);
    const other = `evt_later_${type}`;
    await sql`
    insert into events (workspace_id, id, type, data, created_at)
    values (${workspaceId}, ${other}, ${type}, ${{ ...known, ...more }}::json, ${new Date(now)}::timestamptz)
  `.execute(server.store.database);
    await addOne(`behind-${type}@example.com`);
    const { data, next_cursor, has_more } = await feed(
      `limit=100&cursor=${before}`,
    );
    expect(data.map(({ data }) => data.id)).toEqual([known.id]);
    expect({ next_cursor, has_more }).toEqual({
      next_cursor: data[0]?.id,
      has_more: true,
    });
    for (const path of [
      `/v1/events?cursor=${next_cursor}`,
      `/v1/events/${other}`,
    ]) {
      const { status, body, headers } = await server.call(path, { key });
      expect({ status, body }).toMatchObject({
        status: 503,
        body: { error: { code: "service_unavailable" } },
      });
      expect(headers.get("retry-after")).toBe("2");
    }
    await sql`delete from events where id = ${other}`.execute(
      server.store.database,
    );
    expect((await feed(`limit=100&cursor=${next_cursor}`)).data).toHaveLength(
      1,
    );
  },
);

test("more events than one statement deletes expire together", async () => {
  await sql`
    insert into events (workspace_id, id, type, data, created_at)
    select ${workspaceId}, 'evt_old' || n, 'contact.created', '{}', ${new Date(start)}::timestamptz
    from generate_series(1, 2500) n`.execute(server.store.database);
  const left = async () =>
    (
      await sql`select from events where id like 'evt_old%'`.execute(
        server.store.database,
      )
    ).rows.length;
  now = start + retention - 1;
  await deleteExpiredEvents(server.store);
  expect(await left()).toBe(2500);
  now += 1;
  await Promise.all([
    deleteExpiredEvents(server.store),
    deleteExpiredEvents(server.store),
  ]);
  expect(await left()).toBe(0);
});

describe.runIf(onPostgres)(
  "an event that is committed before one with an earlier number",
  () => {
    test.each(["commits", "is undone"])(
      "is shown when the writer of that one %s",
      async (outcome) => {
        const before = (await feed("limit=100")).next_cursor;
        const emails = async () =>
          (await feed(`cursor=${before}`)).data.map(
            ({ data }) => "email" in data && data.email,
          );
        const [early, late] = [
          `early ${outcome}@example.com`,
          `late ${outcome}@example.com`,
        ].map((email) => email.replaceAll(" ", "")) as [string, string];
        const writer = inTransaction(server.store, workspaceId, async (tx) => {
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(
            tx.database,
          );
          const contact = await addContact(tx, {
            name: "Ana",
            email: early,
            country: "Chile",
          });
          await Promise.all(tx.writes); // its number is taken
          const id = newId("evt");
          await sql`
        insert into events (workspace_id, id, type, data, created_at) values (
          ${workspaceId}, ${id}, 'contact.created', ${{ ...contact, email: late }}::json, ${new Date(now)}::timestamptz
        )`.execute(server.store.database);
          expect(await emails()).toEqual([]);
          // A webhook has told the later one: the reader waits where the feed is.
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
        expect(await emails()).toEqual(
          outcome === "commits" ? [early, late] : [late],
        );
      },
    );
  },
);

test("of two snapshots of an object the later one has the later created_at, whenever their changes began", async () => {
  const call = await server.as("order");
  const send: Caller = (path, json, method) => {
    now -= 5; // as of a change that began earlier, and waited until the other one had ended
    return call(path, json, method);
  };
  const email = "order@example.com";
  await send("/v1/contacts/batch", {
    contacts: [
      { email, name: "Ana" },
      { email, name: "Eva" },
    ],
  });
  const { body } = await send("/v1/contacts/batch", {
    contacts: [{ email, name: "Ema" }],
  });
  const { id: contact_id = "", last_seen_at } =
    body.data.results[0]?.contact ?? {};
  await send(`/v1/contacts/${contact_id}`, { name: "Isa" }, "PATCH");
  const message = { body: "Hola", author_type: "contact" };
  const conversation = (
    await send("/v1/conversations", { contact_id, ...message })
  ).body.data;
  await send(
    `/v1/conversations/${conversation.id}`,
    { status: "closed" },
    "PATCH",
  );
  const { created_at } = (
    await send(`/v1/conversations/${conversation.id}/messages`, message)
  ).body.data;
  const ticket = { contact_id, subject: "Factura", description: "No llega" };
  const { id } = (await send("/v1/tickets", ticket)).body.data;
  for (const status of ["solved", "open"])
    await send(`/v1/tickets/${id}`, { status }, "PATCH");

  expect(
    (await call(`/v1/contacts/${contact_id}`)).body.data.last_seen_at,
  ).toBe(last_seen_at);
  expect(
    (await call(`/v1/conversations/${conversation.id}`)).body.data
      .last_message_at,
  ).toBe(created_at);
  const events = (await call("/v1/events")).body.data;
  await call(`/v1/contacts/${contact_id}`, undefined, "DELETE");
  events.push(...(await call("/v1/events")).body.data);
  const timestamps = new Map<string, string[]>();
  for (const { data, created_at } of events)
    timestamps.set(data.id, [...(timestamps.get(data.id) ?? []), created_at]);
  for (const all of timestamps.values())
    expect(all).toEqual([...new Set(all)].sort());
  expect([...timestamps.values()].map(({ length }) => length)).toEqual([
    5, 3, 1, 1, 3,
  ]);
});

test("a reader goes on with its cursor until an event after it has expired, however long that takes", async () => {
  const call = await server.as("quiet");
  const read = (cursor: string) => call(`/v1/events?cursor=${cursor}`);
  const create = async (email: string) =>
    (await call("/v1/contacts", { name: "Ana", email })).body.data.id;
  await create("first@example.com");
  await create("second@example.com");
  const [first, second] = (await call("/v1/events")).body.data.map(
    ({ id }) => id,
  );
  for (const step of ["before the deletion", "after it", "after another"]) {
    now += retention + day;
    if (step !== "before the deletion") await deleteExpiredEvents(server.store);
    const { body } = await read(second ?? "");
    expect(body, step).toEqual({
      data: [],
      next_cursor: second,
      has_more: false,
    });
    expect((await read(first ?? "")).status, step).toBe(422);
  }
  const third = await create("third@example.com");
  expect((await read(second ?? "")).body.data).toMatchObject([
    { data: { id: third } },
  ]);
  now += retention + day;
  for (const step of ["before the deletion", "after it"]) {
    expect((await read(second ?? "")).status, step).toBe(422);
    await deleteExpiredEvents(server.store);
  }
});

test("an event that is older than the one before it stays until that one expires: no reader misses it", async () => {
  const call = await server.as("disorder");
  const create = async (email: string) =>
    (await call("/v1/contacts", { name: "Ana", email })).body.data.id;
  await create("newer@example.com");
  now -= 5000; // as of a change that began earlier, and wrote its event later
  const older = await create("older@example.com");
  const [first, second] = (await call("/v1/events")).body.data.map(
    ({ id }) => id,
  );

  now += retention + 1; // the later event is older than the retention, the first is not
  for (const step of ["before a deletion", "after it"]) {
    if (step === "after it") await deleteExpiredEvents(server.store);
    for (const query of ["", "&types=contact.created"]) {
      const { body } = await call(`/v1/events?cursor=${first}${query}`);
      expect(body.data, step).toMatchObject([{ data: { id: older } }]);
      const all = (await call(`/v1/events?limit=100${query}`)).body.data;
      expect(all.map(({ id }) => id)).toEqual([first, second]);
      const behind = await call(`/v1/events?cursor=${second}${query}`);
      expect(behind.body).toMatchObject({ data: [], next_cursor: second });
    }
    const newest = await call("/v1/events?cursor=newest");
    expect(newest.body.next_cursor).toBe(second);
  }

  now += day;
  for (const step of ["before a deletion", "after it"]) {
    if (step === "after it") await deleteExpiredEvents(server.store);
    expect((await call(`/v1/events?cursor=${first}`)).status, step).toBe(422);
    expect((await call(`/v1/events?cursor=${second}`)).status, step).toBe(200);
  }
});

test("a reader whose last event was erased hears of the erasure, also when that event has expired", async () => {
  const call = await server.as("erased");
  let id = "";
  for (const email of ["stays@example.com", "goes@example.com"])
    ({ id } = (await call("/v1/contacts", { name: "Ana", email })).body.data);
  const cursors = (await call("/v1/events")).body.data.map(({ id }) => id);
  now += 2 * day;
  await call(`/v1/contacts/${id}`, undefined, "DELETE");
  now += retention - day;
  await deleteExpiredEvents(server.store);
  for (const cursor of cursors) {
    const { data } = (await call(`/v1/events?cursor=${cursor}`)).body;
    expect(data).toMatchObject([{ type: "contact.deleted", data: { id } }]);
  }
});
