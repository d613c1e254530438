import type { Client as FetchClient } from "openapi-fetch";
import type {
  Contact,
  ContactCreate,
  ContactDetail,
  ContactId,
  ContactPage,
  operations,
  paths,
} from "../generated/types.ts";
import { bodyOf } from "./body-of.ts";

/** `q`, `limit` and `cursor` of a listing. */
export type ListContactsQuery = NonNullable<operations["listContacts"]["parameters"]["query"]>;

/** The people who write to the team. */
export interface Contacts {
  /**
   * Lists the contacts of the workspace, most recent first. To read the next page, send the `next_cursor` of this
   * one as `cursor`.
   */
  list: (query?: ListContactsQuery) => Promise<ContactPage>;
  /** Returns the contact with its newest conversations and tickets. */
  get: (id: ContactId) => Promise<ContactDetail>;
  /**
   * Creates a contact. The email is the deduplication key: when the workspace already has a contact with it, this
   * throws a `conflict` that carries the id of that contact.
   */
  create: (body: ContactCreate) => Promise<Contact>;
}

/** The operations on contacts, over an openapi-fetch client that throws what is no success. */
export function createContacts(api: FetchClient<paths>): Contacts {
  return {
    list: async (query = {}) => bodyOf(await api.GET("/v1/contacts", { params: { query } })),
    get: async (id) => bodyOf(await api.GET("/v1/contacts/{id}", { params: { path: { id } } })).data,
    create: async (body) => bodyOf(await api.POST("/v1/contacts", { body })).data,
  };
}
