import { lengthsOf, size } from "./sizes.ts";

/** The event feed. A role that may write rows takes numbers without any right, but could not read which one is the newest. */
export const events = `
  create table events (
    workspace_id text collate "C" not null references workspaces,
    sequence bigint not null generated always as identity,
    id text collate "C" not null,
    type text collate "C" not null,
    data json not null,
    created_at timestamptz(3) not null,
    contact_id text collate "C",
    ${size(...lengthsOf("data::text"))},
    primary key (workspace_id, sequence),
    unique (workspace_id, id)
  );
  create index events_of_type on events (workspace_id, type, sequence);
  -- From a person to the events about it, for an erasure (D-39).
  create index events_of_contact on events (workspace_id, contact_id) where contact_id is not null;
  create index events_age on events (created_at);
  grant select on sequence events_sequence_seq to public;
`;
