import type { Kysely } from "kysely";
import { objects } from "../../generated/objects.ts";
import { operations } from "../../generated/operations.ts";
import type {
  Ticket,
  CreateTicketRequest,
  TicketPriority,
  UpdateTicketRequest,
} from "../../generated/types.ts";
import { found, invalid } from "../contract/api-error.ts";
import { changesOf } from "./changes.ts";
import { type Handler, transactional } from "./handler.ts";
import { idempotent } from "./idempotency.ts";
import { savedPosition } from "../store/usage/cursor-positions.ts";
import { newId } from "../store/ids.ts";
import { lockRow } from "../store/locks.ts";
import { insert, update } from "../store/rows.ts";
import { columnsFor, type Tables } from "../store/tables.ts";
import type { Transaction } from "../store/transaction.ts";
import { noContact } from "./contact-rows.ts";
import { created, objectResponse, type Precondition } from "./etags.ts";
import { recordEvent } from "./record-events.ts";
import { updatedSince } from "./newest-matching.ts";
import { newestFirst, ofWorkspace } from "./list.ts";
import {
  changedTags,
  distinctTags,
  mergeCustomFields,
} from "./tags-and-custom-fields.ts";
import { type RowOf, versionOf } from "./versions.ts";

const toTicket = (row: RowOf<Ticket>): Ticket =>
  objects.Ticket({ version: versionOf(row), ...row });

/** Contract: listTickets. */
export const listTickets: Handler<"listTickets"> = newestFirst({
  table: "tickets",
  values: ofWorkspace<"listTickets">,
  rows: (database, { workspaceId }) => ticketsOf(database, workspaceId),
  filters: {
    contact_id: "column",
    status: "column",
    updated_since: { searches: updatedSince },
  },
  deletedPosition: savedPosition("tickets"),
  toItem: toTicket,
});

/** Contract: getTicket. */
export const getTicket: Handler<"getTicket"> = async (
  { path },
  { store, workspaceId },
) => {
  const row = await ticketsOf(store.database, workspaceId)
    .where("id", "=", path.id)
    .executeTakeFirst();
  return objectResponse(toTicket(found(row)));
};

/** Contract: createTicket. */
export const createTicket = idempotent<"createTicket">(async ({ body }, tx) => {
  const data = await addTicket(tx, body);
  return {
    response: created(operations.getTicket.path, data),
    contactIds: [data.contact_id],
  };
});

/**
 * Adds a ticket with the next number of its workspace.
 * @throws ApiError 422 when the contact is not of this workspace, or the conversation not of this
 *   contact
 */
export async function addTicket(
  tx: Transaction,
  fields: CreateTicketRequest & { priority: TicketPriority },
): Promise<Ticket> {
  const { contact_id, conversation_id } = fields;
  const { now } = tx;
  const [hasContact, conversation, number] = await Promise.all([
    lockRow(tx, "contacts", contact_id, "key share"), // so that it is not erased before the transaction ends
    conversation_id === undefined
      ? null
      : referredConversation(tx, conversation_id, contact_id),
    nextNumber(tx),
  ]);
  if (!hasContact) throw noContact();
  // Null when the body refers to none, undefined when the contact has no such conversation.
  if (conversation === undefined) throw noConversation();
  const row = {
    id: newId("tk"),
    number,
    contact_id,
    conversation_id: conversation_id ?? null,
    subject: fields.subject,
    description: fields.description,
    status: "open" as const,
    priority: fields.priority,
    tags: distinctTags(fields.tags),
    custom_fields: fields.custom_fields ?? {},
    created_at: now,
    updated_at: now,
  };
  void insert(tx, "tickets", [row]);
  const ticket = toTicket(row);
  recordEvent(tx, { type: "ticket.created", data: ticket }, contact_id, now);
  return ticket;
}

/**
 * Finds the conversation of a contact that a body refers to, and keeps it from being erased before
 * the transaction ends.
 */
const referredConversation = (
  { database, workspaceId }: Transaction,
  id: string,
  contactId: string,
) =>
  database
    .selectFrom("conversations")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .where("contact_id", "=", contactId)
    .forKeyShare()
    .executeTakeFirst();

/** The 422 of a body that refers to a conversation which the contact does not have. */
const noConversation = () =>
  invalid(["conversation_id"], "not_found", {
    es: "no es una conversación de este contacto",
    en: "is no conversation of this contact",
  });

/** Takes the next number of the workspace. Other new tickets wait until the transaction ends. */
async function nextNumber({
  database,
  workspaceId,
}: Transaction): Promise<number> {
  const { number } = await database
    .insertInto("ticket_numbers")
    .values({ workspace_id: workspaceId, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column("workspace_id").doUpdateSet(({ eb }) => ({
        last_number: eb("ticket_numbers.last_number", "+", 1),
      })),
    )
    .returning("last_number as number")
    .executeTakeFirstOrThrow();
  return number;
}

/** Contract: updateTicket. */
export const updateTicket = transactional<"updateTicket">(
  async ({ path, header, body }, tx) =>
    objectResponse(await changeTicket(tx, path.id, body, header)),
);

/**
 * Changes fields of a ticket (D-36); emits no event if nothing changed.
 * @throws ApiError 404, 412, 422
 */
export async function changeTicket(
  tx: Transaction,
  id: string,
  change: UpdateTicketRequest,
  precondition: Precondition = {},
): Promise<Ticket> {
  const locked = ticketsOf(tx.database, tx.workspaceId)
    .where("id", "=", id)
    .forNoKeyUpdate();
  const before = found(await locked.executeTakeFirst());
  const {
    tags: _,
    add_tags: _added,
    remove_tags: _removed,
    custom_fields,
    ...fields
  } = change;
  const after = {
    ...before,
    ...fields,
    tags: changedTags(before.tags, change),
    custom_fields: mergeCustomFields(before.custom_fields, custom_fields),
  };
  return toTicket(await storeChange(tx, before, after, precondition));
}

const storeChange = changesOf({
  schema: "Ticket",
  toObject: toTicket,
  store: (tx, row: RowOf<Ticket>) => void update(tx, "tickets", [row]),
  record: (tx, data, before, timestamp) =>
    recordEvent(
      tx,
      { type: "ticket.updated", data, before },
      data.contact_id,
      timestamp,
    ),
});

function ticketsOf(database: Kysely<Tables>, workspaceId: string) {
  return database
    .selectFrom("tickets")
    .select(columnsFor("tickets", "Ticket"))
    .where("workspace_id", "=", workspaceId);
}
