import type { Migration } from "../migration.ts";

/**
 * An article that is published again keeps its time of publication, so `is_published` says that it is public now. Servers
 * of 1.2.0 know `published_at` alone, which they empty when they withdraw an article; so do the files of their exports. The
 * text that a search reads has U+00A0 between the fields, as that of contacts.
 */
export const migration: Migration = {
  phase: "expand",
  statements: String.raw`
    -- True for the rows that are there: 0005-articles-rows corrects the drafts.
    alter table articles add column if not exists is_published boolean not null default true;
    alter table articles alter column is_published drop default;
    create or replace function fill_article() returns trigger language plpgsql as $$
      begin
        new.search := fold(new.title) || E'\u00a0' || fold(new.excerpt) || E'\u00a0' || fold(new.body);
        if tg_op = 'INSERT' then
          new.is_published := coalesce(new.is_published, new.published_at is not null);
        elsif new.published_at is distinct from old.published_at and new.is_published = old.is_published then
          new.is_published := new.published_at is not null;
        end if;
        return new;
      end
    $$;
    create or replace trigger fill_article before insert or update of title, excerpt, body, published_at on articles
      for each row execute function fill_article();
    alter table articles alter column search drop expression if exists;
  `,
};
