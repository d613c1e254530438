import type { Migration } from "../migration.ts";

/** Contacts by a custom field. Most contacts have none, and cost nothing here. */
export const migration: Migration = {
  phase: "index",
  name: "contacts_of_custom_field",
  table: "contacts",
  definition:
    "using gin (workspace_id, custom_field_hashes(custom_fields)) with (fastupdate = off) where custom_fields::text <> '{}'",
};
