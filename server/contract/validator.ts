import type { Request, RequestHandler } from "express";
import type { ErrorObject } from "ajv";
import findMyWay from "find-my-way";
import { operations, type OperationId } from "../../generated/operations.ts";
import { ApiError } from "./api-error.ts";
import { loadContract, type Parameter } from "./load.ts";
import { type FoundOperation, operationOf } from "./operation.ts";
import { readQuery } from "./query.ts";
import { requestError } from "./request-errors.ts";
import { type Check, type Compiler, createCompiler, told } from "./schema.ts";
import { hasBody, hasMoreValues, textErrors } from "./unseen-errors.ts";

/**
 * How many values a body may hold for all its errors to be found. Each error costs about as much as ten values, so of
 * a body with more values, which no operation of the contract accepts, only the first error is reported.
 */
const mostValues = 1000;

/** The contract as middlewares. */
export interface Validator {
  /** Finds the operation, or keeps the reason why there is none in `response.locals.unrouted` (404, 405). */
  findOperation: RequestHandler;
  /** Why a response breaks the contract; undefined when it does not, or when the request has no operation. */
  responseError: (request: Request, status: number, body: unknown) => Error | undefined;
  /**
   * 400 or 422 with all errors of query and body, of a body with more than a thousand values only the first one; 404
   * for an id that no resource can have. Fills in defaults; the query is in `response.locals.query`.
   */
  checkRequest: RequestHandler;
}

/**
 * Schemas are compiled at the first request or response that needs them.
 * @throws Error when the contract cannot be loaded
 */
export function createValidator(): Validator {
  const { paths } = loadContract();
  const byPath = new Map<string, Methods>();
  for (const [name, { path, method }] of Object.entries(operations)) {
    const id = name as OperationId;
    const declared = paths[path]?.[method];
    if (!declared) throw new Error(`The contract has no operation ${id}.`);
    const operation = { id, declared, place: placeOf("paths", path, method) };
    byPath.set(path, (byPath.get(path) ?? new Map()).set(method.toUpperCase(), operation));
  }
  const findRoute = createRouter(byPath);
  const compiler = createCompiler({ allErrors: true, isClosed: false });
  let forLarge: Compiler | undefined;
  const compilerForLarge = () => (forLarge ??= createCompiler({ allErrors: false, isClosed: false }));
  const parameterChecks = new Map<OperationId, ParameterChecks>();

  return {
    findOperation: (req, res, next) => {
      const route = findRoute(req.path);
      const operation = route?.methods.get(req.method);
      if (operation) req.operation = { ...operation, path: route?.path ?? {} };
      else res.locals.unrouted = unrouted(route?.methods);
      next();
    },
    responseError: ({ operation }, status, body) => {
      if (!operation) return undefined;
      const { declared, place } = operation;
      const response = declared.responses[status];
      if (!response) return new Error(`The operation declares no response ${status}.`);
      const at = "$ref" in response ? response.$ref.slice("#/".length) : `${place}/responses/${status}`;
      const errors = told(compiler.check(`${at}/${json}`, body));
      return errors.length === 0
        ? undefined
        : Object.assign(new Error("The response breaks the contract."), { errors });
    },
    checkRequest: (req, res, next) => {
      const { id, declared, place, path } = operationOf(req);
      const { query: types, headers, perElement, defaults } = operations[id];
      const check = parameterChecks.get(id) ?? checkParameters(compiler, { declared, place });
      parameterChecks.set(id, check);
      const { query, errors: inQuery } = readQuery(queryOf(req.originalUrl), types);
      const body: unknown = req.body;
      const whole = withoutElements(body, perElement);
      const isLarge = hasMoreValues(whole, mostValues);
      const others = [...inQuery, ...textErrors(query), ...(isLarge ? [] : textErrors(whole))];
      const { check: checkBody } = isLarge ? compilerForLarge() : compiler;
      const errors = [
        ...check.query(query),
        ...check.header(Object.fromEntries(headers.map((name) => [name, req.get(name)]))),
        ...(declared.requestBody ? checkBody(`${place}/requestBody/${json}`, body) : []),
      ];
      const isNoId = check.path(path).length > 0;
      const lacksBody = declared.requestBody?.required === true && !hasBody(req);
      if (lacksBody && errors.length === 0 && !isNoId) errors.push(missingBody);
      if (errors.length + others.length > 0) return next(requestError(errors, others));
      if (isNoId) return next(new ApiError("not_found", {}));
      res.locals.query = { ...defaults.query, ...query };
      if (declared.requestBody) req.body = { ...defaults.body, ...(body as object) };
      next();
    },
  };
}

