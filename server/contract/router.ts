import findMyWay from "find-my-way";
import { type OperationId, operations } from "../../generated/operations.ts";
import type { MatchedOperation } from "./operation.ts";
import type { Document } from "./request-check.ts";

/** The operations of one path of the contract. */
export interface Route {
  /** The path as the contract writes it, e.g. `/v1/books/{id}`. */
  path: string;
  /** Method, e.g. `GET` → its operation. */
  operations: Map<string, MatchedOperation>;
}

/** A route, and the decoded values of the path's parameters. */
interface FoundRoute extends Route {
  pathParams: Record<string, string>;
}

/**
 * Finds the route of a path, e.g. `/v1/books/bk_1`; undefined for a path that is not the
 * contract's, or cannot be decoded.
 */
export type FindRoute = (path: string) => FoundRoute | undefined;

/** Returns the routes of a contract. */
export function routesOf(document: Document): Route[] {
  const routes = new Map<string, Route>();
  for (const [id, { path, method }] of Object.entries(operations)) {
    const route = routes.get(path) ?? { path, operations: new Map() };
    const described = document.paths?.[path]?.[method] as Described;
    route.operations.set(method.toUpperCase(), {
      id: id as OperationId,
      takesBody: described.requestBody !== undefined,
      requiresBody: described.requestBody?.required === true,
      deprecatedOn: described["x-deprecated-on"],
      sunset: described["x-sunset"],
    });
    routes.set(path, route);
  }
  return [...routes.values()];
}

/** An operation as the contract describes it, as far as it is read here. */
interface Described {
  requestBody?: { required?: boolean };
  "x-deprecated-on"?: string;
  "x-sunset"?: string;
}

/** Makes the router of some routes. The time to find a route does not grow with their number. */
export function createRouter(routes: Route[]): FindRoute {
  // The length of a request line bounds the length of an id; the contract says which ids are valid.
  const router = findMyWay({ maxParamLength: Infinity });
  for (const route of routes) {
    const pattern = route.path.replaceAll(/\{([^}]+)\}/g, ":$1");
    router.on("GET", pattern, noHandler, route);
  }
  return (path) => {
    const found = router.find("GET", path);
    if (!found) return undefined;
    const pathParams = found.params as Record<string, string>;
    if (Object.values(pathParams).includes("")) return undefined; // `/v1/books/`
    return { ...(found.store as Route), pathParams };
  };
}

function noHandler(): never {
  throw new Error("The router only finds.");
}
