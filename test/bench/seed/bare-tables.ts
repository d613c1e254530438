import type { Client } from "pg";

/**
 * Drops the indexes and references of tables, which are slow to keep up row by row, and gives the statements that make
 * them again, as the database itself writes them. What a primary key or a unique constraint stands on stays.
 */
export async function bareTables(client: Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; create: string }>(wanted, [tables]);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ create }) => create);
}

const wanted = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create,
         2 as place
  from pg_constraint
  where contype = 'f' and conrelid = any($1::regclass[])
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 1
  from pg_index
  where indrelid = any($1::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid)
  order by place`;
