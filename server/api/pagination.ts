import {
  sql,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
} from "kysely";
import type { OperationId } from "../../generated/operations.ts";
import { allOf, newestRows, type Condition } from "./newest-matching.ts";
import { invalid } from "../contract/api-error.ts";
import { timeOf } from "../contract/date-time.ts";
import type { Input, Success } from "../contract/operation.ts";
import type { Context } from "./handler.ts";
import { planEachTime } from "../store/database/driver.ts";
import type { Position } from "../store/usage/cursor-positions.ts";
import type { Timestamp } from "../store/timestamp.ts";
import { statement } from "../store/statement.ts";
import type { Tables } from "../store/tables.ts";

type Body = { [Id in OperationId]: Success<Id>["body"] }[OperationId];
type Listed = Extract<
  Body,
  { next_cursor: string | null } | { has_more: boolean }
>;

/** A page of a list, with the fields that the pages of all lists have. */
export type Page<T> = Pick<Listed, Exclude<keyof Listed, "data">> & {
  data: T[];
};

/** Query parameters of a page. */
interface PageQuery {
  limit: number;
  cursor?: string | undefined;
  created_since?: string | undefined;
}

/** The workspace of a list, and the query parameters of a request. */
export type ListValues<Id extends OperationId> = {
  workspaceId: string;
} & Input<Id>["query"];

/** The values of a list of the whole workspace. */
export const ofWorkspace = <Id extends OperationId>(
  { query }: Pick<Input<Id>, "query">,
  { workspaceId }: Pick<Context, "store" | "workspaceId">,
): ListValues<Id> => ({ workspaceId, ...query });

/**
 * The condition of a filter. With `matches` it is a condition of the query that reads the rows in
 * the order of the list; with `searches`, `newestRows` also tries an index of the condition.
 */
type Filter<Value> =
  | { matches(value: Value): RawBuilder<unknown> }
  | { searches(value: Value): Condition | readonly Condition[] };

/**
 * Every filter of a list. The filter "column" selects the rows whose column of the same name equals
 * the value; a test requires an index of this column.
 */
type Filters<Query, Column> = {
  [Name in Exclude<keyof Query, keyof PageQuery>]-?:
    (Name extends Column ? "column" : never) | Filter<NonNullable<Query[Name]>>;
};

/** The filters of a request, and the bounds of its page. */
type Range<Values> = Values & Partial<Position> & { since: Date | undefined };

/**
 * Makes the handler of a list, newest first, with its statements (D-18). `Values` are the workspace
 * of the list, other values that `all` needs, and those filters that are not undefined. A page
 * starts after the position of the cursor in the order, so that elements which are added or deleted
 * meanwhile neither repeat nor skip others. PostgreSQL plans each page anew: a plan for all
 * workspaces assumes an average size, and would sort all rows of a large one.
 * @throws ApiError 422 when the cursor never was an element of the list
 */
export function newestFirst<
  Table extends keyof Tables,
  Values extends { workspaceId: string },
  Row,
  Item extends { id: string },
  Request extends { query: PageQuery },
  ListContext extends Pick<Context, "store">,
