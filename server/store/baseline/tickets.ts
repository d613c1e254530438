import { lengthsOf, size } from "./sizes.ts";

/** Tickets. The number of the newest one has a row of its own, which is on the node of its workspace. */
export const tickets = `
  create table tickets (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    number integer not null,
    contact_id text collate "C" not null,
    conversation_id text collate "C",
    subject text not null,
    description text not null,
    status text not null,
    priority text not null,
    tags text[] not null,
    custom_fields json not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    ${size(...lengthsOf("subject", "description", "custom_fields::text"), "text_bytes(tags)")},
    primary key (workspace_id, id),
    unique (workspace_id, number),
    foreign key (workspace_id, contact_id) references contacts,
    foreign key (workspace_id, conversation_id) references conversations
  );
  create index tickets_newest on tickets (workspace_id, created_at desc, id desc);
  create index tickets_of_contact on tickets (workspace_id, contact_id, created_at desc, id desc);
  create index tickets_of_status on tickets (workspace_id, status, created_at desc, id desc);
  create index tickets_changed on tickets (workspace_id, updated_at) where updated_at > created_at;

  create table ticket_numbers (
    workspace_id text collate "C" primary key references workspaces,
    last_number integer not null
  );
`;
