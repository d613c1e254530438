import { lengthsOf, size } from "./sizes.ts";

/** Conversations and their messages. */
export const conversations = `
  create table conversations (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    contact_id text collate "C" not null,
    subject text not null,
    status text not null,
    source text not null,
    last_message_at timestamptz(3) not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    ${size(...lengthsOf("subject"))},
    primary key (workspace_id, id),
    foreign key (workspace_id, contact_id) references contacts
  ) with (fillfactor = 90);
  create index conversations_newest on conversations (workspace_id, created_at desc, id desc);
  create index conversations_of_contact on conversations (workspace_id, contact_id, created_at desc, id desc);
  create index conversations_of_status on conversations (workspace_id, status, created_at desc, id desc);
  create index conversations_changed on conversations (workspace_id, updated_at) where updated_at > created_at;

  create table messages (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    conversation_id text collate "C" not null,
    author_type text not null,
    body text not null,
    created_at timestamptz(3) not null,
    ${size(...lengthsOf("body"))},
    primary key (workspace_id, id),
    foreign key (workspace_id, conversation_id) references conversations
  );
  create index messages_newest on messages (workspace_id, conversation_id, created_at desc, id desc);
`;
