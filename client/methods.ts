import type { Caller } from "./call.ts";
import { definedOptions, isPlainObject } from "./check.ts";
import { isOpaque } from "./json-value.ts";
import { listOf, type PageQuery } from "./list.ts";
import { readOperation, valueOf } from "./method-table.ts";

/** Name of a method → line of its operation, or name of a resource → its methods. */
interface Table {
  readonly [name: string]: string | Table;
}

/**
 * Creates the methods of a generated table. `Methods` is the interface that was generated with the
 * table.
 * @param prefix the start of method names in error messages
 */
export function createMethods<Methods>(
  table: Table,
  call: Caller,
  prefix = "",
): Methods {
  const methods = Object.entries(table).map(([name, entry]) => [
    name,
    typeof entry === "string"
      ? methodOf(entry, prefix + name, call)
      : createMethods(entry, call, `${prefix}${name}.`),
  ]);
  // TypeScript cannot see that the table and the types are generated from one contract.
  return Object.fromEntries(methods) as Methods;
}

/**
 * Creates a method. Its arguments are the ids of the path, the body or the query, and the options.
 */
function methodOf(line: string, method: string, call: Caller) {
  const operation = readOperation(line);
  const takes = (fact: string) => operation.facts.includes(fact);
  const ids = operation.path.match(/\{.+?\}/g) ?? [];
  const maxLimit = valueOf(operation, "pages");

  return (...args: unknown[]) => {
    const path = Object.fromEntries(
      ids.map((id) => [id.slice(1, -1), args.shift()]),
    );
    const body = takes("body") ? (args.shift() ?? null) : undefined;
    const query = takes("query")
      ? (args.shift() as object | undefined)
      : undefined;
    const options = args.shift() ?? {};
    const input = { method, path, body, query };
    if (!takes("list")) return call(operation, input, options);

    /** Returns the input for a page. The caller's `limit` replaces the limit of the page. */
    const inputOf = async (page: PageQuery | Promise<PageQuery>) => {
      const { limit, ...position } = await page;
      // `call` rejects a query of another type.
      if (query && (!isPlainObject(query) || isOpaque(query))) return input;
      const filters = definedOptions(query ?? {});
      return { ...input, query: { limit, ...filters, ...position } };
    };
    return listOf(
      (page) => call(operation, inputOf(page), options),
      maxLimit === undefined ? undefined : Number(maxLimit),
    );
  };
}
