import type { Migration } from "../migration.ts";

/** The hash of a body without its defaults, beside the one with them, which servers of 1.2.0 compare. */
export const migration: Migration = {
  phase: "expand",
  statements: `
    alter table idempotency_keys add column body_hash text;
  `,
};
