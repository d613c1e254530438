import { lengthsOf, size } from "./sizes.ts";

/**
 * Contacts. Here and in other tables `json` keeps the order of the fields, which jsonb does not. A message changes the last
 * timestamps of its contact; with room in the page that touches no index.
 */
export const contacts = `
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
      ...lengthsOf("name", "email", "phone", "company", "country", "city", "custom_fields::text"),
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
