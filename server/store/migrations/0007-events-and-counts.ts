import type { Migration } from "../migration.ts";

/**
 * The request that caused an event, and the values before it, which count for the quotas; the requests of a workspace; the
 * bytes of a deleted object's place in its list; the hashes by which a custom field is found.
 */
export const migration: Migration = {
  phase: "expand",
  statements: String.raw`
    alter table events add column if not exists request json;
    alter table events add column if not exists previous json;
    create or replace function fill_event() returns trigger language plpgsql as $$
      begin
        new.bytes := 200 + octet_length(new.data::text)
          + coalesce(octet_length(new.request::text), 0) + coalesce(octet_length(new.previous::text), 0);
        return new;
      end
    $$;
    create or replace trigger fill_event before insert or update of data, request, previous on events
      for each row execute function fill_event();
    alter table events alter column bytes drop expression if exists;

    -- Servers of 1.2.0 add none to the ledger, so their rows count nothing.
    alter table cursor_positions add column if not exists bytes integer not null default 0;
    alter table cursor_positions alter column bytes drop expression if exists;
    alter table cursor_positions alter column bytes set default 0;

    -- Requests in periods of ten minutes, of the last hour (auth/last-use.ts). An export leaves them out.
    create table if not exists request_counts (
      workspace text collate "C",
      period timestamptz(3),
      count bigint not null,
      primary key (workspace, period)
    );

    -- A value may be longer than an entry of an index, so the entries are hashes.
    create or replace function custom_field_hashes(fields json) returns bigint[] language sql immutable strict parallel safe as $$
      select array_agg(hashtextextended(key || E'\n' || value, 0)) from json_each_text(fields)
    $$;

    drop index if exists articles_newest;
  `,
};
