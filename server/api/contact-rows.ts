import { sql, type Kysely, type Selectable } from "kysely";
import { operations } from "../../generated/operations.ts";
import type { Contact, UpdateContactRequest } from "../../generated/types.ts";
import { newId } from "../store/ids.ts";
import { insertInto, pendingWrite, recounted, updateIn } from "../store/pending-writes.ts";
import type { Moment } from "../store/timestamp.ts";
import type { Tables } from "../store/tables.ts";
import { mergeCustomFields } from "./custom-fields.ts";
import { distinctTags } from "./tags.ts";

/** A contact as it is read from the database. */
export type ContactRow = Omit<Selectable<Tables["contacts"]>, "workspace_id" | "search"> &
  Pick<Contact, "conversations_count" | "tickets_count">;

/** The fields of a contact that a request or the team can change. */
export type ContactUpdate = UpdateContactRequest & Partial<Pick<Contact, "lifecycle" | "vip" | "city">>;

const { country: defaultCountry } = operations.createContact.defaults.body;

/** A contact with these fields that is not stored yet. */
export function newContact(
  fields: ContactUpdate,
  now: Moment,
  source: Contact["source"] = "api",
): ContactRow {
  const blank: ContactRow = {
    id: newId("ct"),
    name: "",
    email: "",
    phone: "",
    company: "",
    country: defaultCountry,
    city: "",
    tags: [],
    lifecycle: "lead",
    vip: false,
    source,
    custom_fields: {},
    created_at: now,
    updated_at: null,
    last_seen_at: now,
    conversations_count: 0,
    tickets_count: 0,
    bytes: 0,
  };
  return changedContact(blank, fields);
}

/**
 * A contact after a change: `null` gives a field the value that it has when a creation does not send it (D-36).
 * @throws ApiError 422 when the contact then has too many custom fields
 */
export function changedContact(before: ContactRow, update: ContactUpdate): ContactRow {
  const { phone, company, country, tags, custom_fields, ...fields } = update;
  return {
    ...before,
    ...fields,
    ...(phone !== undefined && { phone: phone ?? "" }),
    ...(company !== undefined && { company: company ?? "" }),
    ...(country !== undefined && { country: country ?? defaultCountry }),
    ...(tags !== undefined && { tags: distinctTags(tags ?? []) }),
    custom_fields: mergeCustomFields(before.custom_fields, custom_fields),
  };
}

/** What a change can set. */
const fields = {
  ...{ name: "text", email: "text", phone: "text", company: "text", country: "text", city: "text" },
  ...{ tags: "text[]", lifecycle: "text", vip: "boolean", custom_fields: "json", updated_at: "timestamptz" },
};
const columns = {
  ...{ id: "text", ...fields, source: "text", created_at: "timestamptz", last_seen_at: "timestamptz" },
};

/**
 * Inserts contacts, as a pending write, and returns what each adds to the ledger. One whose email the workspace has
 * already is left out.
 */
export const insertContacts: Parameters<typeof pendingWrite>[0] = (workspaceId, rows) => sql`
  ${insertInto("contacts", columns)(workspaceId, rows)} on conflict (workspace_id, lower(email)) do nothing
  returning 1 as contacts, bytes`;

/** The id of the contact that has an email, whatever its capitals (D-08). */
export async function contactOfEmail(
  database: Kysely<Tables>,
  workspaceId: string,
  email: string,
): Promise<string | undefined> {
  const contact = await database
    .selectFrom("contacts")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where(sql`lower(email)`, "=", sql`lower(${email})`)
    .executeTakeFirst();
  return contact?.id;
}

/** Stores what can change of a contact. */
export const storeContact = pendingWrite<ContactRow>(recounted(updateIn("contacts", fields)), {
  isCounted: true,
});

/** The contacts of a workspace. The counts are read from the rows that they count (D-07). */
export function contactsOf(database: Kysely<Tables>, workspaceId: string) {
  return database
    .selectFrom("contacts")
    .select(["id", "name", "email", "phone", "company", "country", "city", "tags", "lifecycle", "vip"])
    .select(["source", "custom_fields", "created_at", "updated_at", "last_seen_at", "bytes"])
    .select(countOf("conversations", workspaceId).as("conversations_count"))
    .select(countOf("tickets", workspaceId).as("tickets_count"))
    .where("workspace_id", "=", workspaceId);
}

const countOf = (table: "conversations" | "tickets", workspaceId: string) => sql<number>`(
  select count(*)::integer from ${sql.table(table)} counted
  where counted.workspace_id = ${workspaceId} and counted.contact_id = contacts.id)`;

export const toContact = (row: ContactRow): Contact => ({
  id: row.id,
  object: "contact",
  name: row.name,
  email: row.email,
  phone: row.phone,
  company: row.company,
  country: row.country,
  city: row.city,
  tags: row.tags,
  lifecycle: row.lifecycle,
  vip: row.vip,
  source: row.source,
  created_at: row.created_at,
  updated_at: row.updated_at ?? row.created_at,
  last_seen_at: row.last_seen_at,
  conversations_count: row.conversations_count,
  tickets_count: row.tickets_count,
  custom_fields: row.custom_fields,
});
