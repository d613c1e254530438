import type { Contact, Contacts, CreateContactRequest } from "../generated/methods.ts";
import { isApiError } from "./errors/api-error.ts";
import type { CreateOptions } from "./options.ts";

/** What `contacts` has beside the methods of the contract. */
export interface CreateOrGet {
  /** Creates a contact, or gives the one that has the email, as it is. */
  createOrGet: (
    body: CreateContactRequest,
    options?: CreateOptions,
  ) => Promise<{ contact: Contact; created: boolean }>;
}

/** Makes `contacts.createOrGet`. */
export function createOrGetOf({ create, get }: Contacts): CreateOrGet["createOrGet"] {
  return async (body, options) => {
    try {
      return { contact: await create(body, options), created: true };
    } catch (error) {
      if (!isApiError(error, "conflict")) throw error;
      const { idempotencyKey: _, ...reading } = options ?? {};
      return { contact: await get(error.body.error.contact_id, reading), created: false };
    }
  };
}
