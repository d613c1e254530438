import { sql } from "kysely";
import type { Logger } from "pino";
import { limits } from "../../generated/catalogue.ts";
import type { Event, EventFields, TestEvent, Webhook } from "../../generated/types.ts";
import { ApiError, invalid } from "../contract/api-error.ts";
import { faultsInEvent, type EventFault } from "../contract/schema.ts";
import type { Handler } from "../handler.ts";
import { newId } from "../ids.ts";
import { atEnd, type Change } from "../store/at-end.ts";
import { deleteOlder } from "../store/delete-older.ts";
import { planEachTime } from "../store/driver.ts";
import { eventOf, type EventRow } from "../store/event.ts";
import { announced, settledUpTo } from "../store/feed.ts";
import type { Moment } from "../store/moment.ts";
import type { Store } from "../store/store.ts";
import { fanOut } from "../webhooks/fan-out.ts";
import { page } from "./page.ts";
import { countUsage } from "./usage.ts";

/** The type and the data of an event, which go together. */
export type EventContent = Event extends infer E
  ? E extends Event
    ? Pick<E, "type" | "data">
    : never
  : never;

/**
 * Writes an event and queues it for the webhooks, at the end of the change.
 * @param moment later than that of every earlier event of the same object (D-14)
 * @throws Error when the event breaks the contract; the change is undone
 */
export function recordEvent(change: Change, content: EventContent, moment = change.now): void {
  const event = { ...newEvent(moment), ...content } as Event;
  requireSound(event);
  countUsage(change, event);
  insert(change, event);
  fanOut(change, event);
}

/**
 * Writes an event for this webhook only, at the end of the change; the feed does not contain it.
 * @throws Error when the event breaks the contract
 */
export function recordTestEvent(change: Change, webhook: Webhook): TestEvent {
  const event: TestEvent = { ...newEvent(change.now), type: test, data: webhook };
  requireSound(event);
  insert(change, event);
  return event;
}

const test = "webhook.test" satisfies TestEvent["type"];

function requireSound(event: Event | TestEvent): void {
  const faults = faultsInEvent(event);
  if (faults.length > 0) throw new Error(`The event breaks the contract: ${JSON.stringify(faults)}`);
}

function newEvent(created_at: Moment): EventFields {
  return { id: newId("evt"), object: "event", created_at };
}

/** The events of a change get their numbers in the order in which they are recorded. */
const insert = atEnd<Event | TestEvent>(
  (workspaceId, rows) => sql`
    insert into events (workspace_id, id, type, data, created_at)
    select ${workspaceId}, id, type, data, created_at
    from ${announced(workspaceId)} announced, rows from (
      json_to_recordset(${rows}) as (id text, type text, data json, created_at timestamptz)
    ) with ordinality event (id, type, data, created_at, n)
    order by n`,
);

/** Contract: listEvents. Oldest first; an expired or unknown cursor is a 422, so that a reader notices a gap. */
export const listEvents: Handler<"listEvents"> = async ({ query }, { store, workspaceId, log }) => {
  const settled = await settledUpTo(store.database, workspaceId);
  const all = kept(store, workspaceId);
  const shown = all.where("sequence", "<=", settled);
  const isShown = ({ sequence }: { sequence: string }) => BigInt(sequence) <= BigInt(settled);
  const newestShown = () => shown.orderBy("sequence", "desc").limit(sql.lit(1)).executeTakeFirst();
  const count = query.limit + 1;
  // With both bounds in the statement, a plan for all values would read every event after the cursor.
  let rows = all.orderBy("sequence").limit(count);
  let after = "0";
  let newest = query.cursor;
  if (query.cursor !== undefined) {
    const last = await all.where("id", "=", query.cursor).executeTakeFirst();
    if (!last) throw invalid(["cursor"], "no es el id de un evento que se conserve");
    // A webhook may tell an event before the feed shows it. The reader then waits where the feed is.
    after = isShown(last) ? last.sequence : settled;
    if (!isShown(last)) newest = (await newestShown())?.id;
    rows = rows.where("sequence", ">", after);
  }
  if (query.types !== undefined) {
    // This is read before the rows: if there are no rows, no event up to this one has these types.
    if (newest !== undefined) newest = (await newestShown())?.id ?? newest;
    rows = rows.where("sequence", "in", firstOfEach(query.types, { workspaceId, after, count, store }));
  }
  const { rows: found } = await store.database.executeQuery(planEachTime(rows.compile()));
  const { data: ofPage, next_cursor, has_more } = page(found.filter(isShown), query.limit, (row) => row);
  const known = untilLaterVersion(ofPage, log);
  return {
    status: 200,
    headers: {},
    body: {
      data: eventsOf(known, log),
      next_cursor: (known.length < ofPage.length ? known.at(-1)?.event.id : next_cursor) ?? newest ?? null,
      has_more: has_more || known.length < ofPage.length,
    },
  };
};

