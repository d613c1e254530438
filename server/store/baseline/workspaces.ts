/** Workspaces and their API keys. */
export const workspaces = `
  create table workspaces (
    id text collate "C" primary key,
    name text not null unique,
    created_at timestamptz(3) not null,
    quotas json
  );

  create table api_keys (
    id text collate "C" primary key,
    workspace_id text collate "C" not null references workspaces,
    name text not null,
    scopes text[] not null,
    hash text collate "C" not null unique,
    last_four text not null,
    created_at timestamptz(3) not null,
    last_used_at timestamptz(3),
    revoked_at timestamptz(3),
    expires_at timestamptz(3),
    lifetime float8
  );
  create index api_keys_of_workspace on api_keys (workspace_id);

  -- Every process learns of a change of a key by the notification, or by the count when it could not listen.
  create table key_changes (id integer primary key default 1 check (id = 1), count bigint not null);
  insert into key_changes (count) values (0);
  create function note_key_change() returns trigger language plpgsql as $$
    begin
      update key_changes set count = count + 1;
      perform pg_notify('contacts_api_key_changes', '');
      return null;
    end
  $$;
  create trigger note_key_change after update of workspace_id, scopes, hash, revoked_at, expires_at or delete on api_keys
    for each statement execute function note_key_change();
`;
