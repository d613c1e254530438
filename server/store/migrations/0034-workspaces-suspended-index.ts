import type { Migration } from "../migration.ts";

/** The suspended workspaces, which each search for due deliveries reads. */
export const migration: Migration = {
  phase: "index",
  name: "workspaces_suspended",
  table: "workspaces",
  definition: "(id) where suspended_at is not null",
};
