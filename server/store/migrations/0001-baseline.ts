import { type Kysely, sql } from "kysely";
import type { Migration } from "../migration.ts";
import type { Tables } from "../tables.ts";

/** The tables of the first release, room by room. */
export const migration: Migration = { phase: "baseline", up };

async function up(database: Kysely<Tables>): Promise<void> {
  await sql.raw(extensions).execute(database);
  const { rows } = await sql<Extensions>`
    select json_object_agg(extname, extnamespace::regnamespace) ->> 'unaccent' as unaccent,
      json_object_agg(extname, extnamespace::regnamespace) ->> 'pg_trgm' as pg_trgm from pg_extension`.execute(
    database,
  );
  const tables = [
    workspaces,
    contacts,
    conversations,
    tickets,
    articles,
    events,
    webhooks,
    messenger,
    cursorPositions,
  ];
  for (const room of [
    ...rows.map(search),
    sizes,
    ...tables,
    requests,
    operation,
  ])
    await sql.raw(room).execute(database);
}

/** How much a row counts for the quotas (D-35): its texts in UTF-8, and 200 bytes for its other values and entries of indexes. */
const size = (...lengths: string[]): string =>
  `bytes integer not null generated always as (${["200", ...lengths].join(" + ")}) stored`;

/** The lengths of columns: of texts, or of what PostgreSQL writes as text, e.g. `data::text`. */
const lengthsOf = (...columns: string[]): string[] =>
  columns.map((column) => `octet_length(${column})`);

const sizes = `
  create function text_bytes(value text[]) returns integer language plpgsql immutable strict parallel safe as $$
    begin
      return octet_length(array_to_string(value, ' '));
    end
  $$;
`;

/** Workspaces and their API keys. */
const workspaces = `
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

/**
 * Contacts. Here and in other tables `json` keeps the order of the fields, which jsonb does not. A message changes the last
 * timestamps of its contact; with room in the page that touches no index.
 */
const contacts = `
  create table contacts (
    workspace_id text collate "C" not null references workspaces,
    id text collate "C" not null,
    name text not null,
    email text not null,
    external_id text collate "C",
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
    updated_at timestamptz(3) not null,
    last_seen_at timestamptz(3) not null,
    search text not null generated always as (fold(name) || E'\\n' || fold(email)) stored,
    ${size(
      ...lengthsOf(
        "name",
        "email",
        "phone",
        "company",
        "country",
        "city",
        "custom_fields::text",
      ),
      "coalesce(octet_length(external_id), 0)",
      "text_bytes(tags)",
    )},
    primary key (workspace_id, id)
  ) with (fillfactor = 90);
  create unique index contacts_email on contacts (workspace_id, lower(email));
  create unique index contacts_external_id on contacts (workspace_id, external_id) where external_id is not null;
  create index contacts_newest on contacts (workspace_id, created_at desc, id desc);
  create index contacts_of_lifecycle on contacts (workspace_id, lifecycle, created_at desc, id desc);
  create index contacts_changed on contacts (workspace_id, updated_at) where updated_at > created_at;
  -- Most contacts have no tags, and cost nothing here.
  create index contacts_of_tag on contacts using gin (workspace_id, tags) with (fastupdate = off) where tags <> '{}';
  -- With a short pending list one creation in some hundred waits some ten milliseconds, and all take less time.
  create index contacts_search_grams on contacts using gin (workspace_id, search_grams(search))
    with (fastupdate = on, gin_pending_list_limit = 512);
`;

/** Conversations and their messages. */
const conversations = `
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

/** Tickets. The number of the newest one has a row of its own, which is on the node of its workspace. */
const tickets = `
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

/** Articles of the help center. */
const articles = `
  create table articles (
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
  );
  create index articles_newest on articles (workspace_id, published_at desc, id desc) where published_at is not null;
  create index articles_search on articles using gin (search gin_trgm_ops);
`;

/** The event feed. A role that may write rows takes numbers without any right, but could not read which one is the newest. */
const events = `
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

