/**
 * What belongs to the servers: the audit log, which can only be added to, the fingerprint of the key that secrets are encrypted
 * with, and the newest migration that a server must know to work with these tables.
 */
export const operation = `
  -- The workspace's id is not called workspace_id: an entry remains when its workspace is erased.
  create table audit_log (
    id text collate "C" primary key,
    created_at timestamptz(3) not null,
    by text not null,
    command text not null,
    workspace text collate "C",
    subject text collate "C"
  );
  create index audit_log_age on audit_log (created_at);
  create function oldest_kept_audit() returns timestamptz language sql stable return now() - interval '2 years';
  create function keep_audit_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.created_at <= oldest_kept_audit() then return old; end if;
      end if;
      raise exception 'audit_log can only be added to';
    end
  $$;
  create trigger keep_audit_log before update or delete on audit_log
    for each row execute function keep_audit_log();
  create trigger keep_whole_audit_log before truncate on audit_log
    for each statement execute function keep_audit_log();

  create table encryption_key (id integer primary key default 1 check (id = 1), fingerprint text not null);

  create table migrations (name text primary key, applied_at timestamptz(3) not null default now());

  create table required_migration (id integer primary key default 1 check (id = 1), name text not null);
  insert into required_migration (name) values ('0001-baseline');
`;
