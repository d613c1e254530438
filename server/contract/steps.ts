import { middleware } from "express-openapi-validator";
import type { Request, RequestHandler, Response } from "express";
import { METHODS } from "node:http";
import { dateTime } from "./date-time.ts";

/** An OpenAPI document. */
export type Document = Exclude<Parameters<typeof middleware>[0]["apiSpec"], string>;

/** What the library finds for an operation, and expects to find in a request for it. */
export interface MatchedOperation extends NonNullable<Request["openapi"]> {
  _responseSchema: { responses: Responses };
}

/** Responses by their status. */
export type Responses = Record<string, { $ref?: string }>;

/** The library's middlewares, each by its purpose. */
export interface Steps {
  /** Finds the operation of a request. */
  find: RequestHandler;
  /** Checks a request, and fills in defaults. */
  checkRequest: RequestHandler;
  /** Makes `response.json` check the response. */
  guardResponse: RequestHandler;
}

/** Checks the body of a response; gives the library's error when the operation does not declare it. */
export type ResponseCheck = (body: unknown) => unknown;

/**
 * Loads the library with a contract. `allErrors`: whether it reports every error, or only the first one.
 * @throws Error when the library cannot read the contract, or has no such middleware
 */
export async function loadSteps(document: Document, { allErrors }: { allErrors: boolean }): Promise<Steps> {
  const handlers = middleware({
    apiSpec: forLibrary(document),
    validateApiSpec: false,
    validateRequests: { allErrors, allowUnknownQueryParameters: true },
    validateResponses: { allErrors },
    validateSecurity: false,
    ajvFormats: { mode: "full" },
    formats: { "date-time": dateTime },
    fileUploader: false,
  });
  const step = (name: string): RequestHandler => {
    const found = handlers.find((handler) => handler.name === name);
    if (!found) throw new Error(`express-openapi-validator has no middleware ${name}.`);
    return found as unknown as RequestHandler;
  };
  await loaded(step("pathParamsMiddleware"));
  return {
    find: step("metadataMiddleware"),
    checkRequest: step("requestMiddleware"),
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
      if ("in" in value && value.in === "query") return { ...value, allowReserved: true };
      return "x-per-element" in value ? { ...value, items: {} } : value;
    }),
  ) as Document;
}

/** What no check reads, where it is not the name of a field. */
const unread = new Set(["examples", "example", "headers", "security", "securitySchemes", "x-decision"]);

/** The library reports a loading error in its first middleware, which here gets an application without parameters. */
function loaded(first: RequestHandler): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = { app: { param: () => undefined } } as unknown as Request;
    void first(request, {} as Response, (error?: unknown) => (error ? reject(error as Error) : resolve()));
  });
}

/**
 * Path → method → operation, for every path of the contract.
 * @param find the step that finds an operation; it compiles all paths at each call, so it is called here only
 * @throws Error when it does not find an operation of the contract
 */
export async function operationsByPath(
  { paths }: Document,
  find: RequestHandler,
): Promise<Map<string, Map<string, MatchedOperation>>> {
  const byPath = new Map<string, Map<string, MatchedOperation>>();
  for (const [path, item] of Object.entries(paths ?? {})) {
    const methods = Object.keys(item ?? {}).map((name) => name.toUpperCase());
    const byMethod = new Map<string, MatchedOperation>();
    for (const method of METHODS.filter((name) => methods.includes(name))) {
      byMethod.set(method, await operationAt(find, method, path));
    }
    byPath.set(path, byMethod);
  }
  return byPath;
}

/** Passes a request for the path, as the contract writes it, to the library, and takes what the library adds to it. */
function operationAt(find: RequestHandler, method: string, path: string): Promise<MatchedOperation> {
  return new Promise((resolve, reject) => {
    const app = { enabled: () => true };
    const request = { app, method, path, originalUrl: path, baseUrl: "" } as unknown as Request;
    void find(request, {} as Response, (error?: unknown) => {
      if (request.openapi) resolve(request.openapi as MatchedOperation);
      else
        reject(
          error instanceof Error
            ? error
            : new Error(`express-openapi-validator does not find ${method} ${path}.`),
        );
    });
  });
}

/**
 * The check of each response of an operation, by its status. The library installs it in a response that lasts, so that no
 * request has to; and it gets no headers of a request, as it keeps a compiled schema for each Content-Type, for ever. It
 * compiles all responses of an operation together at the first of them: so each is an operation of its own here.
 * @param declared its responses as the contract has them: the library resolves the references of those that operations share
 * @param shared the checks of these, by their references
 */
export async function responseChecks(
  guardResponse: RequestHandler,
  operation: MatchedOperation,
  declared: Responses,
  shared: Map<string, ResponseCheck>,
): Promise<Map<number, ResponseCheck>> {
  const checks = new Map<number, ResponseCheck>();
  for (const [status, response] of Object.entries(operation._responseSchema.responses)) {
    const name = declared[status]?.$ref ?? `${operation.schema.operationId} ${status}`;
    const one = { ...operation, _responseSchema: { responses: { [status]: response } } };
    const check = shared.get(name) ?? (await responseCheck(guardResponse, name, Number(status), one));
    shared.set(name, check);
    checks.set(Number(status), check);
  }
  return checks;
}

async function responseCheck(
  guardResponse: RequestHandler,
  name: string,
  statusCode: number,
  openapi: MatchedOperation,
): Promise<ResponseCheck> {
  let failure: unknown;
  const type = { "content-type": "application/json" };
  const response = {
    statusCode,
    headersSent: false,
    getHeaders: () => type,
    json: (_: unknown) => undefined,
  };
  const request = { openapi, method: name, originalUrl: openapi.openApiRoute, headers: {} };
  await new Promise<void>((resolve) => {
    void guardResponse(request as unknown as Request, response as unknown as Response, (error?: unknown) => {
      failure = error;
      resolve();
    });
  });
  const { json } = response;
  return (body) => {
    failure = undefined;
    json(body);
    return failure;
  };
}
