import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { objects } from "../../generated/objects.ts";
import { operations } from "../../generated/operations.ts";
import type { Contact, ContactDetail, CreateContactRequest } from "../../generated/types.ts";
import { ApiError } from "../contract/api-error.ts";
import type { Context, Handler } from "./handler.ts";
import { idempotent } from "./idempotency.ts";
import { savedPosition } from "../store/cursor-positions.ts";
import { isConflict, isUniqueViolation } from "../store/errors.ts";
import { timestampAfter } from "../store/timestamp.ts";
import { pendingInsert } from "../store/pending-writes.ts";
import { statement } from "../store/statement.ts";
import { inTransaction, type Transaction } from "../store/transaction.ts";
import {
  changedContact,
  contactOfEmail,
  contactsOf,
  onEmailConflict,
  newContact,
  storeContact,
  type ContactUpdate,
} from "./contact-rows.ts";
import { containing, tagged } from "./contact-search.ts";
import { newestConversations } from "./conversations.ts";
import { recordEvent } from "./events.ts";
import { updatedSince } from "./newest-matching.ts";
import { newestFirst } from "./pagination.ts";
import { newestTickets } from "./tickets.ts";

/** Contract: listContacts. Newest first; `q` searches name and email, and ignores capitals and accents. */
export const listContacts: Handler<"listContacts"> = async ({ query }, { store, workspaceId }) => {
  const { q, tag, updated_since, email, lifecycle } = query;
  const conditions = [
    ...(q === undefined ? [] : [containing(q)]),
    ...(tag === undefined ? [] : [tagged(tag)]),
    ...updatedSince(updated_since),
  ];
  if (email !== undefined && conditions.length > 0)
    conditions.push({ matches: sql`lower(email) = lower(${email})` });
  const values = { workspaceId, email, lifecycle };
  const body = await contacts.page(store.database, values, query, objects.Contact, conditions);
  return { status: 200, headers: {}, body };
};

const contacts = newestFirst({
  table: "contacts",
  newest: "created_at",
  all: (database, { workspaceId }: ContactFilters) => contactsOf(database, workspaceId),
  equal: ["lifecycle"],
  matching: (all, { email }) =>
    email === undefined ? all : all.where(sql`lower(email)`, "=", sql`lower(${email})`),
  deleted: savedPosition("contacts"),
});

interface ContactFilters {
  workspaceId: string;
  email?: string | undefined;
  lifecycle?: Contact["lifecycle"] | undefined;
}

/** Contract: createContact. */
export const createContact: Handler<"createContact"> = (input, context) =>
  create(input, context).catch(async (error: unknown) => {
    throw await emailConflict(error, context, input.body.email);
  });

const create = idempotent<"createContact">(async ({ body }, tx) => {
  const data = await addContact(tx, body);
  const location = operations.getContact.path.replace("{id}", data.id);
  return {
    response: { status: 201, headers: { Location: location }, body: { data } },
    contactIds: [data.id],
  };
});

/** Contract: getContact. */
export const getContact: Handler<"getContact"> = async ({ path }, { store: { database }, workspaceId }) => {
  const [row] = await readWithSummaries(database, { workspaceId, id: path.id });
  if (!row) throw new ApiError("not_found", {});
  const summaries = {
    conversations: row.conversations.map(objects.ConversationSummary),
    tickets: row.tickets.map(objects.TicketSummary),
  };
  // V8 makes an object of this size slow where it is spread into a literal: a twentieth of a get.
  const data: ContactDetail = Object.assign(objects.Contact(row), summaries);
  return { status: 200, headers: {}, body: { data } };
};

const readWithSummaries = statement((database, { workspaceId, id }: { workspaceId: string; id: string }) =>
  contactsOf(database, workspaceId)
    .select(newestConversations(database, workspaceId, id).as("conversations"))
    .select(newestTickets(database, workspaceId, id).as("tickets"))
    .where("id", "=", id),
);

/**
 * Adds a contact. Of several simultaneous additions with the same email, one succeeds.
 * @throws Error at the end of the transaction, by which `isConflict` says "duplicate" of the others
 */
export async function addContact(
  tx: Transaction,
  fields: CreateContactRequest,
  source?: Contact["source"],
): Promise<Contact> {
  const row = newContact(fields, await tx.now(), source);
  insert(tx, row);
  const contact = objects.Contact(row);
  recordEvent(tx, { type: "contact.created", data: contact }, contact.id, row.created_at);
  return contact;
}

const insert = pendingInsert("contacts", { onConflict: onEmailConflict, conflict: "duplicate" });

/** Contract: updateContact. */
export const updateContact: Handler<"updateContact"> = async ({ path, body }, { store, workspaceId }) => {
  const work = (tx: Transaction) => changeContact(tx, path.id, body);
  const data = await inTransaction(store, workspaceId, work).catch(async (error: unknown) => {
    throw await emailConflict(error, { store, workspaceId }, body.email);
  });
  return { status: 200, headers: {}, body: { data } };
};

/**
 * Changes a contact (D-36); emits no event if nothing changed.
 * @throws ApiError 404; the store's error, at the end of the transaction, when the email is another contact's
 */
export async function changeContact(tx: Transaction, id: string, update: ContactUpdate): Promise<Contact> {
  const before = await lockedContact(tx, id);
  if (!before) throw new ApiError("not_found", {});
  const after = changedContact(before, update);
  if (isDeepStrictEqual(after, before)) return objects.Contact(before);
  const row = { ...after, updated_at: timestampAfter(before, await tx.now()) };
  storeContact(tx, row);
  const contact = objects.Contact(row);
  recordEvent(tx, { type: "contact.updated", data: contact }, id, row.updated_at);
  return contact;
}

const lockedContact = ({ database, workspaceId }: Transaction, id: string) =>
  contactsOf(database, workspaceId).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();

/**
 * For the error of a contact whose email another one has, the 409 that names it. When that one was erased meanwhile, a repeated
 * request succeeds. Any other error stays as it is.
 */
async function emailConflict(
  error: unknown,
  { store, workspaceId }: Pick<Context, "store" | "workspaceId">,
  email: string | undefined,
): Promise<unknown> {
  if (email === undefined || !(isUniqueViolation(error) || isConflict(error, "duplicate"))) return error;
  const holder = await contactOfEmail(store.database, workspaceId, email);
  return holder
    ? new ApiError("conflict", { contact_id: holder })
    : new ApiError("service_unavailable", {}, { "Retry-After": "1" });
}
