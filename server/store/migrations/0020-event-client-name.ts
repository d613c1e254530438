import type { Migration } from "../migration.ts";

/** The `Client-Name` of the request that caused an event. Servers without it insert null, and read the rest of the event. */
export const migration: Migration = {
  phase: "expand",
  statements: `
    alter table events add client_name text;
  `,
};
