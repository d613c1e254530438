import { methods, type Methods } from "../generated/methods.ts";
import type { Caller } from "./call.ts";
import { listOf } from "./list.ts";

/** Methods by name, and the resources that have them. */
interface Tree {
  readonly [name: string]: string | Tree;
}

/** The methods that follow from the contract. */
export function createMethods(call: Caller): Methods {
  // The types and the table of the methods are generated from one contract, which TypeScript cannot see.
  return bind(methods, call, "") as unknown as Methods;
}

function bind(tree: Tree, call: Caller, prefix: string): object {
  return Object.fromEntries(
    Object.entries(tree).map(([key, at]) => {
      const name = prefix + key;
      return [key, typeof at === "string" ? methodOf(at, name, call) : bind(at, call, `${name}.`)];
    }),
  );
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
