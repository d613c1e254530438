import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { BatchContact, ContactBatch, ContactBatchResult } from "../../generated/types.ts";
import { ApiError, required } from "../contract/api-error.ts";
import { elementOf } from "../contract/element.ts";
import type { Success } from "../contract/operation.ts";
import { idempotent } from "../idempotency.ts";
import type { Change, Reading } from "../store/change.ts";
import {
  changedContact,
  contactsInserted,
  contactsOf,
  newContact,
  storeContact,
  toContact,
  type ContactRow,
} from "./contact-rows.ts";
import { recordEvent, type Happened } from "./events.ts";

/** Contract: batchContacts. One transaction for all elements; an element that is refused leaves the others (D-38). */
export const batchContacts = idempotent<"batchContacts", Batch>(
  async ({ body }, change, _context, known) =>
    applyBatch(change, known ?? (await readBatch(change, body.contacts))),
  ({ body }, reading) => readBatch(reading, body.contacts),
);

/** The elements that were sent, those which are well-formed, and the contacts that the workspace has for these. */
interface Batch {
  elements: (BatchContact | ApiError)[];
  wellFormed: BatchContact[];
  rows: Map<string, ContactRow>;
}

async function readBatch(reading: Reading, sent: unknown[]): Promise<Batch> {
  const elements = sent.map((element) => attempt(() => elementOf("BatchContact", element)));
  const wellFormed = elements.flatMap((element) => (element instanceof ApiError ? [] : [element]));
  const rows = await lockedRows(reading, [...new Set(wellFormed.map(({ email }) => email.toLowerCase()))]);
  return { elements, wellFormed, rows };
}

async function applyBatch(
  change: Change,
  { elements, wellFormed, rows }: Batch,
): Promise<Success<"batchContacts">> {
  const creators = await createMissing(change, wellFormed, rows);
  const changed = new Map<string, ContactRow>();
  const events: Happened[] = [];

  /** What becomes of an element after those before it. */
  const apply = (fields: BatchContact): ContactBatchResult => {
    const email = fields.email.toLowerCase();
    const before = rows.get(email);
    const creator = creators.get(email);
    if (!before || (creator && creator !== fields)) throw required(["name"]);
    if (creator) {
      creators.delete(email);
      const contact = toContact(before);
      events.push({ type: "contact.created", data: contact });
      return { status: "created", contact };
    }
    const after = changedContact(before, fields);
    if (isDeepStrictEqual(after, before)) return { status: "unchanged", contact: toContact(before) };
    const row = { ...after, updated_at: change.now };
    rows.set(email, row);
    changed.set(email, row);
    const contact = toContact(row);
    events.push({ type: "contact.updated", data: contact });
    return { status: "updated", contact };
  };
  const results = elements.map((element) => {
    const result = element instanceof ApiError ? element : attempt(() => apply(element));
    return result instanceof ApiError ? failed(result) : result;
  });
  for (const row of changed.values()) storeContact(change, row);
  for (const event of events) recordEvent(change, event);
  const data: ContactBatch = { object: "contact_batch", results };
  return { status: 200, headers: {}, body: { data } };
}

/**
 * Creates the contacts of these elements that the workspace does not have, and adds them to `rows`, which are by email.
 * @returns the element that creates each: the first one with a name
 */
async function createMissing(
  change: Change,
  elements: BatchContact[],
  rows: Map<string, ContactRow>,
): Promise<Map<string, BatchContact>> {
  const creators = new Map<string, BatchContact>();
  for (const element of elements) {
    const email = element.email.toLowerCase();
    if (!rows.has(email) && !creators.has(email) && element.name !== undefined) creators.set(email, element);
  }
  const fresh = [...creators].map(([email, element]) => [email, newContact(element, change.now)] as const);
  const inserted = await insert(
    change,
    fresh.sort(byEmail).map(([, row]) => row),
  );
  for (const [email, row] of fresh) {
    if (inserted.has(row.id)) rows.set(email, row);
    else creators.delete(email); // another request has created it meanwhile
  }
  const others = fresh.flatMap(([email]) => (rows.has(email) ? [] : [email]));
  for (const [email, row] of await lockedRows(change, others)) rows.set(email, row);
  return creators;
}

/** Inserts contacts whose email is free. Returns the ids of those. */
async function insert(change: Change, rows: ContactRow[]): Promise<Set<string>> {
  const inserted = rows.length === 0 ? [] : await contactsInserted(change, rows).execute();
  return new Set(inserted.map(({ id }) => id));
}

/** All batches insert in one order, so that none waits for another that waits for it. */
const byEmail = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1;

async function lockedRows(
  { transaction, workspaceId }: Reading,
  emails: string[],
): Promise<Map<string, ContactRow>> {
  if (emails.length === 0) return new Map();
  const rows = await contactsOf(transaction, workspaceId)
    .where(sql<boolean>`lower(email) = any(${emails})`)
    .orderBy(sql`lower(email)`)
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.email.toLowerCase(), row]));
}

/** What `work` gives, or the error of the API that it throws. */
function attempt<T>(work: () => T): T | ApiError {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function failed(error: ApiError): ContactBatchResult {
  // The errors of an element are those that the contract lists there, which TypeScript cannot see.
  return { status: "failed", error: error.toJSON().error as NonNullable<ContactBatchResult["error"]> };
}
