import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Logger } from "pino";
import { limits } from "../../generated/constants.ts";
import { objects } from "../../generated/objects.ts";
import type {
  Event,
  EventRequest,
  TestEvent,
  Webhook,
} from "../../generated/types.ts";
import { ApiError, found, invalid } from "../contract/api-error.ts";
import { errorsInEvent } from "../contract/schema.ts";
import type { Handler } from "./handler.ts";
import { newId } from "../store/ids.ts";
import { deletePositionsUpTo } from "../store/cursor-positions.ts";
import { deleteOlder } from "../store/delete-older.ts";
import { planEachTime } from "../store/driver.ts";
import {
  announce,
  eventColumns,
  eventOf,
  type EventRow,
  settledUpTo,
} from "../store/feed.ts";
import { insert, remove, update } from "../store/rows.ts";
import type { Timestamp } from "../store/timestamp.ts";
import type { Store } from "../store/store.ts";
import type { Transaction } from "../store/transaction.ts";
import { fanOut } from "../webhooks/fan-out.ts";
import { page } from "./pagination.ts";

/** The type and the data of an event, which go together; of a change, also the object before it. */
export type EventContent = Event extends infer E
  ? E extends Event
    ? {
        [Type in E["type"]]: Pick<E, "data"> & { type: Type } & Before<
            Type,
            E["data"]
          >;
      }[E["type"]]
    : never
  : never;
type Before<Type, Data> = Type extends `${string}.updated`
  ? { before: Data }
  : { before?: never };

/** An event that a transaction records. */
export type NewEvent = EventContent & {
  /** The contact that the event is about, with which it is erased (D-39); null for none. */
  contactId: string | null;
  /** A time after that of each earlier event of the same object (D-14). */
  timestamp: Timestamp;
};

/**
 * Writes an event and queues it for the webhooks, as `recordEvents` does.
 * @throws Error when the event breaks the contract; the transaction is undone
 */
export const recordEvent = (
  tx: Transaction,
  content: EventContent,
  contactId: string | null,
  timestamp: Timestamp,
): void => recordEvents(tx, [{ ...content, contactId, timestamp }]);

/**
 * Writes events in their order, and queues them for the webhooks.
 * @throws Error when an event breaks the contract; the transaction is undone
 */
export function recordEvents(tx: Transaction, events: NewEvent[]): void {
  const rows = events.map(({ type, data, before, contactId, timestamp }) => {
    const previous = before && fieldsBefore(before, data);
    const event = {
      ...newEvent(tx, timestamp),
      type,
      data,
      ...(previous && { previous }),
    } as Event;
    return rowOf(tx, event, contactId);
  });
  write(tx, rows);
  fanOut(tx, rows);
}

/**
 * Writes an event for this webhook only; the feed does not contain it.
 * @throws Error when the event breaks the contract
 */
export function recordTestEvent(
  tx: Transaction,
  webhook: Webhook,
  timestamp: Timestamp,
): TestEvent {
  const event: TestEvent = {
    ...newEvent(tx, timestamp),
    type: test,
    data: webhook,
  };
  write(tx, [rowOf(tx, event, null)]);
  return event;
}

const test = "webhook.test" satisfies TestEvent["type"];

/** @throws Error when the event breaks the contract */
function rowOf<E extends Event | TestEvent>(
  { request }: Transaction,
  event: E,
  contact_id: string | null,
) {
  const errors = errorsInEvent(event);
  if (errors.length > 0)
    throw new Error(`The event breaks the contract: ${JSON.stringify(errors)}`);
  return { previous: null, ...event, ...columnsOfCause(request), contact_id };
}

function write(
  tx: Transaction,
  rows: ReturnType<typeof rowOf<Event | TestEvent>>[],
): void {
  if (rows.length === 0) return;
  announce(tx);
  void insert(tx, "events", rows);
}

/** The columns with the request that caused an event. */
function columnsOfCause(cause: EventRequest | null) {
  if (cause === null) return { request: null, client_name: null };
  const { client_name = null, ...request } = cause;
  return { request, client_name };
}

