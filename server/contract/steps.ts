import { middleware } from "express-openapi-validator";
import type { Request, RequestHandler, Response } from "express";
import { dateTime } from "./date-time.ts";

/*
 * The adapter around express-openapi-validator, which only this file imports. The library's own order of steps would send a 400
 * before a 401; so `app.ts` gets its middlewares one by one.
 *
 * The library documents nothing of what this relies on. Behind each arrow stands what happens when it changes:
 * - the names of the four middlewares, of which the first needs no more than `app.param` → the server does not start
 * - `metadataMiddleware` writes the same `request.openapi` for every request of an operation; the others read it (here, and in
 *   validator.ts) → the server does not start, or every request fails
 * - a compiled schema is kept for each Content-Type, without limit (validator.ts, json-body.ts) → nothing: one constant type is
 *   passed
 * - `responseMiddleware` replaces `json` of a response once, and reads the responses from `_responseSchema` → every response
 *   fails, or none
 * - it compiles all responses that it finds there together, each with the whole document → nothing: each is passed alone, one
 *   that operations share once for all, and the document has only what is checked
 * - `requestMiddleware` takes values of a `query` that have their types; unknown parameters pass (validator.ts, query.ts) →
 *   queries are not converted, or errors come twice
 * - an error is `{ path: "/body/tags/1", message, errorCode }`, an unknown field is unescaped in `path`, the message is Ajv's
 *   English (request-errors.ts) → details are wrong
 * - a response that breaks the contract is passed to `next`, and is not sent → such a response is sent
 *
 * To check an upgrade, compare `dist/middlewares/` of both versions, and run
 * `npx vitest run test/server/contract test/conformance/errors.test.ts test/conformance/coverage.test.ts`.
 */

/** An OpenAPI document. */
export type Document = Exclude<
  Parameters<typeof middleware>[0]["apiSpec"],
  string
>;

/** What the library finds for an operation, and expects to find in a request for it. */
export interface MatchedOperation extends NonNullable<Request["openapi"]> {
  _responseSchema: { responses: Record<string, object> };
}

/** Checks the body of a response; gives the library's error when the operation does not declare it. */
export type ResponseCheck = (body: unknown) => unknown;

/**
 * Loads the library with a contract, and gives its middlewares, each by its purpose.
 * @throws Error when the library cannot read the contract, or has no such middleware
 */
export async function loadSteps(document: Document) {
  const handlers = middleware({
    apiSpec: forLibrary(document),
    validateApiSpec: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
    validateResponses: { allErrors: true },
    validateSecurity: false,
    ajvFormats: { mode: "full" },
    formats: { "date-time": dateTime },
    fileUploader: false,
  });
  const step = (name: string): RequestHandler => {
    const found = handlers.find((handler) => handler.name === name);
    if (!found)
      throw new Error(`express-openapi-validator has no middleware ${name}.`);
    return found as unknown as RequestHandler;
  };
  await loaded(step("pathParamsMiddleware"));
  return {
    /** Finds the operation of a request. */
    find: step("metadataMiddleware"),
    /** Checks a request, and fills in defaults. */
    checkRequest: step("requestMiddleware"),
    /** Makes `response.json` check the response. */
    guardResponse: step("responseMiddleware"),
  };
}

/**
 * The contract as the library needs it. It refuses legal queries such as `?q=ana@example.com` unless each parameter allows
 * them. The elements of some lists are checked one by one (`x-per-element`): an error in one does not refuse the request.
 * The library goes through the whole document for each schema that it compiles, so all that checks nothing is left out.
 */
function forLibrary({ openapi, info, paths, components }: Document): Document {
  const checked = { openapi, info, paths, components };
  const fields = new WeakSet();
  return JSON.parse(
    JSON.stringify(checked, function (this: object, name, value: unknown) {
      if (unread.has(name) && !fields.has(this)) return undefined;
      if (typeof value !== "object" || value === null) return value;
      if (name === "properties") fields.add(value);
      if ("in" in value && value.in === "query")
        return { ...value, allowReserved: true };
      return "x-per-element" in value ? { ...value, items: {} } : value;
    }),
  ) as Document;
}

/** What no check reads, where it is not the name of a field. */
const unread = new Set([
  "examples",
  "example",
  "headers",
  "security",
  "securitySchemes",
  "x-decision",
]);

/** The library reports a loading error in its first middleware, which here gets an application without parameters. */
function loaded(first: RequestHandler): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = { app: { param: () => undefined } } as unknown as Request;
    void first(request, {} as Response, (error?: unknown) =>
      error ? reject(error as Error) : resolve(),
    );
  });
}

/**
 * The operation at a path, as the contract writes it: what the library adds to a request for it.
 * @param find the step that finds an operation; it compiles all paths at each call, so no request passes it
 * @throws Error when it does not find an operation of the contract
 */
export async function operationAt(
  find: RequestHandler,
  method: string,
  path: string,
): Promise<MatchedOperation> {
  const app = { enabled: () => true };
  const request = {
    app,
    method,
    path,
    originalUrl: path,
    baseUrl: "",
  } as unknown as Request;
  await new Promise((resolve) => void find(request, {} as Response, resolve));
  if (!request.openapi)
    throw new Error(
      `express-openapi-validator does not find ${method} ${path}.`,
    );
  return request.openapi as MatchedOperation;
}

/**
 * The check of one response of an operation. The library installs it in a response that lasts, so that no request has to; and
 * it gets no headers of a request, as it keeps a compiled schema for each Content-Type, for ever. It compiles all responses of
 * an operation together at the first of them: so this one is alone.
 * @param name of the response: what the library has compiled for it is used for all operations that share it
 */
export async function responseCheck(
  guardResponse: RequestHandler,
  operation: MatchedOperation,
  statusCode: number,
  name: string,
): Promise<ResponseCheck> {
  const responses = {
    [statusCode]: operation._responseSchema.responses[statusCode],
  };
  const openapi = {
    ...operation,
    expressRoute: "",
    _responseSchema: { responses },
  };
  let failure: unknown;
  const response = {
    statusCode,
    headersSent: false,
    getHeaders: () => ({ "content-type": "application/json" }),
    json: (_: unknown) => undefined,
  };
  const request = { openapi, method: name, originalUrl: name, headers: {} };
  await new Promise<void>((resolve) => {
    void guardResponse(
      request as unknown as Request,
      response as unknown as Response,
      (error?: unknown) => {
        failure = error;
        resolve();
      },
    );
  });
  const { json } = response;
  return (body) => {
    failure = undefined;
    json(body);
    return failure;
  };
}
