import type { CompiledQuery, Kysely, RawBuilder } from "kysely";
import type { Tables } from "./tables.ts";

/** Evaluates an expression in SQL. */
export async function evaluate<T>(
  database: Kysely<Tables>,
  expression: RawBuilder<T>,
): Promise<T> {
  const { value } = await database
    .selectNoFrom(expression.as("value"))
    .executeTakeFirstOrThrow();
  return value as T;
}

/** A query that Kysely has built. */
interface Built<Row> {
  compile: (database: Kysely<Tables>) => CompiledQuery<Row>;
}

/**
 * Makes a statement that is built and compiled once for each combination of values that are not
 * undefined, as this takes as long as running a short one.
 * @param build makes it; it may only pass values on and see which are undefined, as each other one
 *   is a placeholder then
 * @returns the function that runs it with its values, and returns the rows
 */
export function statement<Values extends object, Row>(
  build: (database: Kysely<Tables>, values: Values) => Built<Row>,
): (database: Kysely<Tables>, values: Values) => Promise<Row[]> {
  const statements = new Map<string, CompiledQuery<Row>>();
  return async (database, values) => {
    const names = Object.keys(values)
      .filter((name) => values[name as keyof Values] !== undefined)
      // A caller chooses the order of the parameters of a query.
      .sort();
    const combination = names.join();
    const compiled =
      statements.get(combination) ??
      build(database, placeholders(names) as Values).compile(database);
    statements.set(combination, compiled);
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder
        ? values[parameter.name as keyof Values]
        : parameter,
    );
    return (await database.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

/** Stands in a compiled statement for the value with a name. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

// Whatever the type of a value, a statement that only passes it on takes a placeholder too.
const placeholders = (names: string[]): object =>
  Object.fromEntries(names.map((name) => [name, new Placeholder(name)]));
