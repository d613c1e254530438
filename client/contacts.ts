import { batchLimits } from "../generated/calls.ts";
import type {
  Contact,
  Contacts,
  CreateContactRequest,
} from "../generated/methods.ts";
import type { BatchContact } from "../generated/types.ts";
import { type ApiError, isApiError } from "./api-error.ts";
import { toJson } from "./json-value.ts";
import {
  withResponseOf,
  type Body,
  type PromiseWithResponse,
  type WithResponse,
} from "./operation.ts";
import type { CallOptions, CreateOptions } from "./options.ts";

/** The method `contacts.createOrGet`. */
export interface CreateOrGet {
  /**
   * Creates a contact, or returns the unchanged contact with the email or the `external_id`.
   * Rejects with the 409, which names both contacts, when two contacts match.
   */
  createOrGet: OfEmail;
}

/**
 * The methods of `contacts` that are not in the contract. They find a contact by its email or
 * `external_id`, or create it.
 */
export interface ContactsByEmail extends CreateOrGet {
  /**
   * Creates a contact, or changes the contact with the email or the `external_id`. Rejects with the
   * 409, which names both contacts, when two contacts match.
   */
  updateOrCreate: OfEmail;
}

type OfEmail = (
  body: Body<CreateContactRequest>,
  options?: CreateOptions,
) => PromiseWithResponse<ContactOf>;

/** The result of the methods. */
interface ContactOf {
  contact: Contact;
  /** True when the call created the contact. */
  created: boolean;
}

/** Returns the methods that the client adds to `contacts`. */
export default function contactsByEmail({
  create,
  get,
  update,
}: Contacts): ContactsByEmail {
  type Other = (
    id: string,
    body: Body<CreateContactRequest>,
    options: CallOptions,
  ) => PromiseWithResponse<Contact>;

  /**
   * Creates the contact. Calls `other` for the existing contact with its email or `external_id`.
   */
  const exchange = async (
    other: Other,
    body: Body<CreateContactRequest>,
    options: CreateOptions,
  ): Promise<WithResponse<ContactOf>> => {
    const { idempotencyKey: _, ...rest } = options;
    for (let erasures = 0; ; erasures++) {
      let id;
      try {
        const call = await create(body, options).withResponse();
        return { ...call, data: { contact: call.data, created: true } };
      } catch (error) {
        if (!isApiError(error, "conflict")) throw error;
        // The email and the `external_id` belong to two contacts.
        if (holdersIn(error).size > 1) throw error;
        id = error.body.error.contact_id;
      }
      try {
        const call = await other(id, body, rest).withResponse();
        return { ...call, data: { contact: call.data, created: false } };
      } catch (error) {
        // The contact with the email was erased in the meantime.
        if (!isApiError(error, "not_found") || erasures > 3) throw error;
      }
    }
  };
  const createOr =
    (other: Other): OfEmail =>
    (body, options = {}) => {
      const exchanged = exchange(other, body, options);
      const value = exchanged.then(({ data }) => data);
      return withResponseOf(value, exchanged);
    };
  return {
    createOrGet: createOr((id, _, options) => get(id, options)),
    updateOrCreate: createOr(update),
  };
}

/**
 * Returns the ids of the contacts with the email or the `external_id`. A server before 1.3.0 names
 * only one.
 */
const holdersIn = ({ body: { error } }: ApiError<"conflict">) =>
  new Set(error.details?.flatMap(({ contact_id = [] }) => contact_id));

/**
 * Divides contacts into batches for `contacts.batch`, within the limits of elements and bytes. A
 * contact that is too large for a request is a batch of its own, which the API rejects with a 413.
 * @throws (the iteration) TypeError for a value that JSON cannot contain, with the number of the
 *   contact
 */
export async function* batchesOf(
  contacts: Iterable<BatchContact> | AsyncIterable<BatchContact>,
): AsyncGenerator<BatchContact[]> {
  const maxContacts = batchLimits.batchContacts.contacts;
  // Less one: the first contact has no comma before it.
  const emptyBytes = JSON.stringify({ contacts: [] }).length - 1;
  let batch: BatchContact[] = [];
  let bytes = emptyBytes;
  let count = 0;
  for await (const contact of contacts) {
    const json = toJson(contact, (place) => `contacts[${count}]${place}`);
    const size = new TextEncoder().encode(json).length + 1;
    if (
      batch.length === maxContacts ||
      (batch.length > 0 && bytes + size > batchLimits.bytes)
    ) {
      yield batch;
      batch = [];
      bytes = emptyBytes;
    }
    batch.push(contact);
    count++;
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