type ParameterChecks = Record<Parameter["in"], Check>;

/** The checks of the parameters of an operation. */
function checkParameters(
  compiler: Compiler,
  { declared: { parameters = [] }, place }: Pick<FoundOperation, "declared" | "place">,
): ParameterChecks {
  const { components } = loadContract();
  const all = parameters.map((parameter, n): Parameter & { at: string } => {
    if (!("$ref" in parameter)) return { ...parameter, at: `${place}/parameters/${n}` };
    const shared = components.parameters[parameter.$ref.replace("#/components/parameters/", "")];
    if (!shared) throw new Error(`The contract has no parameter ${parameter.$ref}.`);
    return { ...shared, at: parameter.$ref.slice("#/".length) };
  });
  const checkOf = (part: Parameter["in"]) => {
    const ofPart = all.filter((parameter) => parameter.in === part);
    const required = ofPart.filter((parameter) => parameter.required === true);
    return compiler.ofFields(
      Object.fromEntries(ofPart.map(({ name, at }) => [name, `${at}/schema`])),
      required.map(({ name }) => name),
    );
  };
  return { query: checkOf("query"), header: checkOf("header"), path: checkOf("path") };
}

/** A place in the contract, as a JSON Pointer in a URL has it. */
const placeOf = (...names: string[]) =>
  names.map((name) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");

const json = `content/${placeOf("application/json")}/schema`;

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

/** The error of a body that is missing although the operation requires one, when no field of it is required. */
const missingBody: ErrorObject = { keyword: "required", instancePath: "", schemaPath: "", params: {} };

/** The operations of one path of the contract, by method, e.g. `GET`. */
type Methods = Map<string, Omit<FoundOperation, "path">>;

function unrouted(methods?: Methods): ApiError<"path_not_found" | "method_not_allowed"> {
  if (!methods) return new ApiError("path_not_found", {});
  const allow = [...methods.keys()].sort().map((method) => (method === "GET" ? "GET, HEAD" : method));
  return new ApiError("method_not_allowed", {}, { Allow: allow.join(", ") });
}

/**
 * Returns the function that finds the route of a path, e.g. `/v1/contacts/ct_1`, in a time that does not grow with the
 * number of paths. Its result is undefined for every other path, and for one that cannot be decoded.
 * @param byPath the contract's paths, e.g. `/v1/contacts/{id}`, and their operations by method
 */
function createRouter(
  byPath: Map<string, Methods>,
): (path: string) => ({ methods: Methods } & Pick<FoundOperation, "path">) | undefined {
  // A request line bounds the length of an id; the contract says which ids are valid.
  const router = findMyWay({ maxParamLength: Infinity });
  for (const [path, methods] of byPath)
    router.on("GET", path.replaceAll(/\{([^}]+)\}/g, ":$1"), noHandler, methods);
  return (path) => {
    const found = router.find("GET", path);
    if (!found) return undefined;
    const values = found.params as Record<string, string>;
    if (Object.values(values).includes("")) return undefined; // `/v1/contacts/`
    return { methods: found.store as Methods, path: values };
  };
}

function noHandler(): never {
  throw new Error("The router only finds.");
}
