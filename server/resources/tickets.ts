import { isDeepStrictEqual } from "node:util";
import { sql, type Kysely, type Selectable } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { limits } from "../../generated/catalogue.ts";
import { operations } from "../../generated/operations.ts";
import type {
  Ticket,
  CreateTicketRequest,
  TicketPriority,
  TicketSummary,
  UpdateTicketRequest,
} from "../../generated/types.ts";
import { ApiError } from "../contract/api-error.ts";
import type { Handler } from "../handler.ts";
import { idempotent } from "../idempotency.ts";
import { atEnd, insertInto, updateIn, type OpenChange, type Reading } from "../store/at-end.ts";
import { change } from "../store/change.ts";
import { sendAhead } from "../store/driver.ts";
import { newId } from "../ids.ts";
import { asText, momentAfter } from "../store/moment.ts";
import type { Tables } from "../store/tables.ts";
import { mergeCustomFields } from "./custom-fields.ts";
import { recordEvent } from "./events.ts";
import { newestMatching, updatedSince } from "./newest-matching.ts";
import { newestFirst } from "./page.ts";
import { keptContact, keptConversation, noContact, noConversation } from "./references.ts";
import { distinctTags } from "./tags.ts";

/** Contract: listTickets. */
export const listTickets: Handler<"listTickets"> = async ({ query }, { store, workspaceId }) => {
  const { contact_id, status, updated_since } = query;
  if (updated_since === undefined) {
    const values = { workspaceId, contact_id, status };
    return { status: 200, headers: {}, body: await tickets.page(store.database, values, query, toTicket) };
  }
  const search = { workspaceId, equal: { contact_id, status }, conditions: [updatedSince(updated_since)] };
  const body = await newestMatching(store.database, tickets, search, query, toTicket);
  return { status: 200, headers: {}, body };
};

const tickets = newestFirst({
  table: "tickets",
  newest: "created_at",
  all: (database, { workspaceId }: TicketFilters) => ticketsOf(database, workspaceId),
  wanted: (all, { contact_id, status }) => {
    let wanted = all;
    if (contact_id !== undefined) wanted = wanted.where("contact_id", "=", contact_id);
    if (status !== undefined) wanted = wanted.where("status", "=", status);
    return wanted;
  },
});

interface TicketFilters {
  workspaceId: string;
  contact_id?: string | undefined;
  status?: Ticket["status"] | undefined;
}

/** Contract: getTicket. */
export const getTicket: Handler<"getTicket"> = async ({ path }, { store, workspaceId }) => {
  const row = await ticketsOf(store.database, workspaceId).where("id", "=", path.id).executeTakeFirst();
  if (!row) throw new ApiError("not_found", {});
  return { status: 200, headers: {}, body: { data: toTicket(row) } };
};

/** Contract: createTicket. */
export const createTicket = idempotent<"createTicket", Prepared>(
  async ({ body }, change, _context, prepared) => {
    const data = await addTicket(change, body, prepared);
    return {
      status: 201,
      headers: { Location: operations.getTicket.path.replace("{id}", data.id) },
      body: { data },
    };
  },
  ({ body }, reading) => prepareTicket(reading, body),
);

/**
 * Adds a ticket with the next number of its workspace.
 * @param known what was read for it already
 * @throws ApiError 422 when the contact is not of this workspace, or the conversation not of this contact
 */
export async function addTicket(
  change: OpenChange,
  fields: CreateTicketRequest & { priority: TicketPriority },
  known?: Prepared,
): Promise<Ticket> {
  const { number, hasContact, hasConversation } = known ?? (await prepareTicket(change, fields));
  if (!hasContact) throw noContact();
  if (!hasConversation) throw noConversation();
  const row: TicketRow = {
    id: newId("tk"),
    number,
    contact_id: fields.contact_id,
    conversation_id: fields.conversation_id ?? null,
    subject: fields.subject,
    description: fields.description,
    status: "open",
    priority: fields.priority,
    tags: distinctTags(fields.tags),
    custom_fields: fields.custom_fields ?? {},
    created_at: change.now,
    updated_at: change.now,
  };
  insert(change, row);
  const ticket = toTicket(row);
  recordEvent(change, { type: "ticket.created", data: ticket });
  return ticket;
}

/** The number of a new ticket, and whether there is what the ticket refers to. */
interface Prepared {
  number: number;
  hasContact: boolean;
  hasConversation: boolean;
}

