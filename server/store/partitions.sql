-- Splits the tables of a migrated, still empty database into partitions by a hash of workspace_id (SCALING.md). Run it once:
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -v partitions=16 -1 -f server/store/partitions.sql

\if :{?partitions}
\else
  \set partitions ''
\endif
select set_config('contacts.partitions', :'partitions', true);

create temp table split on commit drop as
  select attrelid as id, relname as name
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
    and attname = 'workspace_id' and relname not in ('api_keys', 'messenger_tokens', 'messenger_sessions');

-- What a table gets again under its name: keys before foreign keys, which an empty table can have valid, and triggers.
create temp table again on commit drop as
  select format('alter table %I add constraint %I %s', name, conname, replace(pg_get_constraintdef(oid), ' NOT VALID', '')) as statement,
    case contype when 'f' then 2 else 1 end as step
  from split join pg_constraint on conrelid = id where contype in ('p', 'u', 'f')
  union all
  select pg_get_indexdef(indexrelid), 1
  from split join pg_index on indrelid = id
  where not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select pg_get_triggerdef(pg_trigger.oid), 2
  from split join pg_trigger on tgrelid = id where not tgisinternal;

do $$
declare
  each record;
  filled boolean;
  sequence text;
  counter text;
begin
  if current_setting('contacts.partitions') !~ '^([2-9]|[1-9]\d|1\d\d|2[0-4]\d|25[0-6])$' then
    raise exception 'Say how many partitions each table gets, from 2 to 256, as in: -v partitions=16';
  elsif not exists (select from split) then
    raise exception 'This database has no tables to split: run npm run migrate first. Tables that were split stay as they are.';
  end if;
  for each in select * from split loop
    execute format('select exists (select from %I)', each.name) into filled;
    if filled then raise exception 'Only an empty database can be split, and % has rows.', each.name; end if;
    execute format('create table %I (like %I including defaults including generated including identity)
      partition by hash (workspace_id)', each.name || '_split', each.name);
    for part in 0 .. current_setting('contacts.partitions')::integer - 1 loop
      execute format('create table %I partition of %I for values with (modulus %s, remainder %s)',
        each.name || '_' || part, each.name || '_split', current_setting('contacts.partitions'), part);
    end loop;
  end loop;
  for each in select * from split loop
    execute format('drop table %I cascade', each.name);
    execute format('alter table %I rename to %I', each.name || '_split', each.name);
    for sequence, counter in
      select pg_get_serial_sequence(each.name, attname), each.name || '_' || attname || '_seq'
      from pg_attribute where attrelid = each.name::regclass and attidentity <> ''
    loop
      execute format('alter sequence %s rename to %I', sequence, counter);
      execute format('grant select on sequence %I to public', counter);
    end loop;
  end loop;
  for each in select statement from again order by step loop
    execute each.statement;
  end loop;
end
$$;
