import { lengthsOf, size } from "./sizes.ts";

/** The public tokens of websites, and the sessions of their visitors (D-41). */
export const messenger = `
  create table messenger_tokens (
    id text collate "C" primary key,
    workspace_id text collate "C" not null references workspaces,
    name text not null,
    origins text[] not null,
    hash text collate "C" not null unique,
    last_four text not null,
    secret text not null,
    previous_secret text,
    previous_secret_expires_at timestamptz(3),
    created_at timestamptz(3) not null,
    revoked_at timestamptz(3)
  );
  create index messenger_tokens_of_workspace on messenger_tokens (workspace_id);

  create table messenger_sessions (
    id text collate "C" primary key,
    workspace_id text collate "C" not null references workspaces,
    token_id text collate "C" not null references messenger_tokens,
    hash text collate "C" not null unique,
    contact_id text collate "C",
    name text not null,
    email text not null,
    email_verified boolean not null,
    created_at timestamptz(3) not null,
    ${size(...lengthsOf("name", "email"))}
  );
  create index messenger_sessions_age on messenger_sessions (created_at);
  create index messenger_sessions_of_contact on messenger_sessions (workspace_id, contact_id);
  create index messenger_sessions_of_token on messenger_sessions (token_id);
`;
