import { middleware } from "express-openapi-validator";
import type { Request, RequestHandler, Response } from "express";
import { METHODS } from "node:http";
import { operations } from "../../generated/operations.ts";
import { operationOf } from "./operation-of.ts";
import { ApiError } from "./api-error.ts";
import { dateTime } from "./date-time.ts";
import { forValidator } from "./for-validator.ts";
import { hasBody } from "./has-body.ts";
import { hasMoreValues } from "./has-more-values.ts";
import { queryFaults } from "./query-faults.ts";
import { createRouter } from "./router.ts";
import { requestError, type ValidatorFault } from "./request-faults.ts";
import { textFaults } from "./text-faults.ts";

/**
 * How many values a body may hold for all its faults to be found. Each fault costs about as much as ten values, so a
 * body with more values, which the contract accepts in no operation, is told its first fault only.
 */
const mostValues = 1000;

/** An OpenAPI document. */
export type Document = Exclude<Parameters<typeof middleware>[0]["apiSpec"], string>;

/** The contract as steps of a request's way. */
export interface Validator {
  /** Finds the operation, or keeps the reason why there is none in `response.locals.unrouted` (404, 405). */
  findOperation: RequestHandler;
  /** From here on `response.json` refuses an answer that the operation does not declare. */
  guardAnswer: RequestHandler;
  /**
   * 400 or 422 with all faults of query and body, of a body with more than a thousand values only the first one; 404
   * for an id that none can be. Fills in defaults.
   */
  checkRequest: RequestHandler;
}

/**
 * The one adapter around express-openapi-validator. It takes the validator's middlewares apart, because they
 * run in an order that lets early errors escape validation and that answers 400 before 401; and it asks the one that
 * searches for the operation only once for each, as it would compile every path of the contract for every request.
 * @throws Error when the validator has no such step any more, or does not know an operation.
 */
export async function createValidator(document: Document): Promise<Validator> {
  const step = await stepsOf(document, { allErrors: true });
  const findRoute = createRouter(await routesOf(document, step("metadataMiddleware")));
  const guard = step("responseMiddleware");
  const findAllFaults = step("requestMiddleware");
  const findFirstFault = (await stepsOf(document, { allErrors: false }))("requestMiddleware");

  return {
    findOperation: (req, res, next) => {
      const route = findRoute(req.path);
      const operation = route?.operations.get(req.method);
      if (operation) req.openapi = { ...operation, pathParams: route?.pathParams ?? {} };
      else res.locals.unrouted = unrouted(route?.operations);
      next();
    },
    guardAnswer: (req, res, next) => {
      // The guard remembers a compiled schema for each Content-Type of a request, for ever: it sees none.
      const { openapi, method, originalUrl } = req;
      return guard({ openapi, method, originalUrl, headers: {} } as Request, res, next);
    },
    checkRequest: (req, res, next) => {
      const operation = operations[operationOf(req)];
      const isLarge = hasMoreValues(req.body, mostValues);
      const unseen = [
        ...queryFaults(queryOf(req.originalUrl), operation),
        ...textFaults(req.query),
        ...(isLarge ? [] : textFaults(req.body)),
      ];
      const noBody = bodyIsRequired(req) && !hasBody(req) ? [missingBody] : [];
      const request = isLarge ? findFirstFault : findAllFaults;
      request(req, res, (error?: unknown) => {
        if (!error && unseen.length === 0 && noBody.length === 0) return next();
        const faults = error === undefined ? noBody : faultsOf(error);
        next(faults ? requestError(faults, unseen, req.body, operation.statuses) : error);
      });
    },
  };
}

type Operation = NonNullable<Request["openapi"]>;

/** Loads the validator, and gives the function that finds one of its steps by name. */
async function stepsOf(
  document: Document,
  { allErrors }: { allErrors: boolean },
): Promise<(name: string) => RequestHandler> {
  const steps = middleware({
    apiSpec: forValidator(document),
    validateApiSpec: false,
    validateRequests: { allErrors, allowUnknownQueryParameters: true },
    validateResponses: { allErrors },
    validateSecurity: false,
    ajvFormats: { mode: "full" },
    formats: { "date-time": dateTime },
    fileUploader: false,
  });
  const step = (name: string): RequestHandler => {
    const found = steps.find((handler) => handler.name === name);
    if (!found) throw new Error(`express-openapi-validator has no step ${name} any more.`);
    return found as unknown as RequestHandler;
  };
  await loaded(step("pathParamsMiddleware"));
  return step;
}

/** The query string of a request target: all that follows the first `?` (RFC 3986, section 3.4). */
function queryOf(target: string): string {
  const mark = target.indexOf("?");
  return mark < 0 ? "" : target.slice(mark + 1);
}

/** Path → method → what the validator finds for this operation and wants to find in its requests. */
async function routesOf(
  { paths }: Document,
  find: RequestHandler,
): Promise<Map<string, Map<string, Operation>>> {
  const routes = new Map<string, Map<string, Operation>>();
  for (const [path, item] of Object.entries(paths ?? {})) {
    const methods = Object.keys(item ?? {}).map((name) => name.toUpperCase());
    const found = new Map<string, Operation>();
    for (const method of METHODS.filter((name) => methods.includes(name))) {
      found.set(method, await operationAt(find, method, path));
    }
    routes.set(path, found);
  }
  return routes;
}

/** Shows the validator a request for the path as the contract writes it, and takes what it adds to it. */
function operationAt(find: RequestHandler, method: string, path: string): Promise<Operation> {
  return new Promise((resolve, reject) => {
    const app = { enabled: () => true };
    const request = { app, method, path, originalUrl: path, baseUrl: "" } as unknown as Request;
    void find(request, {} as Response, (error?: unknown) => {
      if (request.openapi) resolve(request.openapi);
      else
        reject(error instanceof Error ? error : new Error(`The validator does not know ${method} ${path}.`));
    });
  });
}

/** What is wrong with a body that is not there, when no member of it is required. */
const missingBody: ValidatorFault = { path: "/body", message: "", errorCode: "required.openapi.validation" };

function bodyIsRequired({ openapi }: Request): boolean {
  const body = openapi?.schema.requestBody; // the validator writes null where there is none
  return Boolean(body && "required" in body && body.required);
}

/** The validator keeps a loading error for its first step; an application that ignores parameters draws it out. */
function loaded(firstStep: RequestHandler): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = { app: { param: () => undefined } } as unknown as Request;
    void firstStep(request, {} as Response, (error?: unknown) =>
      error ? reject(error as Error) : resolve(),
    );
  });
}

function unrouted(operations?: Map<string, Operation>): ApiError<"not_found" | "method_not_allowed"> {
  if (!operations) return new ApiError("not_found", {});
  const allow = [...operations.keys()].map((method) => (method === "GET" ? "GET, HEAD" : method));
  return new ApiError("method_not_allowed", {}, { Allow: allow.join(", ") });
}

function faultsOf(error: unknown): ValidatorFault[] | undefined {
  const isBadRequest =
    typeof error === "object" && error !== null && "status" in error && error.status === 400;
  return isBadRequest && "errors" in error ? (error.errors as ValidatorFault[]) : undefined;
}
