-- Distributes the tables of a migrated, empty or filled database over the nodes of Citus (SCALING.md). Run it once:
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -1 -f server/store/citus.sql
-- Every table with a workspace_id is distributed by it, so that the rows of a workspace are on one node. `workspaces` is
-- copied to every node. A table whose rows are found without their workspace (keys, and what the
-- messenger has of them) stays on the coordinator, with those
-- of the servers themselves.

set local client_min_messages = warning;
-- One connection per node, as foreign keys to a reference table need.
set local citus.multi_shard_modify_mode = 'sequential';

-- Foreign keys are dropped first, as Citus distributes no table whose other end is not distributed yet.
create temp table foreign_keys on commit drop as
  select conrelid::regclass as source, confrelid::regclass as target, conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace;

create temp table distributed on commit drop as
  select attrelid::regclass as name
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and attname = 'workspace_id' and relname not in ('api_keys', 'messenger_tokens', 'messenger_sessions');

do $$
declare
  each record;
  first regclass;
begin
  for each in select * from foreign_keys loop
    execute format('alter table %s drop constraint %I', each.source, each.name);
  end loop;

  -- Those that were made before the extension are not on the other nodes.
  for each in
    select oid::regprocedure as name from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  loop
    perform create_distributed_function(each.name);
  end loop;

  -- It serves servers of earlier versions, which know nothing of Citus. Citus has no triggers on such tables.
  drop trigger if exists next_ticket_number on workspaces;
  perform create_reference_table('workspaces');
  for each in select name from distributed order by name::text loop
    perform create_distributed_table(each.name, 'workspace_id', colocate_with => coalesce(first::text, 'default'));
    first := coalesce(first, each.name);
  end loop;

  -- Rows that the coordinator had before would stay in its files, which no erasure reaches.
  for each in select name from distributed union select 'workspaces'::regclass loop
    perform truncate_local_data_after_distributing_table(each.name);
  end loop;

  -- Neither end of a foreign key may be on the coordinator alone.
  for each in
    select * from foreign_keys
    where source in (select name from distributed) and target in (select name from distributed union select 'workspaces')
  loop
    execute format('alter table %s add constraint %I %s', each.source, each.name, each.definition);
  end loop;
end
$$;
