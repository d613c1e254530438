import { sql } from "kysely";
import { expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { deleteExpiredEvents } from "../../../server/api/event-retention.ts";
import { readUsageDifferences } from "../../../server/store/usage/usage.ts";
import type { Caller } from "../../support/call.ts";
import { startServer } from "../../support/server.ts";

// Tests the end of events after their retention: what the feed still shows, and which cursors it takes.

const day = 24 * 60 * 60 * 1000;
const retention = limits.eventDays * day;
let now = Date.parse("2026-04-01T09:00:00.000Z");
const server = await startServer({
  clock: () => new Date(now),
  localWebhooks: true,
});

const createContact = async (call: Caller, email: string): Promise<string> =>
  (await call("/v1/contacts", { name: "Ana", email })).body.data.id;

const eventsIn = async (call: Caller) => (await call("/v1/events")).body.data;

test("keeps an event for its time; then its cursor is refused, before and after it is deleted", async () => {
  const call = await server.as("expires");
  await createContact(call, "oldest@example.com");
  await createContact(call, "old@example.com");
  const oldest = (await eventsIn(call))[0]?.id;
  now += retention;
  const fresh = await createContact(call, "fresh@example.com");

  for (const step of ["before", "after"]) {
    if (step === "after") await deleteExpiredEvents(server.store);
    expect(await eventsIn(call), step).toMatchObject([{ data: { id: fresh } }]);
    const { status, body } = await call(`/v1/events?cursor=${oldest}`);
    expect(status, step).toBe(422);
    expect(body.error.details[0]?.path, step).toEqual(["cursor"]);
    expect((await call(`/v1/events/${oldest}`)).status, step).toBe(404);
  }

  now += retention;
  const newest = await call("/v1/events?cursor=newest");
  expect(newest.body.next_cursor).toBeNull();
});

test("keeps a delivery as long as its event; then it is not listed, nor sent again", async () => {
  const call = await server.as("delivered");
  const hook = { url: "http://127.0.0.1:9/", events: ["*"] };
  const { id } = (await call("/v1/webhooks", hook)).body.data;
  await createContact(call, "delivered@example.com");
  const deliveries = async () =>
    (await call(`/v1/webhooks/${id}/deliveries`)).body.data;
  const [delivery] = await deliveries();
  now += retention - 1;
  expect(await deliveries()).toMatchObject([{ id: delivery?.id }]);
  now += 1;

  for (const step of ["before", "after"]) {
    if (step === "after") await deleteExpiredEvents(server.store);
    expect(await deliveries(), step).toEqual([]);
    const path = `/v1/webhooks/${id}/deliveries/${delivery?.id}/redeliver`;
    const again = await call(path, {});
    expect(again.status, step).toBe(404);
  }
  // The usage no longer has the event, nor its delivery.
  expect(await readUsageDifferences(server.store.database, 10)).toEqual([]);
});

test("more events than one statement deletes expire together", async () => {
  const workspaceId = await server.workspaceId();
  const { database } = server.store;
  const createdAt = new Date(now);
  await sql`
    insert into events (workspace_id, id, type, data, created_at)
    select ${workspaceId}, 'evt_old' || n, 'contact.created', '{}', ${createdAt}::timestamptz
    from generate_series(1, 2500) n
  `.execute(database);
  const countOld = async () => {
    const old = sql`select from events where id like 'evt_old%'`;
    return (await old.execute(database)).rows.length;
  };

  now += retention - 1;
  await deleteExpiredEvents(server.store);
  expect(await countOld()).toBe(2500);

  now += 1;
  await Promise.all([
    deleteExpiredEvents(server.store),
    deleteExpiredEvents(server.store),
  ]);
  expect(await countOld()).toBe(0);
});

test("a reader goes on with its cursor until an event after it has expired, however long that takes", async () => {
  const call = await server.as("quiet");
  const read = (cursor?: string) => call(`/v1/events?cursor=${cursor}`);
  await createContact(call, "first@example.com");
  await createContact(call, "second@example.com");
  const [first, second] = (await eventsIn(call)).map(({ id }) => id);

  for (const step of ["before the deletion", "after it", "after another"]) {
    now += retention + day;
    if (step !== "before the deletion") await deleteExpiredEvents(server.store);
    const { body } = await read(second);
    expect(body, step).toEqual({
      data: [],
      next_cursor: second,
      has_more: false,
    });
    expect((await read(first)).status, step).toBe(422);
  }
  const third = await createContact(call, "third@example.com");
  expect((await read(second)).body.data).toMatchObject([
    { data: { id: third } },
  ]);

  now += retention + day;
  for (const step of ["before the deletion", "after it"]) {
    expect((await read(second)).status, step).toBe(422);
    await deleteExpiredEvents(server.store);
  }
});

test("a reader goes on with its cursor while events of another workspace expire", async () => {
  // Given a reader whose event has expired.
  const [call, busy] = [await server.as("patient"), await server.as("busy")];
  await createContact(call, "patient@example.com");
  const [event] = await eventsIn(call);
  now += retention;
  await deleteExpiredEvents(server.store);

  await createContact(busy, "busy@example.com");
  now += retention;
  await deleteExpiredEvents(server.store);

  const { body } = await call(`/v1/events?cursor=${event?.id}`);
  expect(body).toEqual({ data: [], next_cursor: event?.id, has_more: false });
});

test("an event that is older than the one before it stays until that one expires: no reader misses it", async () => {
  const call = await server.as("disorder");
  await createContact(call, "newer@example.com");
  // The next change began earlier, and wrote its event later.
  now -= 5000;
  const older = await createContact(call, "older@example.com");
  const [first, second] = (await eventsIn(call)).map(({ id }) => id);

  // Now the second event is older than the retention, and the first is not.
  now += retention + 1;
  for (const step of ["before a deletion", "after it"]) {
    if (step === "after it") await deleteExpiredEvents(server.store);
    for (const types of ["", "&types=contact.created"]) {
      const afterFirst = await call(`/v1/events?cursor=${first}${types}`);
      expect(afterFirst.body.data, step).toMatchObject([
        { data: { id: older } },
      ]);
      const all = await call(`/v1/events?limit=100${types}`);
      expect(all.body.data.map(({ id }) => id)).toEqual([first, second]);
      const afterSecond = await call(`/v1/events?cursor=${second}${types}`);
      expect(afterSecond.body).toMatchObject({ data: [], next_cursor: second });
    }
    const newest = await call("/v1/events?cursor=newest");
    expect(newest.body.next_cursor).toBe(second);
  }

  // Now both events are older than the retention.
  now += day;
  for (const step of ["before a deletion", "after it"]) {
    if (step === "after it") await deleteExpiredEvents(server.store);
    expect((await call(`/v1/events?cursor=${first}`)).status, step).toBe(422);
    expect((await call(`/v1/events?cursor=${second}`)).status, step).toBe(200);
  }
});

test("a reader whose last event was erased hears of the erasure, also when that event has expired", async () => {
  const call = await server.as("erased");
  await createContact(call, "stays@example.com");
  const erased = await createContact(call, "goes@example.com");
  const cursors = (await eventsIn(call)).map(({ id }) => id);
  expect(cursors).toHaveLength(2);
  now += 2 * day;
  await call(`/v1/contacts/${erased}`, undefined, "DELETE");
  now += retention - day;

  await deleteExpiredEvents(server.store);

  for (const cursor of cursors) {
    const { body } = await call(`/v1/events?cursor=${cursor}`);
    expect(body.data).toMatchObject([
      { type: "contact.deleted", data: { id: erased } },
    ]);
  }
});

test("a reader goes on with its cursor while erased events after it expire", async () => {
  const call = await server.as("erased later");
  await createContact(call, "stays@example.com");
  const [read] = await eventsIn(call);
  now += day;
  const erased = await createContact(call, "goes@example.com");
  now += 2 * day;
  await call(`/v1/contacts/${erased}`, undefined, "DELETE");

  // First the event that was read expires, then the erased one, alone.
  now += retention - 3 * day;
  await deleteExpiredEvents(server.store);
  now += day;
  await deleteExpiredEvents(server.store);

  const { body } = await call(`/v1/events?cursor=${read?.id}`);
  expect(body.data).toMatchObject([
    { type: "contact.deleted", data: { id: erased } },
  ]);
});

test("a reader goes on with its cursor when only a webhook's test after it has expired", async () => {
  const call = await server.as("tested");
  const hook = { url: "http://127.0.0.1:9/", events: ["ticket.created"] };
  const { id } = (await call("/v1/webhooks", hook)).body.data;
  await createContact(call, "read@example.com");
  const [read] = await eventsIn(call);
  now += day;
  await call(`/v1/webhooks/${id}/test`, {});
  now += day;
  const fresh = await createContact(call, "fresh@example.com");

  now += retention - day;
  for (const step of ["before the deletion", "after it"]) {
    if (step === "after it") await deleteExpiredEvents(server.store);
    const { body } = await call(`/v1/events?cursor=${read?.id}`);
    expect(body.data, step).toMatchObject([{ data: { id: fresh } }]);
  }
});

test("an old object that was deleted stays a cursor of its list as long as an event of its deletion", async () => {
  const call = await server.as("deleted late");
  await createContact(call, "stays@example.com");
  const id = await createContact(call, "goes@example.com");
  now += retention - day;
  await call(`/v1/contacts/${id}`, undefined, "DELETE");
  const after = () => call(`/v1/contacts?cursor=${id}`);

  // Its creation expires, and not yet its deletion.
  now += 2 * day;
  await deleteExpiredEvents(server.store);
  expect((await after()).body.data).toMatchObject([
    { email: "stays@example.com" },
  ]);

  now += retention;
  await deleteExpiredEvents(server.store);
  expect((await after()).status).toBe(422);
});
