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
  const isSettled = ({ sequence }: { sequence: string }) =>
    BigInt(sequence) <= BigInt(settled);
  const feed = feedOf(store, workspaceId).modifyFront(planEachTime);
  const isKept = sql<boolean>`sequence >= ${firstKept(store, workspaceId)}`;
  const newestSettled = feed
    .where("sequence", "<=", settled)
    .orderBy("sequence", "desc")
    .limit(sql.lit(1));
  if (cursor === newestCursor) {
    const newest = await newestSettled.where(isKept).executeTakeFirst();
    const next_cursor = newest?.id ?? null;
    return { status: 200, body: { data: [], next_cursor, has_more: false } };
  }

  let start = isKept;
  /** The `next_cursor` of an empty page. */
  let next = cursor ?? null;
  if (cursor !== undefined) {
    const last = await requirePosition(store, workspaceId, cursor);
    // A webhook may tell an event before the feed shows it. The reader then waits where the feed
    // is.
    const isAhead = !isSettled(last);
    const after = isAhead ? settled : last.sequence;
    start = sql<boolean>`sequence > ${after}`;
    // This is read before the rows: if there are no rows, no event up to this one has these types.
    if (isAhead || types !== undefined) {
      const newest = await newestSettled.executeTakeFirst();
      next = newest?.id ?? (isAhead ? null : cursor);
    }
  }
  // One row more than the page has shows whether another page follows.
  const count = limit + 1;
  // Rows up to `settled` are kept below: with both bounds in the statement, a plan for all values
  // would read every event after the cursor.
  let rows = feed.where(start).orderBy("sequence").limit(count);
  if (types !== undefined) {
    const chosen = firstOfEach(types, { workspaceId, start, count });
    rows = rows.where("sequence", "in", chosen);
  }
  const found = await rows.execute();
  const { data, has_more } = page(found.filter(isSettled), limit, (row) => row);
  const readable = untilLaterVersion(data, log);
  const next_cursor = readable.at(-1)?.id ?? next;
  const isCut = readable.length < data.length;
  return {
    status: 200,
    body: { data: readable, next_cursor, has_more: has_more || isCut },
  };
};

/**
 * The next events of each type. One search for all types would read a million other events to find
 * a rare one.
 */
const firstOfEach = (
  types: Event["type"][],
  {
    workspaceId,
    start,
    count,
  }: { workspaceId: string; start: RawBuilder<boolean>; count: number },
) => sql<string>`(
  select next.sequence from unnest(${types}::text[]) requested (type), lateral (
    select sequence from events
    where workspace_id = ${workspaceId} and events.type = requested.type and ${start}
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
