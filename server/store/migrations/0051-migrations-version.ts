import type { Migration } from "../migration.ts";

/** The version of the server that ran a migration; null for an earlier one. */
export const migration: Migration = {
  phase: "expand",
  statements: `
    alter table migrations add column version text;
  `,
};
