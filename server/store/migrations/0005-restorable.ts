import { sql, type Kysely } from "kysely";

/**
 * Functions that a restored dump can run: pg_dump and psql look for names in no schema. A body in SQL's own syntax is
 * parsed here, once, and refers to functions and dictionary wherever they are; a text is looked up at each call.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

// They return what they returned before, so no column and no index has to be written again.
const statements = [
  `create or replace function fold(value text) returns text language sql immutable strict parallel safe
     return lower(unaccent('unaccent', normalize(value, nfkc)))`,
  `create or replace function contains_pattern(value text) returns text language sql immutable strict parallel safe
     return '%' || regexp_replace(fold(value), '([\\\\%_])', '\\\\\\1', 'g') || '%'`,
  `create or replace function word_starts_pattern(value text) returns text language sql immutable strict parallel safe
     return '%' || regexp_replace(
       regexp_replace(fold(value), '[^[:alnum:]]+', '%', 'g'), '([[:alnum:]]{5})[[:alnum:]]+', '\\1%', 'g'
     ) || '%'`,
];
