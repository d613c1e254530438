import type { Request, RequestHandler } from "express";
import findMyWay from "find-my-way";
import { type OperationId, operations } from "../../generated/operations.ts";
import { ApiError } from "./api-error.ts";
import { type Content, type Document, type Operation, type Parameter, resolve } from "./load.ts";
import { operationOf } from "./operation.ts";
import { type Found, missingBody, requestError } from "./request-errors.ts";
import { type Compiler, createCompiler } from "./schema.ts";
import { hasBody, hasMoreValues, queryErrors, textErrors } from "./unseen-errors.ts";

/**
 * How many values a body may hold for all its errors to be found. Each error costs about as much as ten values, so of
 * a body with more values, which no operation of the contract accepts, only the first error is reported.
 */
const mostValues = 1000;

/** The contract as middlewares. */
export interface Validator {
  /** Finds the operation, or keeps the reason why there is none in `response.locals.unrouted` (404, 405). */
  findOperation: RequestHandler;
  /** Why a response of an operation breaks the contract; undefined when it does not, or there is no operation. */
  responseError: (operation: OperationId | undefined, status: number, body: unknown) => Error | undefined;
  /**
   * 400 or 422 with all errors of query and body, of a body with more than a thousand values only the first one; 404
   * for an id that no resource can have. Fills in defaults; the query is in `response.locals.query`.
   */
  checkRequest: RequestHandler;
}

/** Holds requests and responses against the contract. Each schema is compiled at its first use. */
export function createValidator(contract: Document): Validator {
  const { components, paths } = withElementsOpen(contract);
  const ofOperations = Object.fromEntries(
    Object.values(paths).flatMap((item) =>
      Object.values(item).map((operation) => [operation.operationId, schemasOf(contract, operation)]),
    ),
  ) as Record<OperationId, Schemas>;
  const document = { components, operations: ofOperations };
  const compile = createCompiler(document);
  let ofLarge: Compiler | undefined;
  const findRoute = createRouter();
  return {
    findOperation: ({ path, method }, { locals }, next) => {
      const route = findRoute(path);
      locals.operation = route?.operations.get(method);
      locals.pathParams = route?.pathParams ?? {};
      if (!locals.operation) locals.unrouted = unrouted(route?.operations);
      next();
    },
    responseError: (operation, status, body) => {
      if (operation === undefined) return undefined;
      const validate = compile(`operations/${operation}/responses/${status}`);
      if (!validate) return new Error(`${operation} declares no response ${status}.`);
      if (validate(body)) return undefined;
      const errors = validate.errors?.map(({ instancePath: path, message }) => ({ path, message }));
      return Object.assign(new Error("A response breaks the contract."), { errors });
    },
    checkRequest: (request, { locals }, next) => {
      const id = operationOf(locals);
      const { defaults, headers, query, perElement, body } = operations[id];
      locals.query = { ...defaults.query, ...converted(request.query, ofOperations[id].query) };
      if (isRecord(request.body)) request.body = { ...defaults.body, ...request.body };
      const whole = withoutElements(request.body, perElement);
      const isLarge = hasMoreValues(whole, mostValues);
      const compileFor = isLarge ? (ofLarge ??= createCompiler(document, { allErrors: false })) : compile;
      const header = Object.fromEntries(headers.map((name) => [name, request.get(name)]));
      const parts = { query: locals.query, header, path: locals.pathParams, body: request.body as unknown };
      const found = Object.entries(parts).flatMap(([part, value]): Found[] => {
        const validate = compileFor(`operations/${id}/${part}`);
        return !validate || validate(value)
          ? []
          : (validate.errors ?? []).map((error) => ({ part, ...error }));
      });
      const unseen = [
        ...queryErrors(queryOf(request.originalUrl), query),
        ...textErrors(request.query),
        ...(isLarge ? [] : textErrors(whole)),
      ];
      if (found.length === 0 && body === "required" && !hasBody(request)) found.push(missingBody);
      next(found.length + unseen.length > 0 ? requestError(found, unseen) : undefined);
    },
  };
}

