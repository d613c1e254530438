import type { Migration } from "../migration.ts";

const search = String.raw`fold(name) || E'\u00a0' || fold(email)`;

/** The contacts that were written before 0030-fold. */
export const migration: Migration = {
  phase: "move",
  table: "contacts",
  set: `search = ${search}`,
  where: `search <> ${search}`,
};
