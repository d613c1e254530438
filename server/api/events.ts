import { type RawBuilder, sql } from "kysely";
import type { Logger } from "pino";
import type { Event } from "../../generated/types.ts";
import { ApiError, found, invalid } from "../contract/api-error.ts";
import { errorsInEvent } from "../contract/schema.ts";
import { planEachTime } from "../store/database/driver.ts";
import {
  eventColumns,
  eventOf,
  type EventRow,
  settledUpTo,
} from "../store/feed.ts";
import type { Store } from "../store/store.ts";
import { erasedType, expiredBefore } from "./event-retention.ts";
import type { Handler } from "./handler.ts";
import { page } from "./page.ts";
import { testType } from "./record-events.ts";

/** The cursor that means the newest event. */
const newestCursor = "newest";

/**
 * Contract: listEvents. Oldest first; a cursor is a 422 when events after it have expired, so that
 * a reader notices a gap.
 */
export const listEvents: Handler<"listEvents"> = async (
  { query },
  { store, workspaceId, log },
) => {
  const { cursor, types, limit } = query;
  const settled = await settledUpTo(store.database, workspaceId);
  const feed: Feed = { store, workspaceId, settled };
  if (cursor === newestCursor) {
    const next_cursor = await newestKept(feed);
    return { status: 200, body: { data: [], next_cursor, has_more: false } };
  }

  const { isAfter, emptyCursor } = await startOf(feed, cursor, types);
  // One row more than the page has shows whether another page follows.
  const rows = await rowsAfter(feed, isAfter, types, limit + 1);
  const { data, has_more } = page(rows, limit, (row) => row);
  const readable = untilLaterVersion(data, log);
  const isCut = readable.length < data.length;
  return {
    status: 200,
    body: {
      data: readable,
      next_cursor: readable.at(-1)?.id ?? emptyCursor,
      has_more: has_more || isCut,
    },
  };
};

/** The feed of a workspace at the moment of a request. */
interface Feed {
  store: Store;
  workspaceId: string;
  /** The number of the last event that the feed shows: no earlier event can be written any more. */
  settled: string;
}

const isSettled = (
  { sequence }: { sequence: string },
  { settled }: Feed,
): boolean => BigInt(sequence) <= BigInt(settled);

/** The newest event that the feed shows. */
const newestSettled = ({ store, workspaceId, settled }: Feed) =>
  feedOf(store, workspaceId)
    .modifyFront(planEachTime)
    .where("sequence", "<=", settled)
    .orderBy("sequence", "desc")
    .limit(sql.lit(1));

/** Returns the id of the newest event, or null when all have expired. */
async function newestKept(feed: Feed): Promise<string | null> {
  const newest = await newestSettled(feed)
    .where(isKept(feed))
    .executeTakeFirst();
  return newest?.id ?? null;
}

const isKept = ({ store, workspaceId }: Feed) =>
  sql<boolean>`sequence >= ${firstKept(store, workspaceId)}`;

/** The start of a page. */
interface Start {
  /** The condition of the events that may be in the page. */
  isAfter: RawBuilder<boolean>;
  /** The `next_cursor` when the page has no events. */
  emptyCursor: string | null;
}

/** @throws ApiError 422 when the cursor has no position in the feed any more, or never had one */
async function startOf(
  feed: Feed,
  cursor: string | undefined,
  types: Event["type"][] | undefined,
): Promise<Start> {
  if (cursor === undefined) return { isAfter: isKept(feed), emptyCursor: null };
  const last = await requirePosition(feed.store, feed.workspaceId, cursor);
  // A webhook may tell an event before the feed shows it. The reader then waits where the feed is.
  if (!isSettled(last, feed)) {
    const newest = await newestSettled(feed).executeTakeFirst();
    return {
      isAfter: sql<boolean>`sequence > ${feed.settled}`,
      emptyCursor: newest?.id ?? null,
    };
  }
  const isAfter = sql<boolean>`sequence > ${last.sequence}`;
  if (types === undefined) return { isAfter, emptyCursor: cursor };
  // The newest event is read before the rows. When there are no rows, no event up to the newest one
  // has these types.
  const newest = await newestSettled(feed).executeTakeFirst();
  return { isAfter, emptyCursor: newest?.id ?? cursor };
}

