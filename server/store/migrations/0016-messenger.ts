import { sql, type Kysely } from "kysely";

/** The messenger: its public tokens, and the sessions of visitors (D-41). */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table messenger_tokens (
     id text collate "C" primary key,
     workspace_id text collate "C" not null references workspaces,
     name text not null,
     origins text[] not null,
     hash text collate "C" not null unique,
     last_four text not null,
     secret text not null,
     created_at timestamptz(3) not null,
     revoked_at timestamptz(3)
   )`,
  `create table messenger_sessions (
     id text collate "C" primary key,
     workspace_id text collate "C" not null references workspaces,
     token_id text collate "C" not null references messenger_tokens,
     hash text collate "C" not null unique,
     contact_id text collate "C",
     name text not null,
     email text not null,
     email_verified boolean not null,
     created_at timestamptz(3) not null
   )`,
  `create index messenger_sessions_age on messenger_sessions (created_at)`,
  `create index messenger_sessions_of_contact on messenger_sessions (workspace_id, contact_id)`,

  // A session can have stored responses too. What refers to a table on the coordinator has no foreign key on Citus.
  `alter table idempotency_keys drop constraint if exists idempotency_keys_api_key_id_fkey`,
];
