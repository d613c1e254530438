import { sql, type Kysely } from "kysely";
import { setTimeout } from "node:timers/promises";
import type { Phase, Report } from "../migration.ts";
import type { Tables } from "../tables.ts";
import { patiently } from "./patiently.ts";

/** The maximum number of rows of a batch: few, so that nobody waits for their locks. */
const batchSize = 500;
/** The time between two reports, in milliseconds. */
const betweenReports = 2000;

/** Changes rows in the order of the primary key. At the end the planner learns what has changed. */
export async function moveRows(
  connection: Kysely<Tables>,
  migration: Phase<"move">,
  report: Report,
): Promise<void> {
  const { table } = migration;
  const key = await primaryKey(connection, table);
  let done = 0;
  let reported = performance.now();
  let after: unknown[] | undefined;
  for (;;) {
    const began = performance.now();
    const batch = await patiently(connection, report, (transaction) =>
      moveBatch(transaction, migration, { key, after }),
    );
    if (!batch) break;
    after = key.map((column) => batch[column]);
    done += batch.rows;
    if (performance.now() - reported >= betweenReports) {
      report(`${done} rows of ${table} were looked at`);
      reported = performance.now();
    }
    await setTimeout(performance.now() - began); // requests come first
  }
  await sql.raw(`analyze ${table}`).execute(connection);
}

/** The primary key of the last row of a batch, by column, and the number of its rows. */
type Batch = Record<string, unknown> & { rows: number };

/** Changes the rows after a primary key. Returns undefined when there are none. */
async function moveBatch(
  transaction: Kysely<Tables>,
  { table, set, where }: Phase<"move">,
  { key, after }: { key: string[]; after: unknown[] | undefined },
): Promise<Batch | undefined> {
  const listed = (columns: string[]) => sql.raw(columns.join());
  const columns = listed(key);
  const from = after ? sql`where (${columns}) > (${sql.join(after)})` : sql``;
  const { rows } = await sql<Batch>`
    with batch as materialized (
      select ${columns} from ${sql.table(table)} ${from} order by ${columns} limit ${sql.lit(batchSize)}
    ), moved as (
      update ${sql.table(table)} set ${sql.raw(set)} from batch
      where (${listed(key.map((column) => `${table}.${column}`))}) = (${listed(key.map((column) => `batch.${column}`))})
        and (${sql.raw(where)})
    )
    select *, count(*) over ()::int as rows from batch
    order by ${listed(key.map((column) => `${column} desc`))} limit 1`.execute(
    transaction,
  );
  return rows[0];
}

async function primaryKey(
  connection: Kysely<Tables>,
  table: string,
): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select attname as column from pg_index, unnest(indkey) with ordinality as part (number, place), pg_attribute
    where indrelid = ${table}::regclass and indisprimary and attrelid = indrelid and attnum = part.number
    order by place`.execute(connection);
  return rows.map(({ column }) => column);
}
