import type { Contact, ContactCreate, ContactDetail, ContactId, ContactPage } from "../generated/types.ts";
import type { Call, Caller, CallOptions } from "./call.ts";
import { isApiError } from "./errors/api-error.ts";
import { listOf, type List } from "./list.ts";
import type { Query } from "./operation.ts";

/** `q`, `limit` and `cursor` of a listing. */
export type ListContactsQuery = Query<"listContacts">;

/** The people who write to the team. */
export interface Contacts {
  /** Lists the contacts of the workspace, most recent first. */
  list: (query?: ListContactsQuery, options?: CallOptions) => List<ContactPage, "listContacts">;
  /** Returns the contact with its newest conversations and tickets. */
  get: (id: ContactId, options?: CallOptions) => Call<ContactDetail, "getContact">;
  /**
   * Creates a contact. The email is the deduplication key: when the workspace already has a contact with it, the
   * answer is a 409 that carries the id of that contact.
   */
  create: (body: ContactCreate, options?: CallOptions) => Call<Contact, "createContact">;
  /**
   * Creates a contact, or gives the one that has the email, as it is. It can be repeated, so it is repeated when the
   * connection breaks; a contact that an attempt without an answer created then counts as there before.
   */
  createOrGet: (
    body: ContactCreate,
    options?: CallOptions,
  ) => Promise<{ contact: Contact; created: boolean }>;
}

/** The operations on contacts. */
export function createContacts(call: Caller): Contacts {
  const get: Contacts["get"] = (id, options) => call("getContact", { path: { id } }, options);
  return {
    list: (query, options) =>
      listOf((place) => call("listContacts", { query: { ...query, ...place } }, options)),
    get,
    create: (body, options) => call("createContact", { body }, options),
    createOrGet: async (body, options) => {
      try {
        const contact = await call("createContact", { body }, { ...options, repeatable: true });
        return { contact, created: true };
      } catch (error) {
        if (!isApiError(error, "conflict")) throw error;
        return { contact: await get(error.body.error.contact_id, options), created: false };
      }
    },
  };
}
