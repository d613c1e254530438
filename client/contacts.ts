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
  type Responding,
  type WithResponse,
} from "./operation.ts";
import type { CallOptions, CreateOptions } from "./options.ts";

/** `contacts.createOrGet`. */
export interface CreateOrGet {
  /**
   * Creates a contact, or returns the one that has the email or the `external_id`, as it is. Rejects with the 409, which names both
   * contacts, when one has the email and another the `external_id`.
   */
  createOrGet: OfEmail;
}

/** What `contacts` has beside the methods of the contract: the contact of an email or of an `external_id`, whether it is there or not. */
export interface ContactsByEmail extends CreateOrGet {
  /**
   * Creates a contact, or changes the one that has the email or the `external_id` to the fields that are sent. Rejects with the 409,
   * which names both contacts, when one has the email and another the `external_id`.
   */
  updateOrCreate: OfEmail;
}

type OfEmail = (
  body: Body<CreateContactRequest>,
  options?: CreateOptions,
) => Responding<ContactOf>;

/** A contact, and whether the call created it. */
interface ContactOf {
  contact: Contact;
  created: boolean;
}

/** What the client adds to `contacts`. */
export default function contactsByEmail({
  create,
  get,
  update,
}: Contacts): ContactsByEmail {
  type Other = (
    id: string,
    body: Body<CreateContactRequest>,
    options: CallOptions,
  ) => Responding<Contact>;

  /** Creates the contact, or does something `other` with the one that has its email or `external_id`. */
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
        // The email is one contact's and the `external_id` another's: it is not known which one is meant.
        if (holdersIn(error).size > 1) throw error;
        id = error.body.error.contact_id;
      }
      try {
        const call = await other(id, body, rest).withResponse();
        return { ...call, data: { contact: call.data, created: false } };
      } catch (error) {
        // Who had the email has been erased meanwhile.
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

/** The contacts that have the email or the `external_id`. A server before 1.3.0 names one of them alone. */
const holdersIn = ({ body: { error } }: ApiError<"conflict">) =>
  new Set(error.details?.flatMap(({ contact_id = [] }) => contact_id));

/**
 * Cuts contacts into batches for `contacts.batch`, by their number and by the bytes of a request. A contact that is too large
 * for a request is a batch of its own, which the API refuses with a 413.
 * @throws (its iteration) TypeError for a value that JSON lacks, with the number of the contact
 */
export async function* batchesOf(
  contacts: Iterable<BatchContact> | AsyncIterable<BatchContact>,
): AsyncGenerator<BatchContact[]> {
  const most = batchLimits.batchContacts.contacts;
  const emptyBytes = JSON.stringify({ contacts: [] }).length;
  let batch: BatchContact[] = [];
  let bytes = emptyBytes;
  let count = 0;
  for await (const contact of contacts) {
    const json = toJson(contact, (place) => `contacts[${count}]${place}`);
    const size = new TextEncoder().encode(json).length + 1;
    if (
      batch.length === most ||
      (batch.length > 0 && bytes + size > batchLimits.bytes)
    ) {
      yield batch;
      [batch, bytes] = [[], emptyBytes];
    }
    batch.push(contact);
    count++;
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
