import { middleware } from "express-openapi-validator";
import type { Request, RequestHandler, Response } from "express";
import { operations } from "../../generated/operations.ts";
import { operationOf } from "./operation-of.ts";
import { ApiError } from "./api-error.ts";
import { compileSchemas } from "./compile.ts";
import { hasBody } from "./has-body.ts";
import { queryFaults } from "./query-faults.ts";
import { requestError, type ValidatorFault } from "./request-faults.ts";

/** An OpenAPI document. */
export type Document = Exclude<Parameters<typeof middleware>[0]["apiSpec"], string>;

/** The contract as steps of a request's way. */
export interface Validator {
  /** Finds the operation, or keeps the reason why there is none in `response.locals.unrouted` (404, 405). */
  findOperation: RequestHandler;
  /** From here on `response.json` refuses an answer that the operation does not declare. */
  guardAnswer: RequestHandler;
  /** 403 unless the key has the operation's scopes. */
  checkScopes: RequestHandler;
  /** 400 missing_parameter or 422 with all faults of path, query and body. Fills in defaults. */
  checkRequest: RequestHandler;
}

/**
 * The one adapter around express-openapi-validator. It takes the validator's middlewares apart, because they
 * run in an order that lets early errors escape validation and that answers 400 before 401.
 * @throws Error with a readable message when the contract is broken.
 */
export async function createValidator(document: Document): Promise<Validator> {
  compileSchemas(document);
  const steps = middleware({
    apiSpec: withReservedCharacters(document),
    validateApiSpec: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
    validateResponses: { allErrors: true },
    validateSecurity: {
      handlers: {
        apiKey: (request, scopes) => {
          const held = request.res?.locals.key?.scopes ?? [];
          const missing = scopes.find((scope) => !held.includes(scope) && !held.includes("*"));
          if (missing === undefined) return true;
          throw Object.assign(new Error(missing), { status: 403 });
        },
      },
    },
    ajvFormats: { mode: "full" },
    fileUploader: false,
  });
  const step = (name: string): RequestHandler => {
    const found = steps.find((handler) => handler.name === name);
    if (!found) throw new Error(`express-openapi-validator has no step ${name} any more.`);
    return found as unknown as RequestHandler;
  };
  await loaded(step("pathParamsMiddleware"));
  const [metadata, response, security, request] = [
    step("metadataMiddleware"),
    step("responseMiddleware"),
    step("securityMiddleware"),
    step("requestMiddleware"),
  ];

  return {
    findOperation: (req, res, next) => {
      metadata(req, res, (error?: unknown) => {
        // The validator lets a trailing slash pass, although the application has strict routing.
        const isOtherPath = req.path.endsWith("/");
        if (isOtherPath) delete req.openapi;
        if (!req.openapi) res.locals.unrouted = unrouted(isOtherPath ? undefined : error);
        next();
      });
    },
    guardAnswer: response,
    checkScopes: (req, res, next) => {
      security(req, res, (error?: unknown) => next(error ? forbidden(error) : undefined));
    },
    checkRequest: (req, res, next) => {
      const unseen = queryFaults(req.originalUrl.split("?")[1] ?? "", operations[operationOf(req)]);
      const noBody = bodyIsRequired(req) && !hasBody(req) ? [missingBody] : [];
      request(req, res, (error?: unknown) => {
        if (!error && unseen.length === 0 && noBody.length === 0) return next();
        const faults = error === undefined ? noBody : faultsOf(error);
        next(faults ? requestError(faults, unseen, req.body) : error);
      });
    },
  };
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

/** The validator refuses legal queries such as `?q=ana@example.com` unless each parameter allows it. */
function withReservedCharacters(document: Document): Document {
  return JSON.parse(
    JSON.stringify(document, (_, value: unknown) =>
      typeof value === "object" && value !== null && "in" in value && value.in === "query"
        ? { ...value, allowReserved: true }
        : value,
    ),
  ) as Document;
}

function unrouted(error: unknown): ApiError<"not_found" | "method_not_allowed"> {
  const allow = hasHeaders(error) ? error.headers?.["Allow"] : undefined;
  if (allow === undefined) return new ApiError("not_found", {});
  return new ApiError("method_not_allowed", {}, { Allow: allow.replace("GET", "GET, HEAD") });
}

function forbidden(error: unknown): unknown {
  if (!(error instanceof Error && "status" in error && error.status === 403)) return error;
  const scope = error.message;
  return new ApiError(
    "forbidden",
    { required_scope: scope },
    { "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scope}"` },
  );
}

const hasHeaders = (error: unknown): error is { headers?: Record<string, string> } =>
  typeof error === "object" && error !== null && "headers" in error;

function faultsOf(error: unknown): ValidatorFault[] | undefined {
  const isBadRequest =
    typeof error === "object" && error !== null && "status" in error && error.status === 400;
  return isBadRequest && "errors" in error ? (error.errors as ValidatorFault[]) : undefined;
}
