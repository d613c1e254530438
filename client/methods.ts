import type { Caller } from "./call.ts";
import { listOf } from "./list.ts";

/** Methods by name, and the resources that have them. */
interface Tree {
  readonly [name: string]: string | Tree;
}

/**
 * The methods that a generated table lists, with the names that their errors show; `Methods` is the interface that was
 * generated with the table.
 */
export function createMethods<Methods>(table: Tree, call: Caller, prefix = ""): Methods {
  const methods = Object.fromEntries(
    Object.entries(table).map(([key, at]) => {
      const name = prefix + key;
      return [key, typeof at === "string" ? methodOf(at, name, call) : createMethods(at, call, `${name}.`)];
    }),
  );
  // The types and the table of the methods are generated from one contract, which TypeScript cannot see.
  return methods as Methods;
}

/** A method: its arguments are the ids of its path, then the body or the query, then the options. */
function methodOf(operation: string, name: string, call: Caller) {
  return (...args: unknown[]) => {
    const takes = (part: string) => operation.includes(` ${part}`);
    const ids = [...operation.matchAll(/\{(\w+)\}/g)].map(([, id = ""]) => [id, args.shift()]);
    const body = takes("body") ? (args.shift() ?? null) : undefined;
    const query = takes("query") ? (args.shift() as object | undefined) : undefined;
    const options = args.shift() ?? {};
    const read = (place?: { cursor: string }) => {
      const input = {
        method: name,
        path: Object.fromEntries(ids),
        body,
        query: place ? { ...query, ...place } : query,
      };
      return call(operation, input, options);
    };
    return takes("list") ? listOf(read) : read();
  };
}
