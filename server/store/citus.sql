-- Distributes the tables of a migrated, empty or filled database over the nodes of Citus (SCALING.md), while no server
-- runs. Run it again after a migration that makes tables: those that are distributed stay as they are.
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -1 -f server/store/citus.sql
-- Every table with a workspace_id is distributed by it, so that the rows of a workspace are on one node. `workspaces` is
-- copied to every node. A table whose rows are found without their workspace (keys, and what the
-- messenger has of them) stays on the coordinator, with those
-- of the servers themselves.

set local client_min_messages = warning;
-- One connection per node, as foreign keys to a reference table need.
set local citus.multi_shard_modify_mode = 'sequential';
-- The triggers of these tables fill a column of the row that is written, and read nothing else.
set local citus.enable_unsafe_triggers = on;

-- By names, as Citus makes some tables anew.
create temp table distributed on commit drop as
  select attrelid::regclass::text as name, exists (
    select from pg_dist_partition where logicalrelid = attrelid and partmethod = 'h'
  ) as already
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and not relation_is_a_known_shard(attrelid)
    and attname = 'workspace_id' and relname not in ('api_keys', 'messenger_tokens', 'messenger_sessions');

-- Foreign keys are dropped first, as Citus distributes no table whose other end is not distributed yet.
create temp table foreign_keys on commit drop as
  select conrelid::regclass::text as source, confrelid::regclass::text as target, conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace and not relation_is_a_known_shard(conrelid) and (
    conrelid::regclass::text in (select name from distributed where not already) or
    confrelid::regclass::text in (select name from distributed where not already) or
    not exists (select from pg_dist_partition where logicalrelid = 'workspaces'::regclass)
  );

do $$
declare
  each record;
  first text := (select min(name) from distributed where already);
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

  if not exists (select from pg_dist_partition where logicalrelid = 'workspaces'::regclass) then
    perform create_reference_table('workspaces');
    perform truncate_local_data_after_distributing_table('workspaces');
  end if;
  for each in select name from distributed where not already order by name loop
    perform create_distributed_table(each.name, 'workspace_id', colocate_with => coalesce(first, 'default'));
    -- Its rows would stay in the coordinator's files too, which no erasure reaches.
    perform truncate_local_data_after_distributing_table(each.name::regclass);
    first := coalesce(first, each.name);
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
