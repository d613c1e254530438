import type { Migration } from "../migration.ts";

/**
 * The text of contacts that a search reads, with U+00A0 between name and email: no search finds a text across both. It was a
 * generated column, and PostgreSQL rewrites a table whose generated column changes. So a trigger fills it now.
 */
export const migration: Migration = {
  phase: "expand",
  statements: String.raw`
    -- Else INFO@ and info@ would be two contacts.
    do $$ begin
      if lower('I') <> 'i' and not exists (select from workspaces) then
        raise exception 'The locale of the database makes % of I. Make the database with another one, such as C.UTF-8', lower('I');
      end if;
    end $$;

    -- Most names and emails are words between blanks, dots and @. Their grams are those of pg_trgm, which is fast: of "ana"
    -- these are "  a", " an", "ana" and "na ". A text with anything else also has each three neighbours, at its end fewer.
    -- With this cost PostgreSQL never computes it for all rows when it could use the index.
    do $do$
    declare
      pg_trgm text := (select quote_ident(nspname) from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'pg_trgm');
    begin
      execute replace($make$
        create or replace function search_grams(value text) returns tsvector language plpgsql immutable strict parallel safe cost 10000 as $$
          begin
            if value ~ '^[a-z0-9 .@\u00a0]*$' then
              return array_to_tsvector(PG_TRGM.show_trgm(value));
            end if;
            return array_to_tsvector(
              PG_TRGM.show_trgm(regexp_replace(value, '[^a-z0-9]', ' ', 'g')) ||
              array(select substr(value, n, 3) from generate_series(1, length(value)) n));
          end
        $$
      $make$, 'PG_TRGM', pg_trgm);
    end
    $do$;

    -- Some seven grams of a text. One or two characters are the beginning of a gram.
    create or replace function search_query(value text) returns tsquery language plpgsql immutable strict parallel safe as $$
      declare
        words boolean := value ~ '^[a-z0-9 .@]*$';
        line text := case when words then regexp_replace(value, '[^a-z0-9]', '  ', 'g') else value end;
        size integer := least(length(line), 3);
        grams text[] := array(
          select '''' || replace(replace(gram, '\', '\\'), '''', '''''') || '''' || case when size < 3 then ':*' else '' end
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

    create or replace function fill_contact() returns trigger language plpgsql as $$
      begin
        new.search := fold(new.name) || E'\u00a0' || fold(new.email);
        return new;
      end
    $$;
    create or replace trigger fill_contact before insert or update of name, email on contacts
      for each row execute function fill_contact();
    alter table contacts alter column search drop expression if exists;
  `,
};
