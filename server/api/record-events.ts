import { isDeepStrictEqual } from "node:util";
import { objects } from "../../generated/objects.ts";
import type {
  Event,
  EventRequest,
  TestEvent,
  Webhook,
} from "../../generated/types.ts";
import { errorsInEvent } from "../contract/schema.ts";
import { announce } from "../store/feed.ts";
import { newId } from "../store/ids.ts";
import { insert } from "../store/rows.ts";
import type { Timestamp } from "../store/timestamp.ts";
import type { Transaction } from "../store/transaction.ts";
import { fanOut } from "../webhooks/fan-out.ts";

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
  /** A time after the time of each earlier event of the same object (D-14). */
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
    type: testType,
    data: webhook,
  };
  write(tx, [rowOf(tx, event, null)]);
  return event;
}

/** The type of an event that only one webhook gets. */
export const testType = "webhook.test" satisfies TestEvent["type"];

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
