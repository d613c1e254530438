import type { Client as FetchClient } from "openapi-fetch";
import type { operations, paths, Ticket, TicketCreate, TicketId, TicketPage } from "../generated/types.ts";
import { bodyOf } from "./body-of.ts";
import { idempotencyHeader, type CreateOptions } from "./idempotency.ts";

/** `contact_id`, `status`, `limit` and `cursor` of a listing. */
export type ListTicketsQuery = NonNullable<operations["listTickets"]["parameters"]["query"]>;

/** The work that comes of conversations. */
export interface Tickets {
  /** Lists the tickets of the workspace, most recent first. */
  list: (query?: ListTicketsQuery) => Promise<TicketPage>;
  /** Returns the ticket. */
  get: (id: TicketId) => Promise<Ticket>;
  /** Creates a ticket for a contact. */
  create: (body: TicketCreate, options?: CreateOptions) => Promise<Ticket>;
}

/** The operations on tickets, over an openapi-fetch client that throws what is no success. */
export function createTickets(api: FetchClient<paths>): Tickets {
  return {
    list: async (query = {}) => bodyOf(await api.GET("/v1/tickets", { params: { query } })),
    get: async (id) => bodyOf(await api.GET("/v1/tickets/{id}", { params: { path: { id } } })).data,
    create: async (body, options = {}) => {
      const params = { header: idempotencyHeader(options) };
      return bodyOf(await api.POST("/v1/tickets", { params, body })).data;
    },
  };
}
