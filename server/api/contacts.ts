import { sql, type Kysely } from "kysely";
import { limits } from "../../generated/constants.ts";
import { fields, objects } from "../../generated/objects.ts";
import { operations } from "../../generated/operations.ts";
import type {
  Contact,
  ContactDetail,
  CreateContactRequest,
} from "../../generated/types.ts";
import { found } from "../contract/api-error.ts";
import { changesOf } from "./changes.ts";
import { type Handler, transactional } from "./handler.ts";
import { idempotent } from "./idempotency.ts";
import { savedPosition } from "../store/usage/cursor-positions.ts";
import { lockRow } from "../store/locks.ts";
import { insert, update } from "../store/rows.ts";
import { statement } from "../store/statement.ts";
import { asText } from "../store/timestamp.ts";
import type { Tables } from "../store/tables.ts";
import type { Transaction } from "../store/transaction.ts";
import { withUniqueKeys } from "./contact-keys.ts";
import {
  changedContact,
  contactsOf,
  type ContactUpdate,
  type ContactRow,
  containing,
  newContact,
  toContact,
  tagged,
  withCustomFields,
  withEmail,
} from "./contact-rows.ts";
import { created, objectResponse, type Precondition } from "./etags.ts";
import { recordEvent } from "./record-events.ts";
import { updatedSince } from "./newest-matching.ts";
import { newestFirst, ofWorkspace } from "./list.ts";

/**
 * Contract: listContacts. Newest first; `q` searches name and email, and ignores capitals and
 * accents.
 */
export const listContacts: Handler<"listContacts"> = newestFirst({
  table: "contacts",
  values: ofWorkspace<"listContacts">,
  rows: (database, { workspaceId }) => contactsOf(database, workspaceId),
  filters: {
    external_id: "column",
    lifecycle: "column",
    email: { matches: withEmail },
    q: { searches: containing },
    tag: { searches: tagged },
    custom_fields: { searches: withCustomFields },
    updated_since: { searches: updatedSince },
  },
  deletedPosition: savedPosition("contacts"),
  toItem: toContact,
});

/** Contract: createContact. */
export const createContact: Handler<"createContact"> = (input, context) =>
  withUniqueKeys(context, () => create(input, context), input.body);

const create = idempotent<"createContact">(async ({ body }, tx) => {
  const data = await addContact(tx, body);
  const detail: ContactDetail = { ...data, conversations: [], tickets: [] };
  return {
    response: created(operations.getContact.path, data, detail),
    contactIds: [data.id],
  };
});

/** Contract: getContact. */
export const getContact: Handler<"getContact"> = async (
  { path },
  { store: { database }, workspaceId },
) => {
  const [row] = await readContact(database, { workspaceId, id: path.id });
  return objectResponse(toDetail(found(row)));
};

const contactWithSummaries = (database: Kysely<Tables>, key: ContactKey) =>
  contactsOf(database, key.workspaceId)
    .select(
      newestOf("conversations", fields.ConversationSummary, key).as(
        "conversations",
      ),
    )
    .select(newestOf("tickets", fields.TicketSummary, key).as("tickets"))
    .where("id", "=", key.id);

/** The newest rows of a contact in a table, without their texts (D-10). */
function newestOf<Table extends "conversations" | "tickets">(
  table: Table,
  names: readonly string[],
  { workspaceId, id }: ContactKey,
) {
  const columns = names.map((name) =>
    name.endsWith("_at") ? asText(name) : sql.ref(name),
  );
  return sql<Omit<ContactDetail[Table][number], "object">[]>`(
    select coalesce(json_agg(newest), '[]') from (
      select ${sql.join(columns)} from ${sql.table(table)} one
      where workspace_id = ${workspaceId} and contact_id = ${id}
      order by one.created_at desc, one.id desc limit ${sql.lit(limits.embedded)}
    ) newest)`;
}

interface ContactKey {
  workspaceId: string;
  id: string;
}
type ContactWithSummaries = Awaited<ReturnType<typeof readContact>>[number];

/** Reads a contact with its conversations and tickets in short. */
export const readContact = statement(contactWithSummaries);

/**
 * Locks a contact and reads it: until the transaction ends, no other request changes it or adds a
 * conversation or a ticket. The lock is a statement of its own, because a statement that waits
 * counts the conversations from before the wait.
 * @throws ApiError 404
 */
async function lockedContact(
  tx: Transaction,
  id: string,
): Promise<ContactWithSummaries> {
  const { database, workspaceId } = tx;
  const [, [row]] = await Promise.all([
    lockRow(tx, "contacts", id, "update"),
    readContact(database, { workspaceId, id }),
  ]);
  return found(row);
}

/** V8 makes an object of this size slow where it is spread into a literal: a twentieth of a get. */
export const toDetail = (row: ContactWithSummaries): ContactDetail =>
  Object.assign(toContact(row), {
    conversations: row.conversations.map(objects.ConversationSummary),
    tickets: row.tickets.map(objects.TicketSummary),
  });

/**
 * Adds a contact. Of several simultaneous additions with the same email or `external_id`, one
 * succeeds.
 * @throws Error at the end of the transaction for the other additions; `withUniqueKeys` then names
 *   the contact that has the key
 */
export async function addContact(
  tx: Transaction,
  fields: CreateContactRequest,
  source?: Contact["source"],
): Promise<Contact> {
  const row = newContact(fields, tx.now, source);
  void insert(tx, "contacts", [row]);
  const contact = toContact(row);
  recordEvent(
    tx,
    { type: "contact.created", data: contact },
    contact.id,
    row.created_at,
  );
  return contact;
}

/** Contract: updateContact. */
export const updateContact: Handler<"updateContact"> = (input, context) => {
  const keys = { ...input.body, id: input.path.id };
  return withUniqueKeys(context, () => change(input, context), keys);
};

const change = transactional<"updateContact">(
  async ({ path, header, body }, tx) => {
    const row = await changeContact(tx, path.id, body, header);
    return objectResponse(toContact(row), toDetail(row));
  },
);

/**
 * Changes a contact (D-36); emits no event if nothing changed.
 * @throws ApiError 404, 412, 422; the store's error, at the end of the transaction, when the email
 *   or the `external_id` is another contact's, for `withUniqueKeys`
 */
export async function changeContact(
  tx: Transaction,
  id: string,
  update: ContactUpdate,
  precondition: Precondition = {},
): Promise<ContactWithSummaries> {
  const before = await lockedContact(tx, id);
  const after = { ...before, ...changedContact(before, update) };
  return storeChange(tx, before, after, precondition);
}

const storeChange = changesOf({
  schema: "Contact",
  toObject: toContact,
  toDetail,
  store: (tx, row: ContactRow) => void update(tx, "contacts", [row]),
  record: (tx, data, before, timestamp) =>
    recordEvent(
      tx,
      { type: "contact.updated", data, before },
      data.id,
      timestamp,
    ),
});
