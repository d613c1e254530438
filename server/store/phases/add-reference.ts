import { sql, type Kysely } from "kysely";
import type { Phase } from "../migration.ts";
import type { Tables } from "../tables.ts";
import { partitionsOf } from "./partitions-of.ts";

/**
 * Adds a foreign key that is not validated yet. Before PostgreSQL 18 a partitioned table accepts no
 * such key, and its partitions do.
 */
export async function addReference(
  transaction: Kysely<Tables>,
  { table, definition }: Phase<"reference">,
): Promise<void> {
  const partitions = await partitionsOf(transaction, table);
  for (const part of partitions.length > 0 ? partitions : [table])
    await sql
      .raw(`alter table ${part} add foreign key ${definition} not valid`)
      .execute(transaction);
}
