import { examples } from "../generated/examples.ts";
import type { paths } from "../generated/types.ts";
import { isPlainObject } from "./check.ts";
import { isRecord } from "./json.ts";
import { describe, mistake, toJson } from "./json-value.ts";
import type { Fetch, FetchResponse } from "./options.ts";
import { toResponse } from "./response.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";

/** Method and path of an operation, e.g. `GET /v1/contacts/{id}`. */
export type OperationKey = {
  [Path in keyof paths]: {
    [Name in Method]: paths[Path][Name] extends { responses: unknown }
      ? `${Uppercase<Name>} ${Path}`
      : never;
  }[Method];
}[keyof paths];

type OperationOf<Key extends OperationKey> =
  Key extends `${infer Name} ${infer Path extends keyof paths}`
    ? paths[Path][Lowercase<Name> & keyof paths[Path]]
    : never;

type JsonBody<Content> = Content extends {
  content: { "application/json": infer Body };
}
  ? Body
  : never;
type ResponsesOf<Key extends OperationKey> =
  OperationOf<Key> extends { responses: infer Responses } ? Responses : never;

type NamesIn<Template extends string> =
  Template extends `${string}{${infer Name}}${infer Rest}`
    ? Name | NamesIn<Rest>
    : never;

/** The request for a handler. */
export interface MockRequest<Key extends OperationKey> {
  /** The ids of the path, by name. */
  path: Record<NamesIn<Key>, string>;
  query: URLSearchParams;
  headers: Headers;
  body: OperationOf<Key> extends { requestBody: infer Body }
    ? JsonBody<Body>
    : undefined;
}

/** A response that the contract declares for the operation. A 304 has no body. */
export type MockResponse<Key extends OperationKey> = {
  [Status in keyof ResponsesOf<Key> & number]: {
    status: Status;
    headers?: Record<string, string>;
  } & WithBody<JsonBody<ResponsesOf<Key>[Status]>>;
}[keyof ResponsesOf<Key> & number];

type WithBody<Body> = [Body] extends [never]
  ? { body?: undefined }
  : { body: Body };

/** Operation → handler that returns its response. */
export type MockHandlers = {
  [Key in OperationKey]?: (
    request: MockRequest<Key>,
  ) => MockResponse<Key> | Promise<MockResponse<Key>>;
};

type Examples = typeof examples;

/**
 * Creates a valid object of the contract: the first example of its schema, with your own fields.
 */
export const example = <Name extends keyof Examples>(
  schema: Name,
  fields: Partial<Examples[Name]> = {},
): Examples[Name] => ({
  // Some test environments have no structuredClone.
  ...(JSON.parse(JSON.stringify(examples[schema])) as Examples[Name]),
  ...fields,
});

/**
 * Creates a `fetch` for `createClient` that sends nothing and returns the responses of handlers.
 * The types come from the contract, so a response that the API could never send does not compile.
 * An operation without a handler gets a 404 `path_not_found`, which is not repeated.
 * @throws TypeError for an unknown operation, and for a handler that is no function. A call rejects
 *   with a TypeError when its handler returns no response, or a body with a value that JSON cannot
 *   contain
 */
export function mockFetch(handlers: MockHandlers): Fetch {
  checkHandlers(handlers);
  return async (url, { method = "GET", headers, body }) => {
    const { pathname, searchParams: query } = new URL(url);
    for (const [key, handler] of Object.entries(handlers)) {
      const path = match(key, `${method} ${pathname}`);
      if (!path) continue;
      const sent: unknown =
        typeof body === "string" ? JSON.parse(body) : undefined;
      // TypeScript cannot see that the handler belongs to this operation.
      const handle = handler as (request: object) => unknown;
      const response: unknown = await handle({
        path,
        query,
        headers: new Headers(headers),
        body: sent,
      });
      return respond(key, response);
    }
    const message = `mockFetch has no handler for ${method} ${pathname}.`;
    return respond("", {
      status: 404,
      body: { error: { code: "path_not_found", message } },
    });
  };
}

/** Checks handlers: a test in JavaScript has no types, and an import may be undefined. */
function checkHandlers(handlers: unknown): void {
  if (!isPlainObject(handlers))
    throw new TypeError(
      'mockFetch takes an object such as { "GET /v1/contacts": handler }.',
    );
  for (const [key, handler] of Object.entries(handlers)) {
    if (!/^(GET|POST|PUT|PATCH|DELETE) \//.test(key))
      throw new TypeError(
        `mockFetch takes operations such as "GET /v1/contacts", and not "${key}".`,
      );
    if (typeof handler !== "function")
      throw new TypeError(
        `The handler of "${key}" must be a function that returns a response. It is ${describe(handler)}.`,
      );
  }
}

/** Creates the response from the result of a handler. */
function respond(operation: string, result: unknown): FetchResponse {
  const { status, body, headers } = isRecord(result) ? result : {};
  const number = Number(status);
  if (!(Number.isInteger(status) && number >= 200 && number <= 599))
    throw mistake(
      `The handler of "${operation}" must return a response such as { status: 200, body }.`,
    );
  const all = new Headers({
    "Content-Type": "application/json",
    "X-Request-Id": "req_mock",
  });
  const given = isRecord(headers) ? headers : {};
  for (const [name, value] of Object.entries(given))
    all.set(name, String(value));
  return toResponse({
    status: number,
    headers: all,
    text:
      body === undefined
        ? ""
        : toJson(body, (place) => `body${place} of the mock of ${operation}`),
  });
}

/**
 * Returns the ids in a path that matches a template, or undefined. The path of the request may
 * begin with the path of the base address.
 */
function match(
  template: string,
  request: string,
): Record<string, string> | undefined {
  const pattern = template
    .replace(" ", " (?:/.*)?")
    .replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const found = new RegExp(`^${pattern}$`).exec(request);
  if (!found) return undefined;
  const ids = Object.entries(found.groups ?? {}).map(([name, id]) => [
    name,
    decodeURIComponent(id),
  ]);
  return Object.fromEntries(ids) as Record<string, string>;
}
