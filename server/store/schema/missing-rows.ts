import { sql, type Kysely } from "kysely";
import { countedTables, readUsageDifferences } from "../usage/usage.ts";
import { appliedMigrations } from "../applied-migrations.ts";
import {
  limitedTable,
  type Reference,
  unenforcedReferences,
} from "../own-tables.ts";
import { evaluate } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { expectedObjects } from "./faults.ts";
import { readObjects } from "./objects.ts";

/** Rows that a database lacks. */
export interface MissingRows {
  /** Their table; undefined where several are possible. */
  table: string | undefined;
  /** The least number of missing rows; undefined where only their bytes are known. */
  rows: number | undefined;
  /** The id of one of them, or of the workspace that they belonged to. */
  example: string;
  /** A sentence about how many there are, and what refers to them or counts them. */
  found: string;
}

/** The result of a comparison. */
export interface RowsReport {
  references: number;
  workspaces: number;
  missing: MissingRows[];
}

/** More missing rows than this are not counted, and more workspaces not listed. */
const maxShown = { rows: 1000, workspaces: 100 };

/**
 * Finds rows that are missing: those that other rows refer to, and those that the usage of their
 * workspace counts. It reads each table once for each reference, at one point in time, and changes
 * nothing.
 */
export const findMissingRows = (
  database: Kysely<Tables>,
): Promise<RowsReport> =>
  database
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (transaction) => {
      const references = await presentReferences(transaction);
      const missing: MissingRows[] = [];
      for (const reference of references)
        missing.push(...(await missingBehind(transaction, reference)));
      missing.push(...(await missingInUsage(transaction)));
      return {
        references: references.length,
        workspaces: await countWorkspaces(transaction),
        missing,
      };
    });

/**
 * The references between tables and columns that are there: the comparison of the tables names
 * those that are not.
 */
async function presentReferences(
  database: Kysely<Tables>,
): Promise<Reference[]> {
  const present = new Set(
    (await readObjects(database))
      .filter(({ kind }) => kind === "column")
      .map(({ name }) => name),
  );
  const enforced = expectedObjects(await appliedMigrations(database))
    .filter(({ kind, holds }) => kind === "constraint" && holds["type"] === "f")
    .map(({ table, holds }) => ({
      from: table,
      columns: (holds["columns"] ?? "").split(","),
      to: holds["refers to"] ?? "",
      toColumns: (holds["its columns"] ?? "").split(","),
    }));
  return [...enforced, ...unenforcedReferences].filter(
    ({ from, columns, to, toColumns }) =>
      columns.every((column) => present.has(`${from}.${column}`)) &&
      toColumns.every((column) => present.has(`${to}.${column}`)),
  );
}

/** Counts the rows to which a reference leads and which are missing. */
async function missingBehind(
  database: Kysely<Tables>,
  { from, columns, to, toColumns, where = sql`true` }: Reference,
): Promise<MissingRows[]> {
  const name = columns[1] ?? columns[0] ?? "";
  const names = columns.map((column) => sql.ref(`referring.${column}`));
  const isGiven = names.map((column) => sql`${column} is not null`);
  const isSame = toColumns.map(
    (column, index) => sql`${sql.ref(`referred.${column}`)} = ${names[index]}`,
  );
  const { rows } = await sql<{ count: number; example: string | null }>`
    select count(*)::integer as count, min(example) as example from (
      select distinct ${sql.join(names)}, ${sql.ref(`referring.${name}`)} as example
      from ${sql.table(from)} referring
      where ${sql.join([where, ...isGiven], sql` and `)}
        and not exists (select from ${sql.table(to)} referred where ${sql.join(isSame, sql` and `)})
      limit ${maxShown.rows + 1}
    ) missing`.execute(database);
  const [{ count, example } = { count: 0, example: null }] = rows;
  if (example === null) return [];
  const howMany =
    count > maxShown.rows ? `more than ${maxShown.rows}` : `${count}`;
  return [
    {
      table: to,
      rows: count,
      example,
      found: `${howMany} missing, referred to by ${from}.${name}, e.g. ${example}`,
    },
  ];
}

/**
 * The usage of a workspace always equals a recount of its rows, so it notes how many a backup had.
 */
async function missingInUsage(
  database: Kysely<Tables>,
): Promise<MissingRows[]> {
  const differing = await readUsageDifferences(database, maxShown.workspaces);
  return differing.flatMap(({ id, name, noted, counted }) => {
    const workspace = `the workspace ${name} (${id})`;
    const rows = noted[limitedTable] - counted[limitedTable];
    if (rows > 0)
      return {
        table: limitedTable,
        rows,
        example: id,
        found: `${rows} of ${noted[limitedTable]} missing in ${workspace}, by its usage`,
      };
    const bytes = noted.bytes - counted.bytes;
    if (bytes > 0)
      return {
        table: undefined,
        rows: undefined,
        example: id,
        found:
          `${bytes} of ${noted.bytes} bytes missing in ${workspace}, by its usage: rows of ` +
          countedTables.join(", "),
      };
    return {
      table: "workspace_usage_parts",
      rows: undefined,
      example: id,
      found:
        `${workspace} has ${counted[limitedTable]} ${limitedTable} and ${counted.bytes} bytes, and its usage counts ${noted[limitedTable]} ` +
        `and ${noted.bytes}`,
    };
  });
}

const countWorkspaces = (database: Kysely<Tables>): Promise<number> =>
  evaluate(database, sql<number>`(select count(*)::integer from workspaces)`);
