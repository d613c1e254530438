/** The schemas in which the database has the extensions. */
export interface Extensions {
  unaccent: string;
  pg_trgm: string;
}

export const extensions = `
  create extension if not exists unaccent;
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
`;

/** The vowel marks of Arabic. */
const marks = String.fromCodePoint(...Array.from({ length: 8 }, (_, n) => 0x64b + n));

/**
 * How texts are searched (D-30). The functions name the schemas of the extensions, because pg_dump and psql restore a dump
 * without a search path. PostgreSQL compiles PL/pgSQL once for a session, and SQL for each statement.
 */
export const search = ({ unaccent, pg_trgm }: Extensions): string => `
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
