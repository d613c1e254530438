import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from "kysely";
import type { Position } from "../store/cursor-positions.ts";
import { planEachTime } from "../store/driver.ts";
import type { Tables } from "../store/tables.ts";

/** How many of the newest rows are tried one by one before the indexes of the conditions are used. */
const recent = 20_000;

/** A condition that the index of the list's order does not help with. */
export interface Condition {
  /** For one row. */
  matches: RawBuilder<unknown>;
  /** The same for an index, where it is written otherwise. */
  indexed?: RawBuilder<unknown>;
}

interface Search {
  workspaceId: string;
  /** Columns that must have a value; each has an index in the order of the list. */
  equal?: Record<string, unknown>;
  /** When the oldest row was created. */
  since?: Date | undefined;
  /** At least one. */
  conditions: readonly Condition[];
}

/**
 * The newest rows that match, newest first, at most `count`. What many rows match is found soon among the newest rows. For
 * what few match, the indexes of the conditions give few rows, which are sorted. In a single statement PostgreSQL would
 * choose between the two by an estimate, and read a million rows where the estimate is wrong. One statement finds and reads
 * the rows, so that each row matches as it is shown.
 * @param all reads the rows of the table in the workspace
 */
export async function newestRows<Table extends keyof Tables, Row>(
  database: Kysely<Tables>,
  all: SelectQueryBuilder<Tables, Table, Row>,
  search: Search & { table: Table; after: Position | undefined; count: number },
): Promise<Row[]> {
  const read = async (found: RawBuilder<unknown>) => {
    const order = sql`created_at desc, id desc`;
    const ids = sql`select id from (${found}) found order by ${order} limit ${search.count}`;
    const rows = all.where(sql<boolean>`id = any(array(${ids}))`).orderBy(order);
    return (await database.executeQuery(planEachTime(rows.compile()))).rows;
  };
  const placed = sql`${sql.table(search.table)} where ${placeOf(search)}`;
  const found = await read(amongNewest(placed, search));
  return found.length === search.count ? found : read(byIndex(placed, search));
}

const amongNewest = (placed: RawBuilder<unknown>, { conditions }: Search) => sql`
  select id, created_at from (
    select * from ${placed} order by created_at desc, id desc limit ${recent}
  ) newest
  where ${all(conditions.map(({ matches }) => matches))}`;

/** `offset 0` keeps the planner from reading all rows in their final order. */
const byIndex = (placed: RawBuilder<unknown>, { conditions }: Search) => sql`
  select id, created_at from ${placed}
  and ${all(conditions.map(({ matches, indexed = matches }) => indexed))}
  offset 0`;

/** The rows of the list that are after the cursor, and not older than was asked for. */
function placeOf({
  workspaceId,
  equal = {},
  since,
  after,
}: Search & { after: Position | undefined }): RawBuilder<unknown> {
  const equals = Object.entries({ workspace_id: workspaceId, ...equal }).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  return all([
    ...equals,
    ...(after ? [sql`(created_at, id) < (${after.timestamp}, ${after.id})`] : []),
    ...(since ? [sql`created_at >= ${since}`] : []),
  ]);
}

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

/** RFC 3339 allows lower case, which Date does not, and offsets that PostgreSQL does not know. */
export const timestampOf = (time: string): Date => new Date(time.toUpperCase());

/** Rows that were created or changed at a time or later. */
export function updatedSince(time: string | undefined): Condition[] {
  if (time === undefined) return [];
  const timestamp = timestampOf(time);
  const matches = sql`updated_at >= ${timestamp}`;
  // The index has only what has changed since it was created.
  return [{ matches, indexed: sql`(${matches} and updated_at > created_at or created_at >= ${timestamp})` }];
}
