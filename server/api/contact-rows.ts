import { sql, type Kysely } from "kysely";
import { objects } from "../../generated/objects.ts";
import { operations } from "../../generated/operations.ts";
import type { Contact, UpdateContactRequest } from "../../generated/types.ts";
import { invalid } from "../contract/api-error.ts";
import { newId } from "../store/ids.ts";
import type { Timestamp } from "../store/timestamp.ts";
import { columnsFor, type Tables } from "../store/tables.ts";
import type { Condition } from "./newest-matching.ts";
import { changedTags, mergeCustomFields } from "./tags-and-custom-fields.ts";
import { type RowOf, versionOf } from "./versions.ts";

/** A contact as it is read from the database. */
export type ContactRow = RowOf<Contact>;

export const toContact = (row: ContactRow): Contact =>
  objects.Contact({ version: versionOf(row), ...row });

/** The fields of a contact that a request or the team can change. */
export type ContactUpdate = UpdateContactRequest &
  Partial<Pick<Contact, "lifecycle" | "vip" | "city">>;

const { country: defaultCountry } = operations.createContact.defaults.body;

/** A contact with these fields that is not stored yet. */
export function newContact(
  fields: ContactUpdate,
  now: Timestamp,
  source: Contact["source"] = "api",
): ContactRow {
  const blank: ContactRow = {
    id: newId("ct"),
    name: "",
    email: "",
    external_id: null,
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
    updated_at: now,
    last_seen_at: now,
    conversations_count: 0,
    tickets_count: 0,
  };
  return changedContact(blank, fields);
}

/**
 * Returns a contact after a change: `null` gives a field the value that it has when a creation does
 * not send it (D-36).
 * @throws ApiError 422 when the contact then has too many labels or custom fields
 */
export function changedContact(
  before: ContactRow,
  update: ContactUpdate,
): ContactRow {
  const {
    phone,
    company,
    country,
    tags: _,
    add_tags: _added,
    remove_tags: _removed,
    custom_fields,
    ...fields
  } = update;
  return {
    ...before,
    ...fields,
    ...(phone !== undefined && { phone: phone ?? "" }),
    ...(company !== undefined && { company: company ?? "" }),
    ...(country !== undefined && { country: country ?? defaultCountry }),
    tags: changedTags(before.tags, update),
    custom_fields: mergeCustomFields(before.custom_fields, custom_fields),
  };
}

/** Contacts with an email, whatever its capitals (D-08). */
export const withEmail = (email: string) =>
  sql<boolean>`lower(email) = lower(${email})`;

/**
 * Contacts whose name or email contains a text (D-30). The index finds candidates by their groups
 * of three characters.
 */
export const containing = (q: string): Condition => {
  const text = sql`fold(${q})`;
  const matches = sql`strpos(search, ${text}) > 0`;
  // An accent alone is folded to nothing. Too many contacts contain that, or a character between
  // words, for an index to help.
  return {
    matches,
    indexed: sql`(${text} ~ '^[ .@]*$' or search_grams(search) @@ search_query(${text})) and ${matches}`,
  };
};

/** Contacts that have a tag. The index leaves out contacts without any. */
export const tagged = (tag: string): Condition => ({
  matches: sql`${tag} = any(tags)`,
  indexed: sql`tags @> array[${tag}]::text[] and tags <> '{}'`,
});

/**
 * Contacts whose custom fields have these values. The index leaves out contacts without custom
 * fields.
 */
export function withCustomFields(fields: Record<string, string>): Condition[] {
  const equal = Object.entries(fields).map(
    ([name, value]) => sql`custom_fields ->> ${name}::text = ${value}`,
  );
  if (equal.length === 0) return [];
  const matches = sql.join(equal, sql` and `);
  const hashes = sql`custom_field_hashes(${JSON.stringify(fields)}::json)`;
  return [
    {
      matches,
      indexed: sql`custom_field_hashes(custom_fields) @> ${hashes} and custom_fields::text <> '{}' and ${matches}`,
    },
  ];
}

/** The 422 of a body that refers to a contact which the workspace does not have. */
export const noContact = (field = "contact_id") =>
  invalid([field], "not_found", {
    es: "no es un contacto de este espacio de trabajo",
    en: "is no contact of this workspace",
  });

/** The contacts of a workspace. The counts are read from the rows that they count (D-07). */
export function contactsOf(database: Kysely<Tables>, workspaceId: string) {
  return database
    .selectFrom("contacts")
    .select(columnsFor("contacts", "Contact"))
    .select(countOf("conversations", workspaceId).as("conversations_count"))
    .select(countOf("tickets", workspaceId).as("tickets_count"))
    .where("workspace_id", "=", workspaceId);
}

const countOf = (
  table: "conversations" | "tickets",
  workspaceId: string,
) => sql<number>`(
  select count(*)::integer from ${sql.table(table)} counted
  where counted.workspace_id = ${workspaceId} and counted.contact_id = contacts.id)`;
