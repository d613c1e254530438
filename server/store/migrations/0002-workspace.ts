import { sql, type Kysely } from "kysely";

/** Conversations and their messages, tickets, articles, the event feed and idempotency keys. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table workspaces add last_ticket_number integer not null default 0`,

  `create table conversations (
     workspace_id text collate "C" not null,
     id text collate "C" not null,
     contact_id text collate "C" not null,
     subject text not null,
     status text not null,
     source text not null,
     last_message_at timestamptz(3) not null,
     created_at timestamptz(3) not null,
     primary key (workspace_id, id),
     foreign key (workspace_id, contact_id) references contacts
   )`,
  `create index conversations_newest on conversations (workspace_id, created_at desc, id desc)`,
  `create index conversations_of_contact on conversations (workspace_id, contact_id, created_at desc, id desc)`,

  `create table messages (
     workspace_id text collate "C" not null,
     id text collate "C" not null,
     conversation_id text collate "C" not null,
     author_type text not null,
     body text not null,
     created_at timestamptz(3) not null,
     primary key (workspace_id, id),
     foreign key (workspace_id, conversation_id) references conversations
   )`,
  `create index messages_newest on messages (workspace_id, conversation_id, created_at desc, id desc)`,

  `create table tickets (
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
     primary key (workspace_id, id),
     unique (workspace_id, number),
     foreign key (workspace_id, contact_id) references contacts,
     foreign key (workspace_id, conversation_id) references conversations
   )`,
  `create index tickets_newest on tickets (workspace_id, created_at desc, id desc)`,
  `create index tickets_of_contact on tickets (workspace_id, contact_id, created_at desc, id desc)`,

  `create table articles (
     workspace_id text collate "C" not null references workspaces,
     id text collate "C" not null,
     title text not null,
     slug text collate "C" not null,
     excerpt text not null,
     body text not null,
     category text not null,
     locale text not null,
     url text,
     published_at timestamptz(3),
     created_at timestamptz(3) not null,
     updated_at timestamptz(3) not null,
     search text not null generated always as (fold(title) || E'\\n' || fold(excerpt) || E'\\n' || fold(body)) stored,
     primary key (workspace_id, id),
     unique (workspace_id, slug)
   )`,
  `create index articles_newest on articles (workspace_id, published_at desc, id desc) where published_at is not null`,
  `create index articles_search on articles using gin (search gin_trgm_ops)`,

  `create table events (
     workspace_id text collate "C" not null references workspaces,
     sequence bigint not null generated always as identity,
     id text collate "C" not null,
     type text collate "C" not null,
     data json not null,
     created_at timestamptz(3) not null,
     primary key (workspace_id, sequence),
     unique (workspace_id, id)
   )`,
  `create index events_age on events (created_at)`,

  `create table idempotency_keys (
     workspace_id text collate "C" not null references workspaces,
     api_key_id text collate "C" not null references api_keys,
     path text not null,
     key text collate "C" not null,
     request_hash text collate "C" not null,
     answer text not null,
     created_at timestamptz(3) not null,
     primary key (workspace_id, api_key_id, path, key)
   )`,
  `create index idempotency_keys_age on idempotency_keys (created_at)`,
];
