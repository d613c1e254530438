import type { RequestHandler } from "express";
import { operations } from "../../generated/operations.ts";
import { ApiError, type ErrorDetail } from "./api-error.ts";
import { type Deprecations, deprecationsOf } from "./deprecated.ts";
import { type MatchedOperation, matchedOperation } from "./operation.ts";
import { readQuery } from "./query.ts";
import { refusalOf, type ValueError } from "./refusal.ts";
import { createRequestCheck, type Document } from "./request-check.ts";
import { createErrorFinder } from "./request-values.ts";
import { createResponseCheck, type CheckResponse } from "./response-check.ts";
import { createRouter, routesOf } from "./router.ts";
import { hasBody, requireFewValues, textErrors } from "./unseen-errors.ts";

/** The contract as middlewares. */
export interface Validator {
  /**
   * Finds the operation, or keeps the reason why there is none in `response.locals.unrouted` (404,
   * 405).
   */
  findOperation: RequestHandler;
  /**
   * 400 or 422 with all errors of query and body; 404 for an id that no resource can have. Fills in
   * defaults; the query is in `response.locals.query`, and the names of its deprecated elements in
   * `response.locals.deprecated`.
   */
  checkRequest: RequestHandler;
  checkResponse: CheckResponse;
  deprecations: Deprecations;
}

/**
 * Makes the middlewares of a contract.
 * @throws Error when it cannot be compiled
 */
export function createValidator(document: Document): Validator {
  const findRoute = createRouter(routesOf(document));
  const checkRequest = createRequestCheck(document);
  const findErrors = createErrorFinder(document);
  const deprecations = deprecationsOf(document);

  return {
    findOperation: (request, response, next) => {
      const route = findRoute(request.path);
      if (route) response.locals.route = route.path;
      const operation = route?.operations.get(request.method);
      request.operation = operation;
      request.pathParams = route?.pathParams ?? {};
      if (!operation) response.locals.unrouted = unrouted(route?.operations);
      next();
    },
    checkRequest: (request, response, next) => {
      const { id, requiresBody } = matchedOperation(request);
      const { query: types, perElement } = operations[id];
      const { query, errors: inQuery } = readQuery(
        queryOf(request.originalUrl),
        types,
      );
      response.locals.query = query;
      const envelope = withoutElements(request.body, perElement);
      requireFewValues(envelope, "body");
      const unseen = [
        ...inQuery,
        ...textErrors(query),
        ...textErrors(envelope),
      ];
      // Before the library fills in defaults, which nobody sent.
      const deprecated = deprecations.namesIn(id, {
        query,
        header: request.headers,
        path: request.pathParams,
        body: request.body as unknown,
      });
      const noBody = requiresBody && !hasBody(request) ? [missingBody] : [];
      const isSound = unseen.length === 0 && noBody.length === 0;
      // Express would read it again, by rules of its own.
      Object.defineProperty(request, "query", {
        value: query,
        configurable: true,
      });
      void checkRequest(request, response, (error?: unknown) => {
        if (error === undefined && isSound) {
          response.locals.deprecated = deprecated;
          return next();
        }
        if (error === undefined) return next(refusal(noBody, unseen));
        const errors = isBadRequest(error)
          ? findErrors(id, request, query)
          : [];
        next(errors.length > 0 ? refusal(errors, unseen) : error);
      });
    },
    checkResponse: createResponseCheck(document),
    deprecations,
  };
}

/** A body without the lists whose elements are checked one by one. */
function withoutElements(body: unknown, lists: readonly string[]): unknown {
  const hasFields =
    typeof body === "object" && body !== null && !Array.isArray(body);
  if (lists.length === 0 || !hasFields) return body;
  const fields = Object.entries(body);
  return Object.fromEntries(fields.filter(([name]) => !lists.includes(name)));
}

/** The query string of a request target: all that follows the first `?` (RFC 3986, section 3.4). */
function queryOf(target: string): string {
  const start = target.indexOf("?");
  return start < 0 ? "" : target.slice(start + 1);
}

/**
 * The error of a body that is missing although the operation requires one, when no field of it is
 * required.
 */
const missingBody: ValueError = {
  instancePath: "/body",
  keyword: "required",
  params: {},
};

/**
 * Refuses a request for these errors. An id in the path that no resource can have is a 404 when
 * nothing else is wrong.
 */
function refusal(errors: ValueError[], others: ErrorDetail[]): ApiError {
  const shown = errors.filter(
    ({ instancePath }) => !instancePath.startsWith("/path/"),
  );
  if (shown.length + others.length === 0) return new ApiError("not_found", {});
  const inPart = shown.map((error) => ({
    ...error,
    instancePath: withoutPart(error.instancePath),
  }));
  return refusalOf(inPart, others);
}

/** `/body/tags/1` → `/tags/1` */
const withoutPart = (path: string): string => path.replace(/^\/[^/]*/, "");

function unrouted(
  operations?: Map<string, MatchedOperation>,
): ApiError<"path_not_found" | "method_not_allowed"> {
  if (!operations) return new ApiError("path_not_found", {});
  const methods = [...operations.keys()].sort();
  const allow = methods.map((method) =>
    method === "GET" ? "GET, HEAD" : method,
  );
  return new ApiError("method_not_allowed", {}, { Allow: allow.join(", ") });
}

/** Returns true when the library refused the request. */
const isBadRequest = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "status" in error &&
  error.status === 400;