/** The next events of each type. One search for all types would read a million other events to find a rare one. */
const firstOfEach = (
  types: Event["type"][],
  { workspaceId, after, count, store }: { workspaceId: string; after: string; count: number; store: Store },
) => sql<string>`(
  select next.sequence from unnest(${types}::text[]) wanted (type), lateral (
    select sequence from events
    where workspace_id = ${workspaceId} and events.type = wanted.type and sequence > ${after}
      and created_at > ${oldestKept(store)}
    order by sequence
    limit ${count}
  ) next)`;

/** Contract: getEvent. */
export const getEvent: Handler<"getEvent"> = async ({ path }, { store, workspaceId, log }) => {
  const rows = await kept(store, workspaceId).where("id", "=", path.id).execute();
  const [data] = eventsOf(untilLaterVersion(rows, log), log);
  if (!data) throw new ApiError("not_found", {});
  return { status: 200, headers: {}, body: { data } };
};

/** Deletes the events whose retention has ended. Several processes may do so at the same time. */
export function deleteExpiredEvents(store: Store): Promise<void> {
  return deleteOlder(store.database, "events", oldestKept(store));
}

const oldestKept = ({ now }: Store) => sql<Moment>`${now()} - make_interval(days => ${limits.eventDays})`;

function kept(store: Store, workspaceId: string) {
  return store.database
    .selectFrom("events")
    .select(["sequence", "id", "type", "data", "created_at"])
    .where("workspace_id", "=", workspaceId)
    .where("type", "<>", test)
    .where("created_at", ">", oldestKept(store));
}

/** An event of the feed, with the faults that it has by the contract of this server. */
interface Checked {
  event: Event;
  faults: EventFault[];
}

function check(row: EventRow): Checked {
  const event = eventOf(row) as Event; // the feed has no test events
  return { event, faults: faultsInEvent(event) };
}

/**
 * The events before the first that a server of a later version has written, which this one cannot show: its reader gets the
 * rest from such a server, and misses nothing.
 * @throws ApiError 503 when there are none before it
 */
function untilLaterVersion(rows: EventRow[], log: Logger): Checked[] {
  const checked = rows.map(check);
  const later = checked.findIndex(({ faults }) => faults.some(({ isUnknown }) => isUnknown));
  const first = checked[later];
  if (!first) return checked;
  log.warn(
    { event: first.event.id, faults: first.faults },
    "this version does not know what an event contains",
  );
  if (later === 0) throw new ApiError("service_unavailable", {}, { "Retry-After": "2" });
  return checked.slice(0, later);
}

/**
 * Those that do not break the contract. One that does, as a row of an import can, is left out and logged: otherwise its page
 * were a 500, and no reader would get past it.
 */
function eventsOf(checked: Checked[], log: Logger): Event[] {
  for (const { event, faults } of checked) {
    if (faults.length > 0)
      log.error({ event: event.id, faults }, "an event that breaks the contract is not in the feed");
  }
  return checked.filter(({ faults }) => faults.length === 0).map(({ event }) => event);
}
