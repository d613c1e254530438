import type { Contact, Contacts, CreateContactRequest } from "../generated/methods.ts";
import type { Body } from "./operation.ts";
import { isApiError } from "./errors/api-error.ts";
import type { CallOptions, CreateOptions } from "./options.ts";

/** `contacts.createOrGet`. */
export interface CreateOrGet {
  /** Creates a contact, or gives the one that has the email or the `external_id`, as it is. */
  createOrGet: OfEmail;
}

/** What `contacts` has beside the methods of the contract: the contact of an email or of an `external_id`, whether it is there or not. */
export interface ContactsByEmail extends CreateOrGet {
  /** Creates a contact, or changes the one that has the email or the `external_id` to the fields that are sent. */
  updateOrCreate: OfEmail;
}

type OfEmail = (
  body: Body<CreateContactRequest>,
  options?: CreateOptions,
) => Promise<{ contact: Contact; created: boolean }>;

/** Makes the methods of `ContactsByEmail`. */
export function contactsByEmail({ create, get, update }: Contacts): ContactsByEmail {
  const createOr =
    (
      other: (id: string, body: Body<CreateContactRequest>, options: CallOptions) => Promise<Contact>,
    ): OfEmail =>
    async (body, options) => {
      const { idempotencyKey: _, ...rest } = options ?? {};
      for (let erasures = 0; ; erasures++) {
        let id;
        try {
          return { contact: await create(body, options), created: true };
        } catch (error) {
          if (!isApiError(error, "conflict")) throw error;
          id = error.body.error.contact_id;
        }
        try {
          return { contact: await other(id, body, rest), created: false };
        } catch (error) {
          // Who had the email has been erased meanwhile.
          if (!isApiError(error, "not_found") || erasures > 3) throw error;
        }
      }
    };
  return { createOrGet: createOr((id, _, options) => get(id, options)), updateOrCreate: createOr(update) };
}
