import type { RequestHandler } from "express";
import { middleware } from "express-openapi-validator";
import { dateTime } from "./date-time.ts";

/*
 * The adapter around express-openapi-validator, which only this file imports, by its documented
 * interface. Its middleware runs after the steps that send a 401, a 403, a 404 or a 415 (app.ts).
 * It decides which requests are refused, and fills in defaults. What is wrong with a request is
 * found by our own Ajv: the library leaves out the parameters of errors, from which messages in two
 * languages are made.
 *
 * The library keeps a compiled schema for each Content-Type, without limit, so json-body.ts passes
 * one constant type.
 */

/** An OpenAPI document. */
export type Document = Exclude<
  Parameters<typeof middleware>[0]["apiSpec"],
  string
>;

/** Makes the check of requests, which also fills in defaults. */
export function createRequestCheck(document: Document): RequestHandler {
  const handlers = middleware({
    apiSpec: checkedParts(document),
    validateApiSpec: false, // the contract was compiled when it was generated
    // The first error is enough. Unknown parameters are found when the query is read (query.ts).
    validateRequests: { allErrors: false, allowUnknownQueryParameters: true },
    validateResponses: false,
    validateSecurity: false,
    ajvFormats: { mode: "full" },
    formats: { "date-time": dateTime },
    fileUploader: false,
  });
  return inOrder(handlers as RequestHandler[]);
}

/** Makes one handler of several, as `app.use` does with a list. */
function inOrder(handlers: RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const runFrom = (index: number) => {
      const handler = handlers[index];
      if (!handler) return next();
      void handler(request, response, (error?: unknown) => {
        if (error === undefined) runFrom(index + 1);
        else next(error);
      });
    };
    runFrom(0);
  };
}

/**
 * Returns a copy of a contract without what no check reads. The elements of some lists are checked
 * one by one (`x-per-element`): an error in one does not refuse the request. The library refuses
 * legal queries such as `?q=ana@example.com` unless each parameter allows them.
 */
export function checkedParts(document: Document): Document {
  const { openapi, info, paths, components } = document;
  const copy = JSON.stringify(
    { openapi, info, paths, components },
    withoutUnread(),
  );
  return JSON.parse(copy) as Document;
}

/** Keywords that no check reads, unless they are names of fields. */
const unread = new Set([
  "examples",
  "example",
  "headers",
  "security",
  "securitySchemes",
]);

function withoutUnread() {
  const fields = new WeakSet<object>();
  return function (this: object, name: string, value: unknown): unknown {
    if (unread.has(name) && !fields.has(this)) return undefined;
    if (typeof value !== "object" || value === null) return value;
    if (name === "properties") fields.add(value);
    if ("in" in value && value.in === "query")
      return { ...value, allowReserved: true };
    return "x-per-element" in value ? { ...value, items: {} } : value;
  };
}
