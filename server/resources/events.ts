import { sql, type RawBuilder } from "kysely";
import { limits } from "../../generated/catalogue.ts";
import type { Event, TestEvent, Webhook } from "../../generated/types.ts";
import { ApiError, invalid, type ErrorDetail } from "../contract/api-error.ts";
import { faultsIn } from "../contract/schema.ts";
import type { Handler } from "../handler.ts";
import { newId } from "../ids.ts";
import { lock } from "../store/advisory-lock.ts";
import type { Change } from "../store/change.ts";
import { deleteOlder } from "../store/delete-older.ts";
import { eventOf, type EventRow } from "../store/event.ts";
import type { Store } from "../store/store.ts";
import { fanOut } from "../webhooks/fan-out.ts";
import { page, rowsFor } from "./page.ts";
import { countUsage } from "./usage.ts";

/** The type and the data of an event, which go together. */
type Happened = Event extends infer E ? (E extends Event ? Pick<E, "type" | "data"> : never) : never;

/**
 * Writes an event and queues it for the webhooks, as the last step of a change. Sequence numbers are given under a lock
 * of the workspace that lasts until the commit: without it a later number could be visible first, and a reader would
 * never see the earlier one.
 * @throws Error when the event breaks the contract; the change is undone
 */
export async function recordEvent(change: Change, happened: Happened): Promise<void> {
  const event = { ...newEvent(change), ...happened } as Event;
  requireNone(faultsIn("Event", event));
  await lock(change, "events", change.workspaceId);
  await countUsage(change, event);
  await insert(change, event);
  await fanOut(change, event);
}

/**
 * Writes an event for this webhook only; the feed does not contain it.
 * @throws Error when the event breaks the contract
 */
export async function recordTestEvent(change: Change, webhook: Webhook): Promise<TestEvent> {
  const event: TestEvent = { ...newEvent(change), type: test, data: webhook };
  requireNone(faultsIn("TestEvent", event));
  await insert(change, event);
  return event;
}

const test = "webhook.test" satisfies TestEvent["type"];

function requireNone(faults: ErrorDetail[]): void {
  if (faults.length > 0) throw new Error(`The event breaks the contract: ${JSON.stringify(faults)}`);
}

function newEvent({ now }: Change) {
  return { id: newId("evt"), object: "event", created_at: now.toISOString() } as const;
}

async function insert({ transaction, workspaceId, now }: Change, event: Event | TestEvent): Promise<void> {
  await transaction
    .insertInto("events")
    .values({
      workspace_id: workspaceId,
      id: event.id,
      type: event.type,
      data: JSON.stringify(event.data),
      created_at: now,
    })
    .execute();
}

/** Contract: listEvents. Oldest first; an expired or unknown cursor is a 422, so that a reader notices a gap. */
export const listEvents: Handler<"listEvents"> = async ({ query }, { store, workspaceId }) => {
  const all = kept(store, workspaceId);
  const count = rowsFor(query.limit);
  let rows = all.orderBy("sequence").limit(count);
  let after = "0";
  let newest = query.cursor;
  if (query.cursor !== undefined) {
    const last = await all.where("id", "=", query.cursor).executeTakeFirst();
    if (!last) throw invalid(["cursor"], "no es el id de un evento que se conserve");
    after = last.sequence;
    rows = rows.where("sequence", ">", after);
  }
  if (query.types !== undefined) {
    // This is read before the rows: if there are no rows, no event up to this one has these types.
    if (newest !== undefined)
      newest = (await all.orderBy("sequence", "desc").limit(sql.lit(1)).executeTakeFirst())?.id ?? newest;
    rows = rows.where("sequence", "in", firstOfEach(query.types, { workspaceId, after, count, store }));
  }
  const body = page(await rows.execute(), query.limit, inFeed);
  return {
    status: 200,
    headers: {},
    body: { ...body, next_cursor: body.next_cursor ?? newest ?? null },
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
  }: { workspaceId: string; after: string; count: RawBuilder<number>; store: Store },
) => sql<string>`(
  select next.sequence from unnest(${types}::text[]) wanted (type), lateral (
    select sequence from events
    where workspace_id = ${workspaceId} and events.type = wanted.type and sequence > ${after}
      and created_at > ${oldestKept(store)}
    order by sequence
    limit ${count}
  ) next)`;

/** Contract: getEvent. */
export const getEvent: Handler<"getEvent"> = async ({ path }, { store, workspaceId }) => {
  const event = await kept(store, workspaceId).where("id", "=", path.id).executeTakeFirst();
  if (!event) throw new ApiError("not_found", {});
  return { status: 200, headers: {}, body: { data: inFeed(event) } };
};

/** Deletes the events whose retention has ended. Several processes may do so at the same time. */
export function deleteExpiredEvents(store: Store): Promise<void> {
  return deleteOlder(store.database, "events", oldestKept(store));
}

const oldestKept = ({ now }: Store) => sql<Date>`${now()} - make_interval(days => ${limits.eventDays})`;

function kept(store: Store, workspaceId: string) {
  return store.database
    .selectFrom("events")
    .select(["sequence", "id", "type", "data", "created_at"])
    .where("workspace_id", "=", workspaceId)
    .where("type", "<>", test)
    .where("created_at", ">", oldestKept(store));
}

/** An event of the feed, which has no test events. */
const inFeed = (row: EventRow) => eventOf(row) as Event;
