import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from "kysely";
import type { OperationId } from "../../generated/operations.ts";
import { invalid } from "../contract/api-error.ts";
import type { Success } from "../contract/operation.ts";
import { planEachTime } from "../store/driver.ts";
import type { Moment } from "../store/moment.ts";
import type { Tables } from "../store/tables.ts";

type Body = { [Id in OperationId]: Success<Id>["body"] }[OperationId];
type Listed = Extract<Body, { next_cursor: string | null } | { has_more: boolean }>;

/** A page of a list: what the pages of all lists of the contract have. */
export type Page<T> = Pick<Listed, Exclude<keyof Listed, "data">> & { data: T[] };

/** What a request says about its page. */
interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

export interface List<Table extends keyof Tables, Row> {
  table: Table;
  /** The column that the list is sorted by, newest first; the id decides between equals. */
  newest: "created_at" | "published_at";
  /** All rows of the list: a cursor is the id of one of them. */
  all: SelectQueryBuilder<Tables, Table, Row>;
  /** The rows that match the request's filters. */
  wanted: SelectQueryBuilder<Tables, Table, Row>;
}

/** The place of an element in the order of its list. */
export interface Place {
  moment: Moment;
  id: string;
}

/**
 * A page of a list, newest first (D-18). It starts after the place of the cursor's row in the order, so that elements
 * which are added meanwhile neither repeat nor skip others. PostgreSQL plans it for each workspace: a plan for all values
 * takes a workspace for one of average size, and would sort a large one whole.
 * @throws ApiError 422 when the cursor is not an element of the list
 */
export async function newestFirst<Table extends keyof Tables, Row, Item extends { id: string }>(
  database: Kysely<Tables>,
  list: List<Table, Row>,
  { limit, cursor }: PageQuery,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const [moment, id] = columnsOf(list);
  const after = await placeOf(database, list, cursor);
  const newest = list.wanted.orderBy(moment, "desc").orderBy(id, "desc").limit(rowsFor(limit));
  const wanted = after
    ? newest.where(sql<boolean>`(${moment}, ${id}) < (${after.moment}, ${after.id})`)
    : newest;
  const { rows } = await database.executeQuery(planEachTime(wanted.compile()));
  return page(rows, limit, toItem);
}

/**
 * The place of the cursor's element in its list; undefined without a cursor.
 * @throws ApiError 422 when the cursor is not an element of the list
 */
export async function placeOf<Table extends keyof Tables, Row>(
  database: Kysely<Tables>,
  list: Omit<List<Table, Row>, "wanted">,
  cursor: string | undefined,
): Promise<Place | undefined> {
  if (cursor === undefined) return undefined;
  const [moment, id] = columnsOf(list);
  const statement = list.all
    .clearSelect()
    .select([moment.as("moment"), id.as("id")])
    .where(sql<boolean>`${id} = ${cursor}`);
  const { rows } = await database.executeQuery(planEachTime(statement.compile()));
  const [place] = rows;
  if (!place) throw invalid(["cursor"], "no es el id de un elemento de esta lista");
  return place;
}

/** The pages that most clients want. */
const usual = [1, 5, 10, 25, 50, 100];

/**
 * How many rows to read for a page: one more, and for an unusual page as many as for the next usual one. The number stands
 * in the text of the statement, as PostgreSQL plans a prepared statement for a tenth of all rows otherwise; so there are
 * few of them.
 */
export function rowsFor(limit: number): RawBuilder<number> {
  return sql.lit((usual.find((size) => size >= limit) ?? limit) + 1);
}

const columnsOf = ({ table, newest }: { table: string; newest: string }) =>
  [sql.ref<Moment>(`${table}.${newest}`), sql.ref<string>(`${table}.id`)] as const;

/** Makes a page of `limit` rows. `rows` has more when another page follows. */
export function page<Row, Item extends { id: string }>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const data = rows.slice(0, limit).map(toItem);
  return { data, next_cursor: data.at(-1)?.id ?? null, has_more: rows.length > limit };
}
