import type { Selectable } from "kysely";
import type { Event, EventFields, TestEvent } from "../../generated/types.ts";
import type { Tables } from "./tables.ts";

/** The columns of a stored event that the contract shows. */
export type EventRow = Pick<Selectable<Tables["events"]>, "id" | "type" | "data" | "created_at">;

/** A stored event in the form of the contract. Its type and data were checked together when it was written. */
export function eventOf({ id, type, data, created_at }: EventRow): Event | TestEvent {
  const fields: EventFields = { id, object: "event", created_at };
  return { ...fields, type, data } as Event | TestEvent;
}
