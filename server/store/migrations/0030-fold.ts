import type { Migration } from "../migration.ts";

/**
 * Texts are searched without the characters that nobody sees, those with the property Default_Ignorable_Code_Point of Unicode,
 * which count as blank in a required text too. They go before the normalization, as some stand between a letter and its
 * accent. Hebrew is searched without its points, as Arabic without its vowel marks.
 */
const ignorable = String.raw`\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff`;
const characters = (from: number, to = from) =>
  String.fromCodePoint(
    ...Array.from({ length: to - from + 1 }, (_, n) => from + n),
  );
const arabic = characters(0x64b, 0x652);
const hebrew = [
  characters(0x591, 0x5bd),
  characters(0x5bf),
  characters(0x5c1, 0x5c2),
  characters(0x5c4, 0x5c5),
  characters(0x5c7),
].join("");

export const migration: Migration = {
  phase: "expand",
  statements: `
    do $do$
    declare
      unaccent text := (select quote_ident(nspname) from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'unaccent');
    begin
      execute replace($make$
        -- Greek ς is σ; lower() of Σ depends on the locale of the database.
        create or replace function fold(value text) returns text language plpgsql immutable strict parallel safe as $$
          begin
            if octet_length(value) = length(value) then
              return lower(value);
            end if;
            value := normalize(regexp_replace(value, '[${ignorable}]', '', 'g'), nfkc);
            return translate(lower(UNACCENT.unaccent(value)), 'ς${arabic}${hebrew}', 'σ');
          end
        $$
      $make$, 'UNACCENT', unaccent);
    end
    $do$;
  `,
};
