import { sql, type Kysely } from "kysely";
import { setTimeout } from "node:timers/promises";
import { codeOf } from "./errors.ts";
import { copyRows, oldVersion, putAside } from "./former-tables.ts";
import type { Tables } from "./tables.ts";

/**
 * A migration: a step from a version of the tables to the next, while servers of both versions go
 * on. First `expand` adds, then `move`, `index` and `reference` complete what was added, and a
 * later release removes what nobody uses any more with `contract`. A test reads the statements of
 * each migration.
 */
export type Migration =
  | { phase: "baseline"; up: (database: Kysely<Tables>) => Promise<void> }
  /**
   * Statements that hold the lock of a table for milliseconds, in one transaction. Older servers go
   * on.
   */
  | { phase: "expand"; statements: string }
  /**
   * An index, e.g. `(workspace_id, company) where company <> ''`, which is built while the table is
   * written.
   */
  | {
      phase: "index";
      name: string;
      table: string;
      definition: string;
      unique?: boolean;
    }
  /**
   * A foreign key, e.g. `(workspace_id, team_id) references teams`, of what is written from now on.
   */
  | { phase: "reference"; table: string; definition: string }
  /**
   * Changes rows some at a time, and rests as long as it works: those of `where`, by `set`. It can
   * begin again.
   */
  | { phase: "move"; table: string; set: string; where: string }
  /** A migration like `expand`; servers that do not know it refuse to start afterwards. */
  | { phase: "contract"; statements: string };

type Phase<Name extends Migration["phase"]> = Extract<
  Migration,
  { phase: Name }
>;

/** Prints a line about work that takes a while. */
export type Report = (line: string) => void;

/** Rows that a `move` changes at once, about: few, so that nobody waits for their locks. */
const batch = 500;
/**
 * The time for which a migration waits for a lock, in milliseconds. Meanwhile others wait behind
 * it.
 */
const lockTimeout = 300;
const maxTries = 300;
const betweenReports = 2000;

/**
 * Runs a migration and notes its name. What is no single transaction goes on where it was when it
 * runs again.
 */
export async function run(
  connection: Kysely<Tables>,
  name: string,
  migration: Migration,
  report: Report,
): Promise<void> {
  const note = (database: Kysely<Tables>) =>
    sql`insert into migrations (name) values (${name})`.execute(database);
  const say = (line: string) => report(`${name}: ${line}`);
  switch (migration.phase) {
    case "baseline":
      return connection.transaction().execute(async (transaction) => {
        const isOld = (await oldVersion(transaction)) === "1.1.0";
        if (isOld) await putAside(transaction);
        await migration.up(transaction);
        if (isOld) await copyRows(transaction);
        await note(transaction);
      });
    case "expand":
    case "contract":
      return patiently(connection, say, async (transaction) => {
        await sql.raw(migration.statements).execute(transaction);
        if (migration.phase === "contract")
          await sql`update required_migration set name = ${name}`.execute(
            transaction,
          );
        await note(transaction);
      });
    case "reference":
      return patiently(connection, say, async (transaction) => {
        await addReference(transaction, migration);
        await note(transaction);
      });
    case "index":
      await buildIndex(connection, migration, say);
      break;
    case "move":
      await move(connection, migration, say);
  }
  await note(connection);
}

/** A lock was not free in time, or two transactions waited for each other. */
const isContended = (error: unknown) =>
  ["55P03", "40P01"].includes(codeOf(error));

/** Runs a transaction again and again until the locks that it needs are free. */
async function patiently<Result>(
  connection: Kysely<Tables>,
  report: Report,
  work: (transaction: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await connection.transaction().execute(async (transaction) => {
        await sql
          .raw(`set local lock_timeout = ${lockTimeout}`)
          .execute(transaction);
        return work(transaction);
      });
    } catch (error) {
      if (!isContended(error) || tries === maxTries) throw error;
      if (tries % 5 === 0)
        report(
          "somebody holds the lock for long (see pg_stat_activity); trying again ...",
        );
      await setTimeout(lockTimeout * (1 + Math.random())); // others get their turn
    }
  }
}

async function partitionsOf(
  connection: Kysely<Tables>,
  table: string,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass
    order by inhrelid`.execute(connection);
  return rows.map(({ name }) => name);
}

/**
 * Adds a foreign key that is not validated yet. Before PostgreSQL 18 a partitioned table accepts no
 * such key, and its partitions do.
 */
async function addReference(
  transaction: Kysely<Tables>,
  { table, definition }: Phase<"reference">,
): Promise<void> {
  const partitions = await partitionsOf(transaction, table);
  for (const part of partitions.length > 0 ? partitions : [table])
    await sql
      .raw(`alter table ${part} add foreign key ${definition} not valid`)
      .execute(transaction);
}

/** Builds an index without holding up writes. A partitioned table gets one on each partition. */
async function buildIndex(
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

/** Goes through the table by its primary key. At its end the planner learns what has changed. */
async function move(
  connection: Kysely<Tables>,
  { table, set, where }: Phase<"move">,
  report: Report,
): Promise<void> {
  const key = await primaryKey(connection, table);
  let [done, reported] = [0, performance.now()];
  for (let after: unknown[] | undefined; ;) {
    const began = performance.now();
    const from = after
      ? sql`where (${sql.raw(key.join())}) > (${sql.join(after)})`
      : sql``;
    const { rows } = await patiently(connection, report, (transaction) =>
      sql<Record<string, unknown> & { rows: number }>`
        with batch as materialized (
          select ${sql.raw(key.join())} from ${sql.table(table)} ${from} order by ${sql.raw(key.join())} limit ${sql.lit(batch)}
        ), moved as (
          update ${sql.table(table)} set ${sql.raw(set)} from batch
          where (${sql.raw(key.map((column) => `${table}.${column}`).join())}) = (${sql.raw(key.map((column) => `batch.${column}`).join())})
            and (${sql.raw(where)})
        )
        select *, count(*) over ()::int as rows from batch order by ${sql.raw(key.map((column) => `${column} desc`).join())} limit 1`.execute(
        transaction,
      ),
    );
    const [last] = rows;
    if (!last) break;
    after = key.map((column) => last[column]);
    done += last.rows;
    if (performance.now() - reported >= betweenReports) {
      report(`${done} rows of ${table} were looked at`);
      reported = performance.now();
    }
    await setTimeout(performance.now() - began); // requests come first
  }
  await sql.raw(`analyze ${table}`).execute(connection);
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
