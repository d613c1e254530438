import { sql, type Kysely } from "kysely";

/** One index of three characters each for `q`, whatever its length, that a creation writes in half the time. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // Every three neighbours of a text, at its end fewer. An expression alone, as a query would be prepared for each row.
  `create function search_grams(value text) returns tsvector language sql immutable parallel safe
     return array_to_tsvector(array_remove(string_to_array(
       regexp_replace(translate(value, E'\\n', ' '), '(...)', E'\\\\1\\n', 'g') || E'\\n' ||
       regexp_replace(translate(substr(value, 2), E'\\n', ' '), '(...)', E'\\\\1\\n', 'g') || E'\\n' ||
       regexp_replace(translate(substr(value, 3), E'\\n', ' '), '(...)', E'\\\\1\\n', 'g'),
       E'\\n'), ''))`,
  // Grams that cover a text, in quotes. One or two characters are the beginning of a gram.
  `create function search_query(value text) returns tsquery language sql immutable strict parallel safe
     begin atomic
       select string_agg(
         '''' || replace(replace(gram, E'\\\\', E'\\\\\\\\'), '''', '''''') || '''' ||
           case when length(gram) < 3 then ':*' else '' end, ' & '
       )::tsquery
       from generate_series(1, length(value), 3) start,
         substr(translate(value, E'\\n', ' '), greatest(least(start, length(value) - 2), 1), 3) gram;
     end`,
  // A short pending list makes a creation in some hundred wait for some milliseconds, and halves the work of all.
  `create index contacts_search_grams on contacts using gin (workspace_id, search_grams(search))
     with (fastupdate = on, gin_pending_list_limit = 256)`,
  // An index is dropped when its successor is there, as until the end nobody can read the table.
  `drop index contacts_search`,
];
