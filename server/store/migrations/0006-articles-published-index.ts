import type { Migration } from "../migration.ts";

/** The articles of a help center that are public. 0007-events-and-counts drops the index without `is_published`. */
export const migration: Migration = {
  phase: "index",
  name: "articles_published",
  table: "articles",
  definition: "(workspace_id, published_at desc, id desc) where is_published",
};
