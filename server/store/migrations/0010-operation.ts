import { sql, type Kysely } from "kysely";

/** Keys that expire, and the audit log of operators' commands. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table api_keys add expires_at timestamptz(3)`,
  `drop trigger note_key_change on api_keys`,
  `create trigger note_key_change after update of workspace_id, scopes, hash, revoked_at, expires_at or delete on api_keys
     for each statement execute function note_key_change()`,

  // The workspace's id is not called workspace_id: an entry remains when its workspace is erased.
  `create table audit_log (
     id text collate "C" primary key,
     created_at timestamptz(3) not null,
     by text not null,
     command text not null,
     workspace text collate "C",
     subject text collate "C"
   )`,
  `create index audit_log_age on audit_log (created_at)`,
  `create function oldest_kept_audit() returns timestamptz language sql stable return now() - interval '2 years'`,
  `create function keep_audit_log() returns trigger language plpgsql as $$
     begin
       if tg_op = 'DELETE' then
         if old.created_at <= oldest_kept_audit() then return old; end if;
       end if;
       raise exception 'audit_log can only be added to';
     end
   $$`,
  `create trigger keep_audit_log before update or delete on audit_log
     for each row execute function keep_audit_log()`,
  `create trigger keep_whole_audit_log before truncate on audit_log
     for each statement execute function keep_audit_log()`,
];
