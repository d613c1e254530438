import { methods, type Methods } from "../generated/methods.ts";
import type { Caller, Operation } from "./call.ts";
import { listOf } from "./list.ts";

/** What a method needs to know: its operation, and which arguments it takes beside the ids of its path. */
interface Method extends Operation {
  readonly body?: true;
  readonly query?: true;
}
interface Tree {
  readonly [name: string]: Method | Tree;
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
      return [key, isMethod(at) ? methodOf(at, name, call) : bind(at, call, `${name}.`)];
    }),
  );
}

const isMethod = (at: Method | Tree): at is Method => typeof at["request"] === "string";

/** A method: its arguments are the ids of its path, then the body or the query, then the options. */
function methodOf(method: Method, name: string, call: Caller) {
  return (...args: unknown[]) => {
    const ids = [...method.request.matchAll(/\{(\w+)\}/g)].map(([, id = ""]) => [id, args.shift()]);
    const body = method.body && (args.shift() ?? null);
    const query = method.query && (args.shift() as object | undefined);
    const options = args.shift() ?? {};
    const read = (place?: { cursor: string }) => {
      const input = {
        method: name,
        path: Object.fromEntries(ids),
        body,
        query: place ? { ...query, ...place } : query,
      };
      return call(method, input, options);
    };
    return method.list ? listOf(read) : read();
  };
}
