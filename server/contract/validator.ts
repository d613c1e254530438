import type { Request, RequestHandler } from "express";
import findMyWay from "find-my-way";
import { operations } from "../../generated/operations.ts";
import { ApiError } from "./api-error.ts";
import { readQuery } from "./query.ts";
import { hasBody, requireFewValues, textErrors } from "./unseen-errors.ts";
import { operationOf } from "./operation.ts";
import { requestError, type ValidationError } from "./request-errors.ts";
import {
  type Document,
  loadSteps,
  type MatchedOperation,
  operationAt,
  type ResponseCheck,
  responseCheck,
} from "./steps.ts";

/** The contract as middlewares. */
export interface Validator {
  /** Finds the operation, or keeps the reason why there is none in `response.locals.unrouted` (404, 405). */
  findOperation: RequestHandler;
  /** Why a response breaks the contract; undefined when it does not, or when the request has no operation. */
  responseError: (request: Request, status: number, body: unknown) => unknown;
  /**
   * 400 or 422 with all errors of query and body; 404 for an id that no resource can have. Fills in defaults; the query
   * is in `response.locals.query`.
   */
  checkRequest: RequestHandler;
}

/**
 * The one adapter around express-openapi-validator; steps.ts says what it relies on.
 * @throws Error when the library cannot read the contract, or no longer has what the adapter relies on
 */
export async function createValidator(document: Document): Promise<Validator> {
  const steps = await loadSteps(document);
  const byPath = new Map<string, Route["operations"]>();
  const checks = new Map<string, ResponseCheck>();
  for (const [id, { path, method }] of Object.entries(operations)) {
    const operation = await operationAt(steps.find, method.toUpperCase(), path);
    byPath.set(
      path,
      (byPath.get(path) ?? new Map()).set(method.toUpperCase(), operation),
    );
    const { responses } = document.paths?.[path]?.[method] as Declared;
    for (const [status, { $ref: shared }] of Object.entries(responses)) {
      const name = `${id} ${status}`;
      const check = await responseCheck(
        steps.guardResponse,
        operation,
        Number(status),
        shared ?? name,
      );
      checks.set(name, check);
    }
  }
  const findRoute = createRouter(byPath);

  return {
    findOperation: (req, res, next) => {
      const route = findRoute(req.path);
      if (route) res.locals.route = route.path;
      const operation = route?.operations.get(req.method);
      if (operation)
        req.openapi = { ...operation, pathParams: route?.pathParams ?? {} };
      else res.locals.unrouted = unrouted(route?.operations);
      next();
    },
    responseError: (request, status, body) => {
      if (!request.openapi) return undefined;
      const check = checks.get(`${operationOf(request)} ${status}`);
      return check
        ? check(body)
        : new Error(`The operation declares no response ${status}.`);
    },
    checkRequest: (req, res, next) => {
      const operation = operations[operationOf(req)];
      const { openapi, method, path, originalUrl, headers, body } = req;
      const { query, errors: inQuery } = readQuery(
        queryOf(originalUrl),
        operation.query,
      );
      const envelope = withoutElements(body, operation.perElement);
      requireFewValues(envelope, "body");
      const unseen = [
        ...inQuery,
        ...textErrors(query),
        ...textErrors(envelope),
      ];
      const noBody = bodyIsRequired(req) && !hasBody(req) ? [missingBody] : [];
      // The library redefines properties of a request, which makes one of Express slow.
      const params = openapi?.pathParams;
      const checked = {
        openapi,
        method,
        path,
        originalUrl,
        headers,
        params,
        query,
        body,
      } as unknown as Request;
      steps.checkRequest(checked, res, (error?: unknown) => {
        res.locals.query = checked.query;
        if (!error && unseen.length === 0 && noBody.length === 0) return next();
        const errors = error === undefined ? noBody : errorsOf(error);
        next(errors ? requestError(errors, unseen, body, operation) : error);
      });
    },
  };
}

/** What the contract says of an operation's responses, by their status. */
interface Declared {
  responses: Record<string, { $ref?: string }>;
}

/** A body without the lists whose elements are checked one by one. */
function withoutElements(body: unknown, lists: readonly string[]): unknown {
  if (
    lists.length === 0 ||
    typeof body !== "object" ||
    body === null ||
    Array.isArray(body)
  )
    return body;
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !lists.includes(name)),
  );
}

/** The query string of a request target: all that follows the first `?` (RFC 3986, section 3.4). */
function queryOf(target: string): string {
  const mark = target.indexOf("?");
  return mark < 0 ? "" : target.slice(mark + 1);
}

/** The error of a body that is missing although the operation requires one, when no field of it is required. */
const missingBody: ValidationError = {
  path: "/body",
  message: "",
  errorCode: "required.openapi.validation",
};

function bodyIsRequired({ openapi }: Request): boolean {
  const body = openapi?.schema.requestBody; // the library writes null where there is none
  return Boolean(body && "required" in body && body.required);
}

function unrouted(
  operations?: Map<string, MatchedOperation>,
): ApiError<"path_not_found" | "method_not_allowed"> {
  if (!operations) return new ApiError("path_not_found", {});
  const allow = [...operations.keys()]
    .sort()
    .map((method) => (method === "GET" ? "GET, HEAD" : method));
  return new ApiError("method_not_allowed", {}, { Allow: allow.join(", ") });
}

function errorsOf(error: unknown): ValidationError[] | undefined {
  const isBadRequest =
    typeof error === "object" &&
    error !== null &&
    "status" in error &&
    error.status === 400;
  return isBadRequest && "errors" in error
    ? (error.errors as ValidationError[])
    : undefined;
}

/** The operations of one path of the contract. */
interface Route {
  /** As the contract writes it, e.g. `/v1/contacts/{id}`. */
  path: string;
  /** By method, e.g. `GET`. */
  operations: Map<string, MatchedOperation>;
  /** Decoded values of the path's parameters. */
  pathParams: Record<string, string>;
}

/**
 * Returns the function that finds the route of a path, e.g. `/v1/contacts/ct_1`, in a time that does not grow with the
 * number of paths. Its result is undefined for every other path, and for one that cannot be decoded.
 * @param byPath the contract's paths, e.g. `/v1/contacts/{id}`, and their operations by method
 */
function createRouter(
  byPath: Map<string, Route["operations"]>,
): (path: string) => Route | undefined {
  // A request line bounds the length of an id; the contract says which ids are valid.
  const router = findMyWay({ maxParamLength: Infinity });
  for (const [path, ofPath] of byPath)
    router.on("GET", path.replaceAll(/\{([^}]+)\}/g, ":$1"), noHandler, {
      path,
      operations: ofPath,
    });
  return (path) => {
    const found = router.find("GET", path);
    if (!found) return undefined;
    const pathParams = found.params as Record<string, string>;
    if (Object.values(pathParams).includes("")) return undefined; // `/v1/contacts/`
    return { ...(found.store as Omit<Route, "pathParams">), pathParams };
  };
}

function noHandler(): never {
  throw new Error("The router only finds.");
}
