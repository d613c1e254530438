import { examples } from "../generated/examples.ts";
import type { paths } from "../generated/types.ts";
import type { Fetch } from "./options.ts";

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

type Json<Content> = Content extends {
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

/** What a handler is called with. */
export interface MockRequest<Key extends OperationKey> {
  /** The ids of the path, by name. */
  path: Record<NamesIn<Key>, string>;
  query: URLSearchParams;
  headers: Headers;
  body: OperationOf<Key> extends { requestBody: infer Body }
    ? Json<Body>
    : undefined;
}

/** A response that the contract declares for the operation. A 304 has no body. */
export type MockResponse<Key extends OperationKey> = {
  [Status in keyof ResponsesOf<Key> & number]: {
    status: Status;
    headers?: Record<string, string>;
  } & WithBody<Json<ResponsesOf<Key>[Status]>>;
}[keyof ResponsesOf<Key> & number];

type WithBody<Body> = [Body] extends [never]
  ? { body?: undefined }
  : { body: Body };

/** Operation → what it responds. */
export type MockHandlers = {
  [Key in OperationKey]?: (
    request: MockRequest<Key>,
  ) => MockResponse<Key> | Promise<MockResponse<Key>>;
};

type Examples = typeof examples;

/** A valid object of the contract, which is new each time: the first example of its schema, with fields of your own. */
export const example = <Name extends keyof Examples>(
  schema: Name,
  fields: Partial<Examples[Name]> = {},
): Examples[Name] => Object.assign(structuredClone(examples[schema]), fields);

/**
 * A `fetch` for `createClient` that sends nothing: each operation responds what its handler gives. Types come from the
 * contract, so a mock that the API could never send does not compile. An operation without a handler is a 404 `path_not_found`
 * that says so, which no client repeats.
 */
export function mockFetch(handlers: MockHandlers): Fetch {
  return async (url, { method = "GET", headers, body }) => {
    const { pathname, searchParams: query } = new URL(url);
    for (const [key, handler] of Object.entries(handlers)) {
      const path = match(key, `${method} ${pathname}`);
      if (!path) continue;
      const sent: unknown =
        typeof body === "string" ? JSON.parse(body) : undefined;
      // The handler is the one of this operation, which TypeScript cannot see.
      const handle = handler as (
        request: object,
      ) => AnyResponse | Promise<AnyResponse>;
      return respond(
        await handle({
          path,
          query,
          headers: new Headers(headers),
          body: sent,
        }),
      );
    }
    const message = `mockFetch has no handler for ${method} ${pathname}.`;
    return respond({
      status: 404,
      body: { error: { code: "path_not_found", message } },
    });
  };
}

interface AnyResponse {
  status: number;
  body?: object;
  headers?: Record<string, string>;
}

function respond({ status, body, headers }: AnyResponse): Response {
  const all = {
    "Content-Type": "application/json",
    "X-Request-Id": "req_mock",
    ...headers,
  };
  return new Response(JSON.stringify(body), { status, headers: all });
}

/** The ids in a path, if it is one of the template's. A base address may come before it. */
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
