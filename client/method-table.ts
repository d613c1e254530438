/** An operation of the API, as a method calls it. */
export interface Operation {
  /** The line of the table from which the operation was read. */
  line: string;
  /** The HTTP method. */
  method: string;
  /** The path, with the names of its ids in braces. */
  path: string;
  /** The words after the path, e.g. `list`, `keyed` or `404`. */
  facts: readonly string[];
}

/** Reads a line of a table of methods, e.g. `GET /v1/contacts/{id} 404`. */
export function readOperation(line: string): Operation {
  const [method = "", path = "", ...facts] = line.split(" ");
  return { line, method, path, facts };
}

/** Returns the value of a fact, e.g. `100` of `pages:100`. Undefined when there is none. */
export const valueOf = (
  { facts }: Operation,
  name: string,
): string | undefined =>
  facts.find((fact) => fact.startsWith(`${name}:`))?.slice(name.length + 1);
