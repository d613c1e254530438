import type { CompiledQuery, Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** What Kysely builds. */
interface Built<Row> {
  compile: (database: Kysely<Tables>) => CompiledQuery<Row>;
}

/**
 * A statement that is built and compiled once, at its first use, as this takes as long as running a short one.
 * @param build makes it; it may only pass the values on, as at that time each is a placeholder
 * @returns the function that runs it with its values, and gives the rows
 */
export function statement<Values extends object, Row>(
  build: (database: Kysely<Tables>, values: Values) => Built<Row>,
): (database: Kysely<Tables>, values: Values) => Promise<Row[]> {
  const compiled = compiledOnce(build);
  return async (database, values) => (await database.executeQuery(compiled(database, values))).rows;
}

/** Likewise, but the function only gives the statement with its values, for one who sends it in another way. */
export function compiledOnce<Values extends object, Row>(
  build: (database: Kysely<Tables>, values: Values) => Built<Row>,
): (database: Kysely<Tables>, values: Values) => CompiledQuery<Row> {
  let compiled: CompiledQuery<Row> | undefined;
  return (database, values) => {
    compiled ??= build(database, placeholders).compile(database);
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    return { ...compiled, parameters };
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
