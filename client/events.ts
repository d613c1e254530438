import type { Event, EventId, EventPage } from "../generated/types.ts";
import type { Call, Caller, CallOptions } from "./call.ts";
import { listOf, type List } from "./list.ts";
import type { Query } from "./operation.ts";
import { wait } from "./wait.ts";

/** `types`, `limit` and `cursor` of a listing. */
export type ListEventsQuery = Query<"listEvents">;

/** How to follow the feed. */
export interface FollowOptions extends CallOptions {
  /** Milliseconds to wait after the newest event before asking again. Default: 5000 */
  interval?: number;
}

/** Everything that changed, in order. `event.type` tells what `event.data` is. */
export interface Events {
  /**
   * Lists what changed in the workspace, oldest first, so that a reader keeps one cursor and misses nothing. Without
   * `cursor` the feed starts at the oldest event that is kept. When `has_more` is false you have caught up: keep
   * `next_cursor` and ask again later. An empty page repeats the cursor that you sent. Events are kept for 30 days; a
   * cursor that is older is refused, so that a gap is no secret.
   */
  list: (query?: ListEventsQuery, options?: CallOptions) => List<EventPage, "listEvents">;
  /** Returns an event that is still kept. */
  get: (id: EventId, options?: CallOptions) => Call<Event, "getEvent">;
  /**
   * Gives every event from the cursor on, then each new one, until the loop is left or the signal aborts. To resume
   * after a restart, keep the `id` of the last event that you have dealt with and give it as `cursor`.
   */
  follow: (query?: ListEventsQuery, options?: FollowOptions) => AsyncGenerator<Event, never, undefined>;
}

/** The operations on events. */
export function createEvents(call: Caller): Events {
  const list: Events["list"] = (query, options) =>
    listOf((place) => call("listEvents", { query: { ...query, ...place } }, options));
  return {
    list,
    get: (id, options) => call("getEvent", { path: { id } }, options),
    follow: async function* (query = {}, { interval = 5000, ...options } = {}) {
      let { cursor } = query;
      for (;;) {
        for await (const event of list(cursor === undefined ? query : { ...query, cursor }, options)) {
          yield event;
          cursor = event.id;
        }
        await wait(interval, options.signal);
      }
    },
  };
}
