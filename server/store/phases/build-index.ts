import { sql, type Kysely } from "kysely";
import type { Phase, Report } from "../migration.ts";
import type { Tables } from "../tables.ts";
import { partitionsOf } from "./partitions-of.ts";
import { patiently } from "./patiently.ts";

/** The time between two reports of a build, in milliseconds. */
const betweenReports = 2000;

/** Builds an index without holding up writes. A partitioned table gets one on each partition. */
export async function buildIndex(
  connection: Kysely<Tables>,
  index: Phase<"index">,
  report: Report,
): Promise<void> {
  const { table, name } = index;
  const partitions = await partitionsOf(connection, table);
  if (partitions.length === 0) return buildOne(connection, index, report);
  await patiently(connection, report, (transaction) =>
    sql
      .raw(
        `${create(index, "if not exists", name)} on only ${table} ${index.definition}`,
      )
      .execute(transaction),
  );
  for (const [number, partition] of partitions.entries()) {
    const part = { ...index, name: `${name}_${number}`, table: partition };
    await buildOne(connection, part, report);
    await patiently(connection, report, (transaction) =>
      sql
        .raw(`alter index ${name} attach partition ${part.name}`)
        .execute(transaction),
    );
  }
}

/** Builds an index on one table. An index that an interrupted build has left is dropped first. */
async function buildOne(
  connection: Kysely<Tables>,
  index: Phase<"index">,
  report: Report,
): Promise<void> {
  const { name, table, definition } = index;
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(
    connection,
  );
  // It was interrupted.
  if (rows.length > 0)
    await sql.raw(`drop index concurrently ${name}`).execute(connection);
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  const timer = setInterval(
    () => report(`the index ${name} is built, for ${seconds()} s now ...`),
    betweenReports,
  );
  const build = `${create(index, "concurrently if not exists", name)} on ${table} ${definition}`;
  await sql
    .raw(build)
    .execute(connection)
    .finally(() => clearInterval(timer));
}

const create = (
  { unique = false }: Phase<"index">,
  how: string,
  name: string,
) => `create ${unique ? "unique " : ""}index ${how} ${name}`;
