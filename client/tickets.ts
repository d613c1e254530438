import type { Ticket, TicketCreate, TicketId, TicketPage } from "../generated/types.ts";
import type { Call, Caller, CallOptions } from "./call.ts";
import type { CreateOptions } from "./idempotency.ts";
import { listOf, type List } from "./list.ts";
import type { Query } from "./operation.ts";

/** `contact_id`, `status`, `limit` and `cursor` of a listing. */
export type ListTicketsQuery = Query<"listTickets">;

/** The work that comes of it. */
export interface Tickets {
  /** Lists the tickets of the workspace, most recent first. */
  list: (query?: ListTicketsQuery, options?: CallOptions) => List<TicketPage, "listTickets">;
  /** Returns the ticket. */
  get: (id: TicketId, options?: CallOptions) => Call<Ticket, "getTicket">;
  /** Creates a ticket for a contact. */
  create: (body: TicketCreate, options?: CreateOptions) => Call<Ticket, "createTicket">;
}

/** The operations on tickets. */
export function createTickets(call: Caller): Tickets {
  return {
    list: (query, options) =>
      listOf((place) => call("listTickets", { query: { ...query, ...place } }, options)),
    get: (id, options) => call("getTicket", { path: { id } }, options),
    create: (body, options) => call("createTicket", { body }, options),
  };
}
