import type { Migration } from "../migration.ts";

/** The last day on which each API key used something deprecated. Servers without this table note no use. */
export const migration: Migration = {
  phase: "expand",
  statements: `
    create table deprecated_uses (
      workspace_id text collate "C" not null references workspaces,
      api_key_id text collate "C" not null,
      operation text collate "C" not null,
      name text collate "C" not null,
      last_day timestamptz(3) not null,
      primary key (workspace_id, api_key_id, operation, name)
    );
  `,
};