/** Webhooks, the deliveries that are also the queue of the worker, and the attempts that were made. */
const webhooks = `
  create table webhooks (
    workspace_id text collate "C" not null references workspaces,
    id text collate "C" not null,
    url text not null,
    events text[] not null,
    description text not null,
    status text not null,
    disabled_reason text,
    secret text not null,
    previous_secret text,
    previous_secret_expires_at timestamptz(3),
    failing_since timestamptz(3),
    failed_attempts integer not null default 0,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id)
  );
  create index webhooks_newest on webhooks (workspace_id, created_at desc, id desc);

  create table webhook_deliveries (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    webhook_id text collate "C" not null,
    event_id text collate "C" not null,
    status text not null,
    retry boolean not null,
    attempts integer not null default 0,
    next_attempt_at timestamptz(3),
    claimed_until timestamptz(3),
    created_at timestamptz(3) not null,
    -- With its attempts: each is added when it is recorded.
    bytes integer not null default 200,
    primary key (workspace_id, id),
    foreign key (workspace_id, webhook_id) references webhooks on delete cascade,
    foreign key (workspace_id, event_id) references events (workspace_id, id) on delete cascade
  );
  create index webhook_deliveries_newest
    on webhook_deliveries (workspace_id, webhook_id, created_at desc, id desc);
  create index webhook_deliveries_of_status
    on webhook_deliveries (workspace_id, webhook_id, status, created_at desc, id desc);
  create index webhook_deliveries_of_event on webhook_deliveries (workspace_id, event_id);
  create index webhook_deliveries_pending on webhook_deliveries (next_attempt_at) where status = 'pending';
  -- Of one webhook. Its condition differs, so that PostgreSQL never takes one index for the other.
  create index webhook_deliveries_waiting
    on webhook_deliveries (workspace_id, webhook_id, next_attempt_at) where next_attempt_at is not null;

  create table webhook_attempts (
    workspace_id text collate "C" not null,
    delivery_id text collate "C" not null,
    number integer not null,
    at timestamptz(3) not null,
    response_status integer,
    error text,
    duration_ms integer not null,
    response_excerpt text not null,
    primary key (workspace_id, delivery_id, number),
    foreign key (workspace_id, delivery_id) references webhook_deliveries on delete cascade
  );
`;

/** The public tokens of websites, and the sessions of their visitors (D-41). */
const messenger = `
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

/** Where elements stood that their lists no longer have, so that their ids stay cursors (D-18). */
const cursorPositions = String.raw`
  create table cursor_positions (
    workspace_id text collate "C" not null references workspaces,
    list text collate "C" not null,
    id text collate "C" not null,
    created_at timestamptz(3) not null,
    deleted_at timestamptz(3) not null,
    primary key (workspace_id, list, id)
  );
  create index cursor_positions_age on cursor_positions (deleted_at) where list <> 'events';
`;

/**
 * What requests leave beside the objects that they write: the responses that are kept for an Idempotency-Key (D-25), and how
 * much a workspace stores (D-35): the ledger, in parts, so that transactions at one time need not wait for each other.
 */
const requests = `
  create table idempotency_keys (
    workspace_id text collate "C" not null references workspaces,
    api_key_id text collate "C" not null,
    path text not null,
    key text collate "C" not null,
    request_hash text collate "C" not null,
    response bytea not null,
    contact_ids text[] not null,
    created_at timestamptz(3) not null,
    ${size(...lengthsOf("path", "response"), "text_bytes(contact_ids)")},
    primary key (workspace_id, api_key_id, path, key)
  );
  create index idempotency_keys_age on idempotency_keys (created_at);
  -- From a person to the responses about it, for an erasure (D-39).
  create index idempotency_keys_of_contacts on idempotency_keys using gin (workspace_id, contact_ids)
    with (fastupdate = on, gin_pending_list_limit = 512);

  create table workspace_usage_parts (
    workspace_id text collate "C" not null references workspaces,
    part integer not null,
    contacts bigint not null,
    bytes bigint not null,
    primary key (workspace_id, part)
  ) with (fillfactor = 50);

  -- A statement calls it to write nothing; errors.ts reads the reason.
  create function raise_conflict(reason text) returns void language plpgsql as $$
    begin
      raise exception using message = reason, errcode = 'CA001';
    end
  $$;
