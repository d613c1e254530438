import type { Migration } from "../migration.ts";

/** Since when a workspace is suspended, and why. */
export const migration: Migration = {
  phase: "expand",
  statements: `
    alter table workspaces
      add column suspended_at timestamptz(3),
      add column suspended_because text;
  `,
};
