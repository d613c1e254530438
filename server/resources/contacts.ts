import { isDeepStrictEqual } from "node:util";
import { sql, type Kysely, type Selectable } from "kysely";
import { operations } from "../../generated/operations.ts";
import type { Contact, CreateContactRequest } from "../../generated/types.ts";
import { ApiError } from "../contract/api-error.ts";
import type { Handler } from "../handler.ts";
import { idempotent } from "../idempotency.ts";
import type { Change } from "../store/change.ts";
import { newId } from "../ids.ts";
import type { Tables } from "../store/tables.ts";
import { searchContacts } from "./contact-search.ts";
import { conversationSummaries } from "./conversations.ts";
import { recordEvent } from "./events.ts";
import { newestFirst, page, placeOf } from "./page.ts";
import { distinctTags } from "./tags.ts";
import { ticketSummaries } from "./tickets.ts";

/** Contract: listContacts. Newest first; `q` searches name and email, and ignores capitals and accents. */
export const listContacts: Handler<"listContacts"> = async ({ query }, { store, workspaceId }) => {
  const { q, limit, cursor } = query;
  const all = contactsOf(store.database, workspaceId);
  const list = { table: "contacts", newest: "created_at", all, wanted: all } as const;
  if (q === undefined) return { status: 200, headers: {}, body: await newestFirst(list, query, toContact) };
  const after = await placeOf(list, cursor);
  const ids = await searchContacts(store.database, { workspaceId, q, after, count: limit + 1 });
  const rows = await all
    .where(sql<boolean>`id = any(${ids})`)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return { status: 200, headers: {}, body: page(rows, limit, toContact) };
};

/** Contract: createContact. */
export const createContact = idempotent<"createContact">(async ({ body }, change) => {
  const data = await addContact(change, body);
  return {
    status: 201,
    headers: { Location: operations.getContact.path.replace("{id}", data.id) },
    body: { data },
  };
});

/** Contract: getContact. */
export const getContact: Handler<"getContact"> = async ({ path }, { store: { database }, workspaceId }) => {
  const contact = await contactsOf(database, workspaceId).where("id", "=", path.id).executeTakeFirst();
  if (!contact) throw new ApiError("not_found", {});
  const [conversations, tickets] = await Promise.all([
    conversationSummaries(database, workspaceId, path.id),
    ticketSummaries(database, workspaceId, path.id),
  ]);
  return { status: 200, headers: {}, body: { data: { ...toContact(contact), conversations, tickets } } };
};

/**
 * Adds a contact. Of several simultaneous additions with the same email, one succeeds.
 * @throws ApiError 409 with the id of the contact that has the email
 */
export async function addContact(
  change: Change,
  { country, ...fields }: CreateContactRequest & { country: string },
): Promise<Contact> {
  const { transaction, workspaceId, now } = change;
  const created = await transaction
    .insertInto("contacts")
    .values({
      workspace_id: workspaceId,
      id: newId("ct"),
      name: fields.name,
      email: fields.email,
      phone: fields.phone ?? "",
      company: fields.company ?? "",
      country,
      city: "",
      tags: distinctTags(fields.tags),
      lifecycle: "lead",
      vip: false,
      source: "api",
      custom_fields: JSON.stringify(fields.custom_fields ?? {}),
      created_at: now,
      last_seen_at: now,
    })
    .onConflict((conflict) => conflict.expression(sql`workspace_id, lower(email)`).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!created) {
    const { id } = await contactsOf(transaction, workspaceId)
      .where(sql`lower(email)`, "=", sql`lower(${fields.email})`)
      .executeTakeFirstOrThrow();
    throw new ApiError("conflict", { contact_id: id });
  }
  const contact = await readContact(change, created.id);
  await recordEvent(change, { type: "contact.created", data: contact });
  return contact;
}

/** The fields of a contact that the team can change. */
export type ContactUpdate = Partial<Pick<Contact, "lifecycle" | "vip" | "city" | "tags">>;

/**
 * Changes a contact on behalf of the team; emits no event if nothing changed.
 * @throws ApiError 404
 */
export async function updateContact(change: Change, id: string, update: ContactUpdate): Promise<Contact> {
  const { transaction, workspaceId } = change;
  const before = await contactsOf(transaction, workspaceId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new ApiError("not_found", {});
  await transaction
    .updateTable("contacts")
    .set({ ...update, ...(update.tags && { tags: distinctTags(update.tags) }) })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .execute();
  const contact = await readContact(change, id);
  if (!isDeepStrictEqual(contact, toContact(before))) {
    await recordEvent(change, { type: "contact.updated", data: contact });
  }
  return contact;
}

async function readContact({ transaction, workspaceId }: Change, id: string): Promise<Contact> {
  return toContact(await contactsOf(transaction, workspaceId).where("id", "=", id).executeTakeFirstOrThrow());
}

/** The contacts of a workspace. The counts are read from the rows that they count (D-07). */
function contactsOf(database: Kysely<Tables>, workspaceId: string) {
  return database
    .selectFrom("contacts")
    .select(["id", "name", "email", "phone", "company", "country", "city", "tags", "lifecycle", "vip"])
    .select(["source", "custom_fields", "created_at", "last_seen_at"])
    .select(countOf("conversations", workspaceId).as("conversations_count"))
    .select(countOf("tickets", workspaceId).as("tickets_count"))
    .where("workspace_id", "=", workspaceId);
}

const countOf = (table: "conversations" | "tickets", workspaceId: string) => sql<number>`(
  select count(*)::integer from ${sql.table(table)} counted
  where counted.workspace_id = ${workspaceId} and counted.contact_id = contacts.id)`;

type ContactRow = Omit<Selectable<Tables["contacts"]>, "workspace_id" | "search"> &
  Pick<Contact, "conversations_count" | "tickets_count">;

const toContact = ({
  id,
  created_at,
  last_seen_at,
  conversations_count,
  tickets_count,
  custom_fields,
  ...row
}: ContactRow): Contact => ({
  id,
  object: "contact",
  ...row,
  created_at: created_at.toISOString(),
  last_seen_at: last_seen_at.toISOString(),
  conversations_count,
  tickets_count,
  custom_fields,
});
