import type { Migration } from "../migration.ts";

const search = String.raw`fold(title) || E'\u00a0' || fold(excerpt) || E'\u00a0' || fold(body)`;

/** The articles that were written before 0004-articles-published. */
export const migration: Migration = {
  phase: "move",
  table: "articles",
  set: `search = ${search}, is_published = is_published and published_at is not null`,
  where: `search <> ${search} or is_published and published_at is null`,
};
