import { sql, type RawBuilder, type SelectQueryBuilder } from "kysely";
import { timeOf } from "../contract/date-time.ts";
import { planEachTime } from "../store/database/driver.ts";
import type { Tables } from "../store/tables.ts";

/**
 * The number of newest rows that are tried one by one before the indexes of the conditions are
 * used.
 */
const recent = 20_000;

/** A condition that the index of the list's order does not help with. */
export interface Condition {
  /** Condition of one row. */
  matches: RawBuilder<unknown>;
  /** The same for an index, where it is written otherwise. */
  indexed?: RawBuilder<unknown>;
}

interface Search<Table> {
  table: Table;
  /** The rows of the workspace and the page, which the index of the list's order finds. */
  range: RawBuilder<unknown>;
  /** At least one. */
  conditions: readonly Condition[];
  count: number;
}

/**
 * Returns the newest rows that match, newest first, at most `count`. Rows that many match are found
 * soon among the newest. For what few match, the indexes of the conditions give few rows, which are
 * sorted. In a single statement PostgreSQL would choose between the two by an estimate, and read a
 * million rows where the estimate is wrong. One statement finds and reads the rows, so that each
 * row matches as it is shown.
 * @param all reads the rows of the table in the workspace
 */
export async function newestRows<Table extends keyof Tables, Row>(
  all: SelectQueryBuilder<Tables, Table, Row>,
  search: Search<Table>,
): Promise<Row[]> {
  const read = async (found: RawBuilder<unknown>) => {
    const order = sql`created_at desc, id desc`;
    const ids = sql`select id from (${found}) found order by ${order} limit ${search.count}`;
    const rows = all
      .where(sql<boolean>`id = any(array(${ids}))`)
      .orderBy(order);
    return rows.modifyFront(planEachTime).execute();
  };
  const inRange = sql`${sql.table(search.table)} where ${search.range}`;
  const found = await read(amongNewest(inRange, search.conditions));
  return found.length === search.count
    ? found
    : read(byIndex(inRange, search.conditions));
}

/**
 * Searches the newest rows in their order. Without statistics PostgreSQL expects few rows in a
 * workspace, and would sort all complete rows on the disk. The rows of this inner query are narrow,
 * and PostgreSQL expects half of them to match, so it reads them in order.
 */
const amongNewest = (
  inRange: RawBuilder<unknown>,
  conditions: readonly Condition[],
) => sql`
  select id, created_at from (
    select id, created_at, (${allOf(conditions.map(({ matches }) => matches))}) as matches
    from ${inRange} order by created_at desc, id desc limit ${recent}
  ) newest
  where matches`;

/** `offset 0` keeps the planner from reading all rows in their final order. */
const byIndex = (
  inRange: RawBuilder<unknown>,
  conditions: readonly Condition[],
) => sql`
  select id, created_at from ${inRange}
  and ${allOf(conditions.map(({ matches, indexed = matches }) => indexed))}
  offset 0`;

export const allOf = (conditions: readonly RawBuilder<unknown>[]) =>
  sql.join(conditions, sql` and `);

/** Rows that were created or changed at a time or later. */
export const updatedSince = (time: string): Condition => {
  const timestamp = timeOf(time);
  const matches = sql`updated_at >= ${timestamp}`;
  // The index has only what has changed since it was created.
  return {
    matches,
    indexed: sql`(${matches} and updated_at > created_at or created_at >= ${timestamp})`,
  };
};
