import { sql, type Kysely } from "kysely";

/** Greek ς, which is σ at the end of a word, and the vowel marks of Arabic make no difference to a search either (D-30). */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ unaccent: string }>`
    select cast(extnamespace::regnamespace as text) as unaccent from pg_extension where extname = 'unaccent'`.execute(
    database,
  );
  for (const { unaccent } of rows) {
    for (const statement of statements(unaccent)) await sql.raw(statement).execute(database);
  }
}

const marks = String.fromCodePoint(...Array.from({ length: 8 }, (_, n) => 0x64b + n));

const statements = (unaccent: string) => [
  // lower() of Σ is σ, or ς at the end of a word, as the locale of the database has it. translate() drops the marks.
  `create or replace function fold(value text) returns text language plpgsql immutable strict parallel safe as $$
     begin
       if octet_length(value) = length(value) then
         return lower(value);
       end if;
       return translate(lower(${unaccent}.unaccent(normalize(value, nfkc))), 'ς${marks}', 'σ');
     end
   $$`,
  // Their generated columns are computed again.
  `update contacts set name = name, email = email where search ~ '[ς${marks}]'`,
  `update articles set title = title, excerpt = excerpt, body = body where search ~ '[ς${marks}]'`,
];
