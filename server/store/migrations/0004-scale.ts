import { sql, type Kysely } from "kysely";

/** Indexes with which every list and search takes as long with a million rows as with a thousand. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create extension if not exists btree_gin`,

  // The characters of a text and its pairs of neighbours: what trigrams cannot find.
  `create function short_grams(value text) returns text[] language sql immutable strict parallel safe as $$
     select characters || array(
       select one || next from unnest(characters, characters[2:]) pair (one, next) where next is not null
     )
     from string_to_array(value, null) characters
   $$`,
  // The starts of words are enough to find candidates by, and have fewer trigrams to look up than the words.
  `create function word_starts_pattern(value text) returns text language sql immutable strict parallel safe as $$
     select '%' || regexp_replace(
       regexp_replace(fold(value), '[^[:alnum:]]+', '%', 'g'), '([[:alnum:]]{5})[[:alnum:]]+', '\\1%', 'g'
     ) || '%'
   $$`,
  `drop index contacts_search`,
  // With fastupdate one creation in a thousand would wait while the entries of all the others are written.
  `create index contacts_search on contacts
     using gin (workspace_id, search gin_trgm_ops, short_grams(search) collate "C") with (fastupdate = off)`,

  // A message moves a moment of its conversation and contact; with room in the page their indexes are not touched.
  `alter table contacts set (fillfactor = 90)`,
  `alter table conversations set (fillfactor = 90)`,

  `create index conversations_of_status on conversations (workspace_id, status, created_at desc, id desc)`,
  `create index tickets_of_status on tickets (workspace_id, status, created_at desc, id desc)`,
  `create index webhook_deliveries_of_status
     on webhook_deliveries (workspace_id, webhook_id, status, created_at desc, id desc)`,
  `create index events_of_type on events (workspace_id, type, sequence)`,
];
