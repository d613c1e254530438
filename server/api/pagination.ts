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

/** A page of a list: what the pages of all lists of the contract have. */
export type Page<T> = Pick<Listed, Exclude<keyof Listed, "data">> & {
  data: T[];
};

/** Query parameters of a page. */
interface PageQuery {
  limit: number;
  cursor?: string | undefined;
  created_since?: string | undefined;
}

/** Whose a list is, and what a request filters it by. */
export type ListValues<Id extends OperationId> = {
  workspaceId: string;
} & Input<Id>["query"];

/** The values of a list of the whole workspace. */
export const ofWorkspace = <Id extends OperationId>(
  { query }: Pick<Input<Id>, "query">,
  { workspaceId }: Pick<Context, "store" | "workspaceId">,
): ListValues<Id> => ({ workspaceId, ...query });

/**
 * A filter, and which index finds its rows: one in the order of the list, one of its own, or none.
 */
type Filter<Value> =
  | { matches(value: Value): RawBuilder<unknown> }
  | { searches(value: Value): Condition | readonly Condition[] };

/**
 * Every filter of a list; "column" has the column of its name equal the value, and a test asks for
 * an index of it.
 */
type Filters<Query, Column> = {
  [Name in Exclude<keyof Query, keyof PageQuery>]-?:
    (Name extends Column ? "column" : never) | Filter<NonNullable<Query[Name]>>;
};

/** The filters of a request, and the bounds of its page. */
type Range<Values> = Values & Partial<Position> & { since: Date | undefined };

/**
 * The handler of a list, newest first, with its statements (D-18). `Values` say whose it is and
 * what is left out, by the filters that are not undefined. A page starts after the position of the
 * cursor in the order, so that elements which are added or deleted meanwhile neither repeat nor
 * skip others. PostgreSQL plans a page for each workspace: a plan for all values takes a workspace
 * for one of average size, and would sort a large one whole.
 * @throws ApiError 422 when the cursor never was an element of the list
 */
export function newestFirst<
  Table extends keyof Tables,
  Values extends { workspaceId: string },
  Row,
  Item extends { id: string },
  Request extends { query: PageQuery },
  Where extends Pick<Context, "store">,
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
  values: (request: Request, where: Where) => Values | Promise<Values>;
  /** The column that the list is sorted by, newest first; the id decides between equals. */
  newest?: "created_at" | "published_at";
  /** All rows whose ids are cursors of the list. */
  all: (
    database: Kysely<Tables>,
    values: Values,
  ) => SelectQueryBuilder<Tables, Table, Row>;
  filters: Filters<Request["query"], keyof Tables[Table]>;
  /** The rows that are elements, where these are not all. */
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
  const [timestamp, id] = [
    sql.ref<Timestamp>(`${table}.${newest}`),
    sql.ref<string>(`${table}.id`),
  ];
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
  /** The conditions that an index serves: those of filters, the cursor and `created_since`. */
  const rangeOf = (values: Range<Values>) => [
    ...filtersIn(values).flatMap(({ name, filter, value }) => {
      if (filter === "column")
        return sql`${sql.ref(`${table}.${name}`)} = ${value}`;
      return "matches" in filter ? filter.matches(value) : [];
    }),
    ...(values.id === undefined
      ? []
      : [sql`(${timestamp}, ${id}) < (${values.timestamp}, ${values.id})`]),
    ...(values.since === undefined
      ? []
      : [sql`${timestamp} >= ${values.since}`]),
  ];
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
    (database, values: Range<Values> & { count: number }) =>
      rangeOf(values)
        .reduce(
          (rows, condition) => rows.where(sql<boolean>`${condition}`),
          present(rowsOf(database, values), values),
        )
        .orderBy(timestamp, "desc")
        .orderBy(id, "desc")
        .limit(values.count),
  );
  const positionOf = async (
    database: Kysely<Tables>,
    values: Values,
    cursor: string | undefined,
  ) => {
    if (cursor === undefined) return undefined;
    const [living] = await readPosition(database, { ...values, cursor });
    const position = living ?? (await deleted?.(database, values, cursor));
    if (!position)
      throw invalid(["cursor"], "not_found", {
        es: "no es el id de un elemento de esta lista",
        en: "is not the id of an element of this list",
      });
    return position;
  };
  return async (
    request: Request,
    where: Where,
  ): Promise<{ status: 200; body: Page<Item> }> => {
    const { database } = where.store;
    const { limit, cursor, created_since } = request.query;
    const values = await valuesOf(request, where);
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
            ...{ table, conditions, count },
            range: allOf([inWorkspace, ...rangeOf(range)]),
          });
    return {
      status: 200,
      body: page(rows, limit, (row) => toItem(row, values)),
    };
  };
}

/** Makes a page of `limit` rows. `rows` has more when another page follows. */
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
