import type { Request, RequestHandler } from "express";
import { operations } from "../../generated/operations.ts";
import { requiredAt } from "./api-error.ts";
import { operationOf } from "./find-operation.ts";
import { hasBody, hasMoreValues, textErrors } from "./json-text.ts";
import { readQuery } from "./query.ts";
import { detailsOf, requestError } from "./request-errors.ts";
import { validatorOfBody, validatorOfParameters } from "./schema.ts";

/**
 * How many values a body may hold for all its errors to be found. Each error costs about as much as ten values, so of
 * a body with more values, which no operation of the contract accepts, only the first error is reported.
 */
const mostValues = 1000;

/**
 * 400 or 422 with all errors of query, headers and body; 404 for an id that no resource can have. Fills in defaults; the
 * query is in `response.locals.query`.
 */
export function checkRequest(): RequestHandler {
  return function checkRequest(request, response, next) {
    const id = operationOf(response);
    const { query: parameters, headers, body: takesBody, perElement, defaults } = operations[id];
    const { query, errors } = readQuery(queryOf(request.originalUrl), parameters);
    const header = headersOf(request, headers);
    const inParameters = detailsOf(validatorOfParameters(id), {
      query,
      header,
      path: response.locals.pathParams,
    });
    const named = inParameters
      .filter(({ path: [part] }) => part !== "path")
      .map(({ path: [, ...path], ...detail }) => ({ path, ...detail }));
    const whole = withoutElements(request.body, perElement);
    const isLarge = hasMoreValues(whole, mostValues);
    const inBody = takesBody === "none" ? [] : detailsOf(validatorOfBody(id, !isLarge), request.body);
    const inTexts = [...textErrors(query), ...(isLarge ? [] : textErrors(whole))];
    const details = [...named, ...inBody, ...errors, ...inTexts];
    if (details.length === 0 && takesBody === "required" && !hasBody(request)) details.push(requiredAt([]));
    if (details.length > 0 || inParameters.length > 0) return next(requestError(details));
    response.locals.header = header;
    response.locals.query = { ...defaults.query, ...query };
    if (takesBody !== "none") request.body = { ...defaults.body, ...(request.body as object) };
    next();
  };
}

const headersOf = (request: Request, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = request.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** A body without the lists whose elements are checked one by one. */
function withoutElements(body: unknown, lists: readonly string[]): unknown {
  if (lists.length === 0 || typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !lists.includes(name)));
}

/** The query string of a request target: all that follows the first `?` (RFC 3986, section 3.4). */
function queryOf(target: string): string {
  const mark = target.indexOf("?");
  return mark < 0 ? "" : target.slice(mark + 1);
}