/** Takes the next number, and keeps what the ticket refers to from being erased, in one round trip. */
async function prepareTicket(
  reading: Reading,
  { contact_id, conversation_id }: Pick<CreateTicketRequest, "contact_id" | "conversation_id">,
): Promise<Prepared> {
  const { transaction, workspaceId } = reading;
  const contact = await sendAhead(transaction, keptContact(reading, contact_id).compile());
  const conversation =
    conversation_id === undefined
      ? undefined
      : await sendAhead(transaction, keptConversation(reading, conversation_id, contact_id).compile());
  const { number } = await transaction
    .insertInto("ticket_numbers")
    .values({ workspace_id: workspaceId, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .column("workspace_id")
        .doUpdateSet(({ eb }) => ({ last_number: eb("ticket_numbers.last_number", "+", 1) })),
    )
    .returning("last_number as number")
    .executeTakeFirstOrThrow();
  const isThere = async (kept: { arriving: Promise<unknown[]> }) => (await kept.arriving).length > 0;
  return {
    number,
    hasContact: await isThere(contact),
    hasConversation: conversation === undefined || (await isThere(conversation)),
  };
}

const insert = atEnd<TicketRow>(
  insertInto("tickets", {
    ...{ id: "text", number: "integer", contact_id: "text", conversation_id: "text", subject: "text" },
    ...{ description: "text", status: "text", priority: "text", tags: "text[]", custom_fields: "json" },
    ...{ created_at: "timestamptz", updated_at: "timestamptz" },
  }),
);

/** Contract: updateTicket. */
export const updateTicket: Handler<"updateTicket"> = async ({ path, body }, { store, workspaceId }) => {
  const work = (change: OpenChange, before?: TicketRow) => changeTicket(change, path.id, body, before);
  const data = await change(store, workspaceId, work, (reading) => lockedTicket(reading, path.id));
  return { status: 200, headers: {}, body: { data } };
};

/**
 * Changes fields of a ticket (D-36); emits no event if nothing changed.
 * @param locked the ticket as it is, if that was read already
 * @throws ApiError 404
 */
export async function changeTicket(
  change: OpenChange,
  id: string,
  update: UpdateTicketRequest,
  locked?: TicketRow,
): Promise<Ticket> {
  const before = locked ?? (await lockedTicket(change, id));
  if (!before) throw new ApiError("not_found", {});
  const { tags, custom_fields, ...fields } = update;
  const after = {
    ...before,
    ...fields,
    ...(tags !== undefined && { tags: distinctTags(tags ?? []) }),
    custom_fields: mergeCustomFields(before.custom_fields, custom_fields),
  };
  if (isDeepStrictEqual(after, before)) return toTicket(before);
  const row = { ...after, updated_at: momentAfter(before, change.now) };
  storeTicket(change, row);
  const ticket = toTicket(row);
  recordEvent(change, { type: "ticket.updated", data: ticket }, row.updated_at);
  return ticket;
}

const lockedTicket = ({ transaction, workspaceId }: Reading, id: string) =>
  ticketsOf(transaction, workspaceId).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();

/** Stores what can change of a ticket, at the end of the change. */
const storeTicket = atEnd<TicketRow>(
  updateIn("tickets", {
    ...{ subject: "text", status: "text", priority: "text", tags: "text[]", custom_fields: "json" },
    updated_at: "timestamptz",
  }),
);

/** The newest tickets of a contact, without their description (D-10), for a statement that reads the contact. */
export function newestTickets(database: Kysely<Tables>, workspaceId: string, contactId: string) {
  return jsonArrayFrom(
    database
      .selectFrom("tickets")
      .select(["id", "number", "subject", "status", "priority", asText("created_at")])
      .where("workspace_id", "=", workspaceId)
      .where("contact_id", "=", contactId)
      .orderBy("tickets.created_at", "desc")
      .orderBy("id", "desc")
      .limit(sql.lit(limits.embedded)),
  );
}

export const toTicketSummary = (row: Omit<TicketSummary, "object">): TicketSummary => ({
  id: row.id,
  object: "ticket",
  number: row.number,
  subject: row.subject,
  status: row.status,
  priority: row.priority,
  created_at: row.created_at,
});

function ticketsOf(database: Kysely<Tables>, workspaceId: string) {
  return database
    .selectFrom("tickets")
    .select(["id", "number", "contact_id", "conversation_id", "subject", "description", "status", "priority"])
    .select(["tags", "custom_fields", "created_at", "updated_at"])
    .where("workspace_id", "=", workspaceId);
}

type TicketRow = Omit<Selectable<Tables["tickets"]>, "workspace_id">;

const toTicket = (row: TicketRow): Ticket => ({
  id: row.id,
  object: "ticket",
  number: row.number,
  contact_id: row.contact_id,
  conversation_id: row.conversation_id,
  subject: row.subject,
  description: row.description,
  status: row.status,
  priority: row.priority,
  tags: row.tags,
  custom_fields: row.custom_fields,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
