import { sql, type Kysely } from "kysely";

/** Workspaces, their API keys and contacts, with search that ignores capitals and accents. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create extension if not exists unaccent`,
  `create extension if not exists pg_trgm`,

  // unaccent is only stable, as its rules can be changed; a generated column needs an immutable function.
  `create function fold(value text) returns text language sql immutable strict parallel safe as $$
     select lower(unaccent('unaccent', normalize(value, nfkc)))
   $$`,
  `create function contains_pattern(value text) returns text language sql immutable strict parallel safe as $$
     select '%' || regexp_replace(fold(value), '([\\\\%_])', '\\\\\\1', 'g') || '%'
   $$`,

  `create table workspaces (
     id text collate "C" primary key,
     name text not null unique,
     created_at timestamptz(3) not null
   )`,
  `create table api_keys (
     id text collate "C" primary key,
     workspace_id text collate "C" not null references workspaces,
     name text not null,
     scopes text[] not null,
     hash text collate "C" not null unique,
     last_four text not null,
     created_at timestamptz(3) not null,
     last_used_at timestamptz(3),
     revoked_at timestamptz(3)
   )`,
  // json, not jsonb, here and in later tables: it keeps the order of the fields.
  `create table contacts (
     workspace_id text collate "C" not null references workspaces,
     id text collate "C" not null,
     name text not null,
     email text not null,
     phone text not null,
     company text not null,
     country text not null,
     city text not null,
     tags text[] not null,
     lifecycle text not null,
     vip boolean not null,
     source text not null,
     custom_fields json not null,
     created_at timestamptz(3) not null,
     last_seen_at timestamptz(3) not null,
     search text not null generated always as (fold(name) || E'\\n' || fold(email)) stored,
     primary key (workspace_id, id)
   )`,
  `create unique index contacts_email on contacts (workspace_id, lower(email))`,
  `create index contacts_newest on contacts (workspace_id, created_at desc, id desc)`,
  `create index contacts_search on contacts using gin (search gin_trgm_ops)`,
];
