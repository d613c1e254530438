import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { objects } from "../../generated/objects.ts";
import type { BatchContact, ContactBatch, ContactBatchResult } from "../../generated/types.ts";
import { ApiError, required } from "../contract/api-error.ts";
import { elementOf } from "../contract/element.ts";
import { idempotent, type Made } from "./idempotency.ts";
import { pendingInsert } from "../store/pending-writes.ts";
import type { Transaction } from "../store/transaction.ts";
import { timestampAfter, type Timestamp } from "../store/timestamp.ts";
import {
  changedContact,
  contactsOf,
  onEmailConflict,
  newContact,
  storeContact,
  type ContactRow,
} from "./contact-rows.ts";
import { recordEvent, type EventContent } from "./events.ts";

/** Contract: batchContacts. One transaction for all elements; an element that is refused leaves the others (D-38). */
export const batchContacts = idempotent<"batchContacts">(async ({ body }, tx) => {
  const batch = await readBatch(tx, body.contacts);
  return applyBatch(tx, batch, await tx.now());
});

/** The elements that were sent, and the contacts that the workspace has for those which are well-formed, by email. */
interface Batch {
  elements: (BatchContact | ApiError)[];
  rows: Map<string, ContactRow>;
}

async function readBatch(tx: Transaction, sent: unknown[]): Promise<Batch> {
  const elements = sent.map((element) => attempt(() => elementOf("BatchContact", element)));
  const emails = elements.flatMap((element) =>
    element instanceof ApiError ? [] : [element.email.toLowerCase()],
  );
  return { elements, rows: await lockedRows(tx, [...new Set(emails)]) };
}

function applyBatch(tx: Transaction, { elements, rows }: Batch, now: Timestamp): Made<"batchContacts"> {
  /** The contacts as they are to be, by email. */
  const written = new Map<string, { row: ContactRow; isNew: boolean }>();
  const events: { content: EventContent; contactId: string; timestamp: Timestamp }[] = [];

  /** What becomes of an element after those before it. */
  const apply = (fields: BatchContact): ContactBatchResult => {
    const email = fields.email.toLowerCase();
    const before = written.get(email)?.row ?? rows.get(email);
    if (!before) {
      if (fields.name === undefined) throw required(["name"]);
      const row = newContact(fields, now);
      written.set(email, { row, isNew: true });
      const contact = objects.Contact(row);
      events.push({
        content: { type: "contact.created", data: contact },
        contactId: row.id,
        timestamp: row.created_at,
      });
      return { status: "created", contact };
    }
    const after = changedContact(before, fields);
    if (isDeepStrictEqual(after, before)) return { status: "unchanged", contact: objects.Contact(before) };
    const row = { ...after, updated_at: timestampAfter(before, now) };
    written.set(email, { row, isNew: !rows.has(email) });
    const contact = objects.Contact(row);
    events.push({
      content: { type: "contact.updated", data: contact },
      contactId: row.id,
      timestamp: row.updated_at,
    });
    return { status: "updated", contact };
  };
  const results = elements.map((element) => {
    const result = element instanceof ApiError ? element : attempt(() => apply(element));
    return result instanceof ApiError ? failed(result) : result;
  });
  // All batches insert in one order, so that none waits for another that waits for it.
  for (const [, { row, isNew }] of [...written].sort(byEmail)) (isNew ? insert : storeContact)(tx, row);
  for (const { content, contactId, timestamp } of events) recordEvent(tx, content, contactId, timestamp);
  const data: ContactBatch = { object: "contact_batch", results };
  const contactIds = [...new Set(results.flatMap(({ contact }) => contact?.id ?? []))];
  return { response: { status: 200, headers: {}, body: { data } }, contactIds };
}

const byEmail = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1;

/** When another request has created one of them meanwhile, the batch begins again, and finds it. */
const insert = pendingInsert("contacts", { onConflict: onEmailConflict, conflict: "outdated" });

async function lockedRows(
  { database, workspaceId }: Transaction,
  emails: string[],
): Promise<Map<string, ContactRow>> {
  if (emails.length === 0) return new Map();
  const rows = await contactsOf(database, workspaceId)
    .where(sql<boolean>`lower(email) = any(${emails})`)
    .orderBy(sql`lower(email)`)
    .forNoKeyUpdate()
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
