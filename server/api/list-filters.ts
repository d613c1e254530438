import { sql, type RawBuilder } from "kysely";
import type { Condition } from "./newest-matching.ts";

/**
 * The condition of a filter. With `matches` it is a condition of the query that reads the rows in
 * the order of the list; with `searches`, `newestRows` also tries an index of the condition.
 */
export type Filter<Value> =
  | { matches(value: Value): RawBuilder<unknown> }
  | { searches(value: Value): Condition | readonly Condition[] };

/**
 * A filter for each name. The filter "column" selects the rows whose column of the same name equals
 * the value; a test requires an index of this column.
 */
export type Filters<Values, Column> = {
  [Name in keyof Values]-?:
    | (Name extends Column ? "column" : never)
    | Filter<NonNullable<Values[Name]>>;
};

/** The filters of a list by their names. */
export type FiltersByName = ReadonlyMap<string, "column" | Filter<unknown>>;

/** Returns the conditions of the filters that have a value, but for those with `searches`. */
export function orderedConditions(
  table: string,
  filters: FiltersByName,
  values: object,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  for (const [name, value] of definedValues(values)) {
    const filter = filters.get(name);
    if (filter === "column")
      conditions.push(sql`${sql.ref(`${table}.${name}`)} = ${value}`);
    else if (filter && "matches" in filter)
      conditions.push(filter.matches(value));
  }
  return conditions;
}

/** Returns the conditions of the filters with `searches` that have a value. */
export function searchedConditions(
  filters: FiltersByName,
  values: object,
): Condition[] {
  return definedValues(values).flatMap(([name, value]) => {
    const filter = filters.get(name);
    const isSearch = typeof filter === "object" && "searches" in filter;
    return isSearch ? filter.searches(value) : [];
  });
}

function definedValues(values: object): [name: string, value: unknown][] {
  const entries: [string, unknown][] = Object.entries(values);
  return entries.filter(([, value]) => value !== undefined);
}
