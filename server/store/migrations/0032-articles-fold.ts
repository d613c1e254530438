import type { Migration } from "../migration.ts";

const search = String.raw`fold(title) || E'\u00a0' || fold(excerpt) || E'\u00a0' || fold(body)`;

/** The articles that were written before 0030-fold. */
export const migration: Migration = {
  phase: "move",
  table: "articles",
  set: `search = ${search}`,
  where: `search <> ${search}`,
};
