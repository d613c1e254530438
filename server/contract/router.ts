import findMyWay from "find-my-way";
import type { MatchedOperation } from "./steps.ts";

/** The operations of one path of the contract. */
interface Route {
  /** By method, e.g. `GET`. */
  operations: Map<string, MatchedOperation>;
  /** Decoded values of the path's parameters. */
  pathParams: Record<string, string>;
}

/**
 * Returns the function that finds the route of a path, e.g. `/v1/contacts/ct_1`, in a time that does not grow with the
 * number of paths. Its result is undefined for every other path, and for one that cannot be decoded.
 * @param routes the contract's paths, e.g. `/v1/contacts/{id}`, and their operations by method
 */
export function createRouter(
  routes: Map<string, Map<string, MatchedOperation>>,
): (path: string) => Route | undefined {
  // A request line bounds the length of an id; the contract says which ids are valid.
  const router = findMyWay({ maxParamLength: Infinity });
  for (const [path, operations] of routes) {
    router.on("GET", path.replaceAll(/\{([^}]+)\}/g, ":$1"), noHandler, operations);
  }
  return (path) => {
    const found = router.find("GET", path);
    if (!found) return undefined;
    const pathParams = found.params as Record<string, string>;
    if (Object.values(pathParams).includes("")) return undefined; // `/v1/contacts/`
    return { operations: found.store as Map<string, MatchedOperation>, pathParams };
  };
}

function noHandler(): never {
  throw new Error("The router only finds.");
}
