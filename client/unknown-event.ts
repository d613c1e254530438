import type { EventFields, PreviousValues } from "../generated/types.ts";

/**
 * An event of a type that this version of the contract does not know. `default: const other: UnknownEvent = event;` in a
 * switch over `event.type` is where it arrives.
 */
export interface UnknownEvent extends EventFields {
  type: string;
  data: unknown;
  previous?: PreviousValues;
}