const newEvent = ({ request }: Transaction, created_at: Timestamp) =>
  objects.EventFields({ id: newId("evt"), created_at, request });

/** The fields that a change changed, with their values before it. */
const fieldsBefore = (before: object, after: object) => {
  const values = new Map<string, unknown>(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => !isDeepStrictEqual(value, values.get(name)),
    ),
  );
};

/** What stands for the newest event as a cursor. */
const newestCursor = "newest";

/** Contract: listEvents. Oldest first; a cursor is a 422 when events after it have expired, so that a reader notices a gap. */
export const listEvents: Handler<"listEvents"> = async (
  { query },
  { store, workspaceId, log },
) => {
  const settled = await settledUpTo(store.database, workspaceId);
  const all = unexpired(store, workspaceId).modifyFront(planEachTime);
  const settledEvents = all.where("sequence", "<=", settled);
  const isSettled = ({ sequence }: { sequence: string }) =>
    BigInt(sequence) <= BigInt(settled);
  const newestSettled = () =>
    settledEvents
      .orderBy("sequence", "desc")
      .limit(sql.lit(1))
      .executeTakeFirst();
  if (query.cursor === newestCursor) {
    const next_cursor = (await newestSettled())?.id ?? null;
    return { status: 200, body: { data: [], next_cursor, has_more: false } };
  }
  const count = query.limit + 1;
  // With both bounds in the statement, a plan for all values would read every event after the cursor.
  let rows = all.orderBy("sequence").limit(count);
  let after = "0";
  let newest = query.cursor;
  if (query.cursor !== undefined) {
    const last = await positionOf(store, workspaceId, query.cursor);
    if (!last)
      throw invalid(["cursor"], "not_found", {
        es: "no es el id de un evento, o ya no se conservan los que le siguen",
        en: "is not the id of an event, or those after it are no longer kept",
      });
    // A webhook may tell an event before the feed shows it. The reader then waits where the feed is.
    after = isSettled(last) ? last.sequence : settled;
    if (!isSettled(last)) newest = (await newestSettled())?.id;
    rows = rows.where("sequence", ">", after);
  }
  if (query.types !== undefined) {
    // This is read before the rows: if there are no rows, no event up to this one has these types.
    if (newest !== undefined) newest = (await newestSettled())?.id ?? newest;
    rows = rows.where(
      "sequence",
      "in",
      firstOfEach(query.types, { workspaceId, after, count, store }),
    );
  }
  const found = await rows.execute();
  const {
    data: ofPage,
    next_cursor,
    has_more,
  } = page(found.filter(isSettled), query.limit, (row) => row);
  const readable = untilLaterVersion(ofPage, log);
  return {
    status: 200,
    body: {
      data: readable,
      next_cursor:
        (readable.length < ofPage.length ? readable.at(-1)?.id : next_cursor) ??
        newest ??
        null,
      has_more: has_more || readable.length < ofPage.length,
    },
  };
};

/** The next events of each type. One search for all types would read a million other events to find a rare one. */
const firstOfEach = (
  types: Event["type"][],
  {
    workspaceId,
    after,
    count,
    store,
  }: { workspaceId: string; after: string; count: number; store: Store },
) => sql<string>`(
  select next.sequence from unnest(${types}::text[]) requested (type), lateral (
    select sequence from events
    where workspace_id = ${workspaceId} and events.type = requested.type and sequence > ${after}
      and created_at > ${expiredBefore(store)}
    order by sequence
    limit ${count}
  ) next)`;

/** Contract: getEvent. */
export const getEvent: Handler<"getEvent"> = async (
  { path },
  { store, workspaceId, log },
) => {
  const rows = await unexpired(store, workspaceId)
    .where("id", "=", path.id)
    .execute();
  const [data] = untilLaterVersion(rows, log);
  return { status: 200, body: { data: found(data) } };
};

/**
 * Where an event stood in the feed. An erased event has its row until it expires, and the newest that has expired the list's
 * position.
 * @returns undefined when the feed never had the event, or when events after it have expired
 */
