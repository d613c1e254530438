import { sql, type SelectQueryBuilder } from "kysely";
import { invalid } from "../contract/api-error.ts";
import type { Tables } from "../store/tables.ts";

/** A page of the contract's lists. */
export interface Page<T> {
  data: T[];
  next_cursor: string | null;
  has_more: boolean;
}

interface List<Table extends keyof Tables, Row> {
  table: Table;
  /** The column that the list is sorted by, newest first; the id decides between equals. */
  newest: "created_at" | "published_at";
  /** All rows of the list: a cursor is the id of one of them. */
  all: SelectQueryBuilder<Tables, Table, Row>;
  /** Those that the caller asked for. */
  wanted: SelectQueryBuilder<Tables, Table, Row>;
}

/**
 * A page of a list, newest first (D-18). It starts after the cursor's row by that row's place in the order, so what
 * comes in meanwhile neither repeats nor skips an element.
 * @throws ApiError 422 when the cursor is not an element of the list
 */
export async function newestFirst<Table extends keyof Tables, Row, Item extends { id: string }>(
  { table, newest, all, wanted }: List<Table, Row>,
  { limit, cursor }: { limit: number; cursor?: string },
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const [moment, id] = [sql.ref<Date>(`${table}.${newest}`), sql.ref<string>(`${table}.id`)];
  let rows = wanted
    .orderBy(moment, "desc")
    .orderBy(id, "desc")
    .limit(limit + 1);
  if (cursor !== undefined) {
    const last = await all
      .clearSelect()
      .select([moment.as("moment"), id.as("id")])
      .where(sql<boolean>`${id} = ${cursor}`)
      .executeTakeFirst();
    if (!last) throw invalid(["cursor"], "no es el id de un elemento de esta lista");
    rows = rows.where(sql<boolean>`(${moment}, ${id}) < (${last.moment}, ${last.id})`);
  }
  return page(await rows.execute(), limit, toItem);
}

/** Cuts a page out of one row more than it holds; that row tells whether there is more. */
export function page<Row, Item extends { id: string }>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const data = rows.slice(0, limit).map(toItem);
  return { data, next_cursor: data.at(-1)?.id ?? null, has_more: rows.length > limit };
}
