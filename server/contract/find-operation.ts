import type { RequestHandler, Response } from "express";
import findMyWay from "find-my-way";
import { type OperationId, operations } from "../../generated/operations.ts";
import { ApiError } from "./api-error.ts";

/** The operations of one path of the contract, by their methods, e.g. `GET`. */
type Methods = Map<string, OperationId>;

/**
 * Finds the operation of a request and the values of its path, or why there is none (404, 405), which `requireOperation`
 * raises.
 */
export function findOperation(): RequestHandler {
  const findRoute = createRouter();
  return function findOperation({ path, method }, { locals }, next) {
    const route = findRoute(path);
    const operation = route?.methods.get(method);
    if (route && operation !== undefined) Object.assign(locals, { operation, pathParams: route.pathParams });
    else locals.unrouted = unrouted(route?.methods);
    next();
  };
}

/**
 * The operation that was found for a request.
 * @throws Error when none was found: call it only after `requireOperation`.
 */
export function operationOf({ locals: { operation } }: Response): OperationId {
  if (operation === undefined) throw new Error("The request has no operation.");
  return operation;
}

function unrouted(methods?: Methods): ApiError<"path_not_found" | "method_not_allowed"> {
  if (!methods) return new ApiError("path_not_found", {});
  const allow = [...methods.keys()].sort().map((method) => (method === "GET" ? "GET, HEAD" : method));
  return new ApiError("method_not_allowed", {}, { Allow: allow.join(", ") });
}

/**
 * Returns the function that finds the route of a path, e.g. `/v1/contacts/ct_1`, in a time that does not grow with the
 * number of paths. Its result is undefined for every other path, and for one that cannot be decoded.
 */
function createRouter() {
  // A request line bounds the length of an id; the contract says which ids are valid.
  const router = findMyWay({ maxParamLength: Infinity });
  const byPath = new Map<string, Methods>();
  for (const [id, { path, method }] of Object.entries(operations) as [OperationId, Route][]) {
    const methods = byPath.get(path) ?? new Map<string, OperationId>();
    byPath.set(path, methods.set(method.toUpperCase(), id));
  }
  for (const [path, methods] of byPath)
    router.on("GET", path.replaceAll(/\{([^}]+)\}/g, ":$1"), onlyFound, methods);
  return (path: string) => {
    const found = router.find("GET", path);
    if (!found) return undefined;
    const pathParams = found.params as Record<string, string>;
    if (Object.values(pathParams).includes("")) return undefined; // `/v1/contacts/`
    return { methods: found.store as Methods, pathParams };
  };
}

type Route = (typeof operations)[OperationId];

function onlyFound(): never {
  throw new Error("The router only finds.");
}
