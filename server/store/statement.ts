import type { Compilable, CompiledQuery, Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * A statement that is built and compiled once, at its first use, as this takes as long as running a short one.
 * @param build makes it; it may only pass the values on, as at that time each is a placeholder
 * @returns the function that runs it with its values, and gives the rows
 */
export function statement<Values extends object, Row>(
  build: (database: Kysely<Tables>, values: Values) => Compilable<Row>,
): (database: Kysely<Tables>, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (database, values) => {
    compiled ??= build(database, placeholders).compile();
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    const { rows } = await database.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

/** Stands in a compiled statement for the value with a name. */
class Placeholder {
  readonly name: string | symbol;
  constructor(name: string | symbol) {
    this.name = name;
  }
}

// Whatever the type of a value, a statement that only passes it on takes a placeholder too.
const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(name) }) as never;