/** The elements of some lists are checked one by one (`x-per-element`): an error in one does not refuse the request. */
function withElementsOpen(contract: Document): Document {
  return JSON.parse(
    JSON.stringify(contract, (_, value: unknown) =>
      isRecord(value) && "x-per-element" in value ? { ...value, items: {} } : value,
    ),
  ) as Document;
}

/** The schemas of an operation: of the parts of its request, and of the bodies of its responses. */
interface Schemas {
  query: ObjectSchema;
  header: ObjectSchema;
  path: ObjectSchema;
  body?: object | undefined;
  responses: Record<string, object | undefined>;
}

interface ObjectSchema {
  type: "object";
  properties: Record<string, { type?: string }>;
  required: string[];
}

function schemasOf(contract: Document, { parameters = [], requestBody, responses }: Operation): Schemas {
  const all = parameters.map((parameter) => resolve(contract, parameter));
  const schemaOf = ({ content }: Content) => content?.["application/json"].schema;
  const objectOf = (location: Parameter["in"]): ObjectSchema => {
    const own = all.filter((parameter) => parameter.in === location);
    return {
      type: "object",
      properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
      required: own.filter(({ required }) => required).map(({ name }) => name),
    };
  };
  return {
    query: objectOf("query"),
    header: objectOf("header"),
    path: objectOf("path"),
    body: requestBody && schemaOf(requestBody),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, schemaOf(resolve(contract, response))]),
    ),
  };
}

/** The texts of a query as the values that their schemas are for: a list has commas between its elements. */
function converted(query: Request["query"], { properties }: ObjectSchema): Record<string, unknown> {
  const valueOf = (name: string, text: unknown) => {
    const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined;
    if (typeof text !== "string") return text;
    if (type === "array" && text !== "") return text.split(",");
    return type === "integer" && /^-?(0|[1-9]\d*)$/.test(text) ? Number(text) : text;
  };
  return Object.fromEntries(Object.entries(query).map(([name, text]) => [name, valueOf(name, text)]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A body without the lists whose elements are checked one by one. */
function withoutElements(body: unknown, lists: readonly string[]): unknown {
  if (lists.length === 0 || !isRecord(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !lists.includes(name)));
}

/** The query string of a request target: all that follows the first `?` (RFC 3986, section 3.4). */
function queryOf(target: string): string {
  const mark = target.indexOf("?");
  return mark < 0 ? "" : target.slice(mark + 1);
}

function unrouted(operations?: Map<string, OperationId>): ApiError<"path_not_found" | "method_not_allowed"> {
  if (!operations) return new ApiError("path_not_found", {});
  const allow = [...operations.keys()].map((method) => (method === "GET" ? "GET, HEAD" : method));
  return new ApiError("method_not_allowed", {}, { Allow: allow.join(", ") });
}

/** The operations of one path of the contract. */
interface Route {
  /** By method, e.g. `GET`. */
  operations: Map<string, OperationId>;
  /** Decoded values of the path's parameters. */
  pathParams: Record<string, string>;
}

/**
 * Returns the function that finds the route of a path, e.g. `/v1/contacts/ct_1`, in a time that does not grow with the
 * number of paths. Its result is undefined for every other path, and for one that cannot be decoded.
 */
function createRouter(): (path: string) => Route | undefined {
  const routes: Record<string, [method: string, id: OperationId][]> = {};
  for (const [id, { method, path }] of Object.entries(operations) as [
    OperationId,
    (typeof operations)[OperationId],
  ][])
    (routes[path] ??= []).push([method.toUpperCase(), id]);
  // A request line bounds the length of an id; the contract says which ids are valid.
  const router = findMyWay({ maxParamLength: Infinity });
  for (const [path, methods] of Object.entries(routes))
    router.on("GET", path.replaceAll(/\{([^}]+)\}/g, ":$1"), noHandler, new Map(methods.sort()));
  return (path) => {
    const found = router.find("GET", path);
    if (!found) return undefined;
    const pathParams = found.params as Record<string, string>;
    if (Object.values(pathParams).includes("")) return undefined; // `/v1/contacts/`
    return { operations: found.store as Map<string, OperationId>, pathParams };
  };
}

function noHandler(): never {
  throw new Error("The router only finds.");
}