async function positionOf(
  store: Store,
  workspaceId: string,
  id: string,
): Promise<{ sequence: string } | undefined> {
  const events = store.database
    .selectFrom("events")
    .select("sequence")
    .where("workspace_id", "=", workspaceId)
    .where("type", "<>", test);
  const unexpired = events
    .where("id", "=", id)
    .where("created_at", ">", expiredBefore(store));
  const position = await unexpired.executeTakeFirst();
  if (position) return position;
  const { rows } = await sql<{ sequence: string }>`
    select sequence from (
      ${events.where("id", "=", id)}
      union all
      select 0 from cursor_positions where workspace_id = ${workspaceId} and list = 'events' and id = ${id}
    ) position
    where coalesce((
      select created_at > ${expiredBefore(store)} from events
      where workspace_id = ${workspaceId} and events.sequence > position.sequence and type not in (${test}, ${erased})
      order by events.sequence
      limit 1
    ), true)`.execute(store.database);
  return rows[0];
}

/**
 * Deletes the events whose retention has ended, oldest first. Several processes may do so at the same time. The newest of
 * them in each workspace stays a cursor, until a newer one expires, and so do those after it that were erased.
 */
export function deleteExpiredEvents(store: Store): Promise<number> {
  const keepNewest = async (
    transaction: Store["database"],
    last: Timestamp,
  ) => {
    await sql`
      delete from cursor_positions where list = 'events' and workspace_id in (
        select workspace_id from events where created_at <= ${last} and type not in (${test}, ${erased})
      )`.execute(transaction);
    await sql`
      insert into cursor_positions (workspace_id, list, id, created_at, deleted_at)
      select workspace_id, 'events', id, created_at, created_at from (
        select *, max(sequence) filter (where type <> ${erased}) over (partition by workspace_id) as newest
        from events where created_at <= ${last} and type <> ${test}
      ) expired
      where newest is null or sequence >= newest
      on conflict do nothing`.execute(transaction);
    return deletePositionsUpTo(transaction, last);
  };
  return deleteOlder(
    store.database,
    "events",
    expiredBefore(store),
    keepNewest,
  );
}

/** Events and their deliveries that were created then or before have expired. */
export const expiredBefore = ({ now }: Store) =>
  sql<Timestamp>`${now()} - make_interval(days => ${limits.eventDays})`;

/**
 * Erases events of a workspace with their deliveries. What is left of each is its number, until it expires, and the
 * positions of the deliveries.
 */
export async function eraseEvents(
  tx: Transaction,
  ids: string[],
): Promise<void> {
  const blank = {
    type: erased,
    data: {},
    contact_id: null,
    request: null,
    client_name: null,
    previous: null,
  };
  await update(
    tx,
    "events",
    ids.map((id) => ({ id, ...blank })),
  );
  await remove(tx, "webhook_deliveries", sql`event_id = any(${ids})`);
}

/** The type of an event that was erased. */
const erased = "erased" as const;

function unexpired(store: Store, workspaceId: string) {
  return store.database
    .selectFrom("events")
    .select(["sequence", ...eventColumns])
    .where("workspace_id", "=", workspaceId)
    .where("type", "not in", [test, erased])
    .where("created_at", ">", expiredBefore(store));
}

/**
 * The events before the first that a server of a later version has written, which this one cannot show: its reader gets the
 * rest from such a server, and misses nothing.
 * @throws ApiError 503 when there are none before it
 */
function untilLaterVersion(rows: EventRow[], log: Logger): Event[] {
  const events = rows.map((row) => eventOf(row) as Event); // the feed has no test events
  const later = events.findIndex((event) =>
    errorsInEvent(event).some(({ isUnknown }) => isUnknown),
  );
  if (later === -1) return events;
  log.warn(
    { event: events[later]?.id },
    "this version does not know what an event contains",
  );
  if (later === 0)
    throw new ApiError("service_unavailable", {}, { "Retry-After": "2" });
  return events.slice(0, later);
}
