import type { Client as FetchClient } from "openapi-fetch";
import type { Event, EventId, EventPage, operations, paths } from "../generated/types.ts";
import { bodyOf } from "./body-of.ts";

/** `types`, `limit` and `cursor` of a listing. */
export type ListEventsQuery = NonNullable<operations["listEvents"]["parameters"]["query"]>;

/** Everything that changed, in order. `event.type` tells what `event.data` is. */
export interface Events {
  /**
   * Lists what changed in the workspace, oldest first. Read on with `next_cursor` as `cursor` until `has_more` is
   * false; then keep the cursor and ask again later.
   */
  list: (query?: ListEventsQuery) => Promise<EventPage>;
  /** Returns an event that is still kept. */
  get: (id: EventId) => Promise<Event>;
}

/** The operations on events, over an openapi-fetch client that throws what is no success. */
export function createEvents(api: FetchClient<paths>): Events {
  return {
    list: async (query = {}) => bodyOf(await api.GET("/v1/events", { params: { query } })),
    get: async (id) => bodyOf(await api.GET("/v1/events/{id}", { params: { path: { id } } })).data,
  };
}
