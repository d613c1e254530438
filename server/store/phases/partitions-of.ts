import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/** Returns the names of the partitions of a table; none when it is a plain table. */
export async function partitionsOf(
  connection: Kysely<Tables>,
  table: string,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass
    order by inhrelid`.execute(connection);
  return rows.map(({ name }) => name);
}