/** Reads the next events that the feed shows. */
async function rowsAfter(
  feed: Feed,
  isAfter: RawBuilder<boolean>,
  types: Event["type"][] | undefined,
  count: number,
) {
  const { store, workspaceId } = feed;
  const next = feedOf(store, workspaceId)
    .modifyFront(planEachTime)
    .where(isAfter)
    .orderBy("sequence")
    .limit(count);
  const chosen =
    types === undefined
      ? next
      : next.where(
          "sequence",
          "in",
          firstOfEach(types, { workspaceId, isAfter, count }),
        );
  const rows = await chosen.execute();
  // The statement has no condition on `settled`: with both bounds in it, a plan for all values would
  // read every event after the cursor.
  return rows.filter((row) => isSettled(row, feed));
}

/**
 * The next events of each type. One search for all types would read a million other events to find
 * a rare one.
 */
const firstOfEach = (
  types: Event["type"][],
  {
    workspaceId,
    isAfter,
    count,
  }: { workspaceId: string; isAfter: RawBuilder<boolean>; count: number },
) => sql<string>`(
  select next.sequence from unnest(${types}::text[]) requested (type), lateral (
    select sequence from events
    where workspace_id = ${workspaceId} and events.type = requested.type and ${isAfter}
    order by sequence
    limit ${count}
  ) next)`;

/** Contract: getEvent. */
export const getEvent: Handler<"getEvent"> = async (
  { path },
  { store, workspaceId, log },
) => {
  const rows = await feedOf(store, workspaceId)
    .where("id", "=", path.id)
    .where("created_at", ">", expiredBefore(store))
    .execute();
  const [data] = untilLaterVersion(rows, log);
  return { status: 200, body: { data: found(data) } };
};

/** @throws ApiError 422 when the cursor has no position in the feed any more, or never had one */
async function requirePosition(
  store: Store,
  workspaceId: string,
  cursor: string,
): Promise<{ sequence: string }> {
  const position = await positionOf(store, workspaceId, cursor);
  if (position) return position;
  throw invalid(["cursor"], "not_found", {
    es: "no es el id de un evento, o ya no se conservan los que le siguen",
    en: "is not the id of an event, or those after it are no longer kept",
  });
}

/**
 * Finds the position of an event in the feed. An erased event has its row until it expires, and the
 * newest that has expired the list's position.
 * @returns undefined when the feed never had the event, or when events after it have expired
 */
async function positionOf(
  store: Store,
  workspaceId: string,
  id: string,
): Promise<{ sequence: string } | undefined> {
  const event = store.database
    .selectFrom("events")
    .select("sequence")
    .where("workspace_id", "=", workspaceId)
    .where("type", "<>", testType)
    .where("id", "=", id);
  const unexpired = await event
    .where("created_at", ">", expiredBefore(store))
    .executeTakeFirst();
  if (unexpired) return unexpired;
  const { rows } = await sql<{ sequence: string }>`
    select sequence from (
      ${event}
      union all
      select 0 from cursor_positions where workspace_id = ${workspaceId} and list = 'events' and id = ${id}
    ) position
    where coalesce((
      select coalesce(sequence >= ${firstKept(store, workspaceId)}, false) from events
      where workspace_id = ${workspaceId} and events.sequence > position.sequence and type not in (${testType}, ${erasedType})
      order by events.sequence
      limit 1
    ), true)`.execute(store.database);
  return rows[0];
}

/** The events of the feed, also those that have expired and are not deleted yet. */
const feedOf = (store: Store, workspaceId: string) =>
  store.database
    .selectFrom("events")
    .select(["sequence", ...eventColumns])
    .where("workspace_id", "=", workspaceId)
    .where("type", "not in", [testType, erasedType]);

/**
 * Computes the number of the first event that is kept, with all after it: the first that has not
 * expired. One after it may be older, and be written later: it stays as long, so that a reader
 * whose cursor is the first one misses nothing.
 */
const firstKept = (store: Store, workspaceId: string) => sql`(
  select min(sequence) from events
  where workspace_id = ${workspaceId} and created_at > ${expiredBefore(store)}
)`;

/**
 * The events before the first that a server of a later version has written, which this one cannot
 * show: its reader gets the rest from such a server, and misses nothing.
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
