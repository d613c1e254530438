import { sql, type Kysely } from "kysely";

/**
 * A search index whose entries pg_trgm finds, and a fold() that PostgreSQL compiles once for a session: it looked both up
 * and planned them in each statement that inserts a contact.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ unaccent: string; trgm: string }>`
    select max(schema) filter (where extname = 'unaccent') as unaccent, max(schema) filter (where extname = 'pg_trgm') as trgm
    from pg_extension, cast(extnamespace::regnamespace as text) schema`.execute(database);
  for (const { unaccent, trgm } of rows) {
    for (const statement of statements(unaccent, trgm)) await sql.raw(statement).execute(database);
  }
}

/** The functions name the schemas of the extensions, as a restored dump looks for names in no schema (migration 0005). */
const statements = (unaccent: string, trgm: string) => [
  // It returns what it returned before: unaccent leaves ASCII as it is, and so does NFKC.
  `create or replace function fold(value text) returns text language plpgsql immutable strict parallel safe as $$
     begin
       if octet_length(value) = length(value) then
         return lower(value);
       end if;
       return lower(${unaccent}.unaccent(normalize(value, nfkc)));
     end
   $$`,

  `alter function search_grams(text) rename to search_grams_before`,
  `alter index contacts_search_grams rename to contacts_search_grams_before`,

  // Most names and emails are words between blanks, dots and @. Their grams are those of pg_trgm, which is fast: of "ana"
  // these are "  a", " an", "ana" and "na ". A text with anything else also has each three neighbours, at its end fewer.
  // With this cost PostgreSQL never computes it for all rows when it could use the index.
  `create function search_grams(value text) returns tsvector language plpgsql immutable strict parallel safe cost 10000 as $$
     begin
       if value ~ '^[a-z0-9 .@\\n]*$' then
         return array_to_tsvector(${trgm}.show_trgm(value));
       end if;
       return array_to_tsvector(
         ${trgm}.show_trgm(regexp_replace(value, '[^a-z0-9]', ' ', 'g')) ||
         array(select substr(value, n, 3) from generate_series(1, length(value)) n));
     end
   $$`,
  // Some seven grams of a text. One or two characters are the beginning of a gram.
  `create or replace function search_query(value text) returns tsquery language plpgsql immutable strict parallel safe as $$
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
   $$`,

  `create index contacts_search_grams on contacts using gin (workspace_id, search_grams(search))
     with (fastupdate = on, gin_pending_list_limit = 512)`,
  // Its successor is there by now: from here to the end nobody can read the table.
  `drop index contacts_search_grams_before`,
  `drop function search_grams_before(text)`,
];