>({
  table,
  values: valuesOf,
  newest = "created_at",
  all,
  filters,
  present = (rows) => rows,
  deleted,
  toItem,
}: {
  table: Table;
  values: (request: Request, context: ListContext) => Values | Promise<Values>;
  /** The column that the list is sorted by, newest first; the id decides between equals. */
  newest?: "created_at" | "published_at";
  /** All rows whose ids are cursors of the list. */
  all: (
    database: Kysely<Tables>,
    values: Values,
  ) => SelectQueryBuilder<Tables, Table, Row>;
  filters: Filters<Request["query"], keyof Tables[Table]>;
  /** Selects the rows that are elements, where some rows are only cursors. */
  present?: (
    all: SelectQueryBuilder<Tables, Table, Row>,
    values: Values,
  ) => SelectQueryBuilder<Tables, Table, Row>;
  /**
   * Finds the position of a deleted element. Lists whose elements are never deleted do not have it.
   */
  deleted?: (
    database: Kysely<Tables>,
    values: Values,
    id: string,
  ) => Promise<Position | undefined>;
  toItem: (row: Row, values: Values) => Item;
}) {
  const timestamp = sql.ref<Timestamp>(`${table}.${newest}`);
  const id = sql.ref<string>(`${table}.id`);
  const filtersByName = new Map(
    Object.entries<"column" | Filter<unknown>>(filters),
  );
  const filtersIn = (values: Values) =>
    Object.entries<unknown>(values).flatMap(([name, value]) => {
      const filter = filtersByName.get(name);
      return filter === undefined || value === undefined
        ? []
        : [{ name, filter, value }];
    });
  /** The conditions of filters without `searches`, of the cursor, and of `created_since`. */
  const rangeOf = (values: Range<Values>) => {
    const conditions: RawBuilder<unknown>[] = [];
    for (const { name, filter, value } of filtersIn(values)) {
      if (filter === "column")
        conditions.push(sql`${sql.ref(`${table}.${name}`)} = ${value}`);
      else if ("matches" in filter) conditions.push(filter.matches(value));
    }
    if (values.id !== undefined) {
      conditions.push(
        sql`(${timestamp}, ${id}) < (${values.timestamp}, ${values.id})`,
      );
    }
    if (values.since !== undefined)
      conditions.push(sql`${timestamp} >= ${values.since}`);
    return conditions;
  };
  const rowsOf = (database: Kysely<Tables>, values: Values) =>
    all(database, values).modifyFront(planEachTime);
  const readPosition = statement(
    (database, values: Values & { cursor: string }) => {
      const rows = rowsOf(database, values).clearSelect();
      const positions = rows.select([timestamp.as("timestamp"), id.as("id")]);
      return positions.where(sql<boolean>`${id} = ${values.cursor}`);
    },
  );
  const readRows = statement(
    (database, values: Range<Values> & { count: number }) => {
      let rows = present(rowsOf(database, values), values);
      for (const condition of rangeOf(values))
        rows = rows.where(sql<boolean>`${condition}`);
      return rows
        .orderBy(timestamp, "desc")
        .orderBy(id, "desc")
        .limit(values.count);
    },
  );
  const positionOf = async (
    database: Kysely<Tables>,
    values: Values,
    cursor: string | undefined,
  ) => {
    if (cursor === undefined) return undefined;
    const [stored] = await readPosition(database, { ...values, cursor });
    const position = stored ?? (await deleted?.(database, values, cursor));
    if (!position)
      throw invalid(["cursor"], "not_found", {
        es: "no es el id de un elemento de esta lista",
        en: "is not the id of an element of this list",
      });
    return position;
  };
  return async (
    request: Request,
    context: ListContext,
  ): Promise<{ status: 200; body: Page<Item> }> => {
    const { database } = context.store;
    const { limit, cursor, created_since } = request.query;
    const values = await valuesOf(request, context);
    const after = await positionOf(database, values, cursor);
    const since =
      created_since === undefined ? undefined : timeOf(created_since);
    const range = { ...values, ...after, since };
    const count = limit + 1;
    const conditions = filtersIn(values).flatMap(({ filter, value }) =>
      filter !== "column" && "searches" in filter ? filter.searches(value) : [],
    );
    const inWorkspace = sql`${sql.ref(`${table}.workspace_id`)} = ${values.workspaceId}`;
    const rows =
      conditions.length === 0
        ? await readRows(database, { ...range, count })
        : await newestRows(all(database, values), {
            table,
            range: allOf([inWorkspace, ...rangeOf(range)]),
            conditions,
            count,
          });
    return {
      status: 200,
      body: page(rows, limit, (row) => toItem(row, values)),
    };
  };
}

/** Makes a page of the first `limit` rows. When `rows` has more, another page follows. */
export function page<Row, Item extends { id: string }>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const data = rows.slice(0, limit).map(toItem);
  return {
    data,
    next_cursor: data.at(-1)?.id ?? null,
    has_more: rows.length > limit,
  };
}