`;

/**
 * What belongs to the servers: the audit log, which can only be added to, the fingerprint of the key that secrets are encrypted
 * with, and the newest migration that a server must know to work with these tables.
 */
const operation = `
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

/** The schemas in which the database has the extensions. */
interface Extensions {
  unaccent: string;
  pg_trgm: string;
}

const extensions = `
  create extension if not exists unaccent;
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
`;

/** The vowel marks of Arabic. */
const marks = String.fromCodePoint(
  ...Array.from({ length: 8 }, (_, n) => 0x64b + n),
);

/**
 * How texts are searched (D-30). The functions name the schemas of the extensions, because pg_dump and psql restore a dump
 * without a search path. PostgreSQL compiles PL/pgSQL once for a session, and SQL for each statement.
 */
const search = ({ unaccent, pg_trgm }: Extensions): string => `
  -- Without capitals and accents. Greek ς is σ; lower() of Σ depends on the locale of the database.
  create function fold(value text) returns text language plpgsql immutable strict parallel safe as $$
    begin
      if octet_length(value) = length(value) then
        return lower(value);
      end if;
      return translate(lower(${unaccent}.unaccent(normalize(value, nfkc))), 'ς${marks}', 'σ');
    end
  $$;

  -- A pattern for LIKE that finds a text anywhere.
  create function contains_pattern(value text) returns text language sql immutable strict parallel safe
    return '%' || regexp_replace(fold(value), '([\\\\%_])', '\\\\\\1', 'g') || '%';

  -- Most names and emails are words between blanks, dots and @. Their grams are those of pg_trgm, which is fast: of "ana"
  -- these are "  a", " an", "ana" and "na ". A text with anything else also has each three neighbours, at its end fewer.
  -- With this cost PostgreSQL never computes it for all rows when it could use the index.
  create function search_grams(value text) returns tsvector language plpgsql immutable strict parallel safe cost 10000 as $$
    begin
      if value ~ '^[a-z0-9 .@\\n]*$' then
        return array_to_tsvector(${pg_trgm}.show_trgm(value));
      end if;
      return array_to_tsvector(
        ${pg_trgm}.show_trgm(regexp_replace(value, '[^a-z0-9]', ' ', 'g')) ||
        array(select substr(value, n, 3) from generate_series(1, length(value)) n));
    end
  $$;

  -- Some seven grams of a text. One or two characters are the beginning of a gram.
  create function search_query(value text) returns tsquery language plpgsql immutable strict parallel safe as $$
    declare
      words boolean := value ~ '^[a-z0-9 .@\\n]*$';
      line text := case when words then regexp_replace(value, '[^a-z0-9]', '  ', 'g') else value end;
      size integer := least(length(line), 3);
      grams text[] := array(
        select '''' || replace(replace(gram, '\\', '\\\\'), '''', '''''') || '''' || case when size < 3 then ':*' else '' end
        from generate_series(1, length(line) - size + 1) n, substr(line, n, size) gram
        where not words or gram ~ '^(.?[a-z0-9].|  [a-z0-9])$'
      );
    begin
      if grams <> '{}' then
        return string_agg(grams[n], ' & ')::tsquery
          from generate_series(1, cardinality(grams), greatest(cardinality(grams) / 6, 1)) n;
      end if;
      -- No gram begins with the last letter of a word.
      if value ~ '^[a-z0-9]' then
        return (string_agg('''' || before || left(value, 1) || ' ''', ' | ')
          || case when length(value) = 1 then ' | ' || value || ':*' else '' end)::tsquery
          from string_to_table(' abcdefghijklmnopqrstuvwxyz0123456789', null) before;
      end if;
      return '!none'; -- all have it
    end
  $$;
`;
