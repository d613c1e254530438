import { methods, type Contact, type Contacts, type CreateContactRequest } from "../generated/methods.ts";
import type { Caller } from "./call.ts";
import { isApiError } from "./errors/api-error.ts";
import type { CallOptions } from "./options.ts";

/** What `contacts` has beside the methods of the contract. */
export interface CreateOrGet {
  /**
   * Creates a contact, or gives the one that has the email, as it is. It can be repeated, so it is repeated when the
   * connection breaks; a contact that an attempt without a response created then counts as there before.
   */
  createOrGet: (
    body: CreateContactRequest,
    options?: CallOptions,
  ) => Promise<{ contact: Contact; created: boolean }>;
}

/** Makes `contacts.createOrGet`. */
export function createOrGetOf(call: Caller, { get }: Contacts): CreateOrGet["createOrGet"] {
  return async (body, options) => {
    try {
      const input = { method: "contacts.createOrGet", path: {}, body };
      const contact = await call(methods.contacts.create, input, { ...options, idempotent: true });
      return { contact: contact as Contact, created: true };
    } catch (error) {
      if (!isApiError(error, "conflict")) throw error;
      return { contact: await get(error.body.error.contact_id, options), created: false };
    }
  };
}
