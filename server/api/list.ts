import {
  sql,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
} from "kysely";
import type { OperationId } from "../../generated/operations.ts";
import { invalid } from "../contract/api-error.ts";
import { timeOf } from "../contract/date-time.ts";
import type { Input } from "../contract/operation.ts";
import { planEachTime } from "../store/database/driver.ts";
import { statement } from "../store/statement.ts";
import type { Tables } from "../store/tables.ts";
import type { Timestamp } from "../store/timestamp.ts";
import type { Position } from "../store/usage/cursor-positions.ts";
import type { Context } from "./handler.ts";
import {
  type Filter,
  type Filters,
  orderedConditions,
  searchedConditions,
} from "./list-filters.ts";
import { allOf, newestRows } from "./newest-matching.ts";
import { type Page, page } from "./page.ts";

/** The query parameters that the lists have in common. */
interface PageQuery {
  limit: number;
  cursor?: string | undefined;
  created_since?: string | undefined;
}

/** The workspace of a list, and the query parameters of a request. */
export type ListValues<Id extends OperationId> = {
  workspaceId: string;
} & Input<Id>["query"];

/** Returns the values of a list of the whole workspace. */
export const ofWorkspace = <Id extends OperationId>(
  { query }: Pick<Input<Id>, "query">,
  { workspaceId }: Pick<Context, "store" | "workspaceId">,
): ListValues<Id> => ({ workspaceId, ...query });

/**
 * A list of rows of a table. `Values` are the workspace, the filters of the request, and other
 * values that `rows` needs.
 */
interface List<
  Table extends keyof Tables,
  Values extends { workspaceId: string },
  Row,
  Item,
  Request extends { query: PageQuery },
  ListContext,
> {
  table: Table;
  /** The column that the list is sorted by, newest first; the id decides between equals. */
  sortedBy?: "created_at" | "published_at";
  values: (request: Request, context: ListContext) => Values | Promise<Values>;
  /** Reads the rows whose ids are cursors of the list. */
  rows: (
    database: Kysely<Tables>,
    values: Values,
  ) => SelectQueryBuilder<Tables, Table, Row>;
  /** Selects the rows that the list shows; left out where it shows all. */
  shown?: (
    rows: SelectQueryBuilder<Tables, Table, Row>,
    values: Values,
  ) => SelectQueryBuilder<Tables, Table, Row>;
  filters: Filters<
    Omit<Request["query"], keyof PageQuery>,
    keyof Tables[Table]
  >;
  /** Finds the position of a deleted element; left out where elements are never deleted. */
  deletedPosition?: (
    database: Kysely<Tables>,
    values: Values,
    id: string,
  ) => Promise<Position | undefined>;
  toItem: (row: Row, values: Values) => Item;
}

/** The values of a request, and the bounds of its page. */
type Range<Values> = Values & Partial<Position> & { since: Date | undefined };

/**
 * Makes the handler of a list, newest first, with its statements (D-18). A page starts after the
 * position of the cursor in the order, so that elements which are added or deleted meanwhile
 * neither repeat nor skip others. PostgreSQL plans each page anew: a plan for all workspaces
 * assumes an average size, and would sort all rows of a large one.
 * @throws ApiError 422 when the cursor never was an element of the list
 */
export function newestFirst<
  Table extends keyof Tables,
  Values extends { workspaceId: string },
  Row,
  Item extends { id: string },
  Request extends { query: PageQuery },
  ListContext extends Pick<Context, "store">,
>(list: List<Table, Values, Row, Item, Request, ListContext>) {
  const { table, sortedBy = "created_at", shown = (rows) => rows } = list;
  const timestamp = sql.ref<Timestamp>(`${table}.${sortedBy}`);
  const id = sql.ref<string>(`${table}.id`);
  const filters = new Map(
    Object.entries<"column" | Filter<unknown>>(list.filters),
  );

  const readPosition = statement(
    (database, values: Values & { cursor: string }) =>
      list
        .rows(database, values)
        .modifyFront(planEachTime)
        .clearSelect()
        .select([timestamp.as("timestamp"), id.as("id")])
        .where(sql<boolean>`${id} = ${values.cursor}`),
  );

  /** The conditions of a page, but for filters that are searched for. */
  const conditionsOf = (range: Range<Values>): RawBuilder<unknown>[] => {
    const conditions = orderedConditions(table, filters, range);
    if (range.id !== undefined)
      conditions.push(
        sql`(${timestamp}, ${id}) < (${range.timestamp}, ${range.id})`,
      );
    if (range.since !== undefined)
      conditions.push(sql`${timestamp} >= ${range.since}`);
    return conditions;
  };

  const readRows = statement(
    (database, range: Range<Values> & { count: number }) => {
      const rows = list.rows(database, range).modifyFront(planEachTime);
      let selected = shown(rows, range);
      for (const condition of conditionsOf(range))
        selected = selected.where(sql<boolean>`${condition}`);
      return selected
        .orderBy(timestamp, "desc")
        .orderBy(id, "desc")
        .limit(range.count);
    },
  );

  const positionOf = async (
    database: Kysely<Tables>,
    values: Values,
    cursor: string,
  ): Promise<Position> => {
    const [stored] = await readPosition(database, { ...values, cursor });
    if (stored) return stored;
    const deleted = await list.deletedPosition?.(database, values, cursor);
    if (deleted) return deleted;
    throw invalid(["cursor"], "not_found", {
      es: "no es el id de un elemento de esta lista",
      en: "is not the id of an element of this list",
    });
  };

  const rangeOf = async (
    database: Kysely<Tables>,
    values: Values,
    { cursor, created_since }: PageQuery,
  ): Promise<Range<Values>> => {
    const since =
      created_since === undefined ? undefined : timeOf(created_since);
    if (cursor === undefined) return { ...values, since };
    const position = await positionOf(database, values, cursor);
    return { ...values, ...position, since };
  };

  const newestOf = (
    database: Kysely<Tables>,
    range: Range<Values>,
    count: number,
  ): Promise<Row[]> => {
    const searched = searchedConditions(filters, range);
    if (searched.length === 0) return readRows(database, { ...range, count });
    const workspaceId = sql.ref<string>(`${table}.workspace_id`);
    const inWorkspace = sql`${workspaceId} = ${range.workspaceId}`;
    return newestRows(list.rows(database, range), {
      table,
      range: allOf([inWorkspace, ...conditionsOf(range)]),
      conditions: searched,
      count,
    });
  };

  return async (
    request: Request,
    context: ListContext,
  ): Promise<{ status: 200; body: Page<Item> }> => {
    const { database } = context.store;
    const { limit } = request.query;
    const values = await list.values(request, context);
    const range = await rangeOf(database, values, request.query);
    // One row more than the page has shows whether another page follows.
    const rows = await newestOf(database, range, limit + 1);
    const body = page(rows, limit, (row) => list.toItem(row, values));
    return { status: 200, body };
  };
}
