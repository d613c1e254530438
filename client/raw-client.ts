import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import type { paths } from "../generated/types.ts";
import { isPlainObject } from "./check.ts";
import { isRecord } from "./json.ts";
import { isOpaque, isText, toJson } from "./json-value.ts";
import type { Send } from "./send.ts";

/** The openapi-fetch client of the contract. */
export type RawClient = FetchClient<paths>;

/**
 * Creates an openapi-fetch client. It waits for the rate limit, repeats reads and requests with an
 * idempotency key, returns errors, and does not check responses. It rejects with a TypeError for a
 * value that cannot be in a query or body.
 */
export function createRawClient(send: Send, baseUrl: string): RawClient {
  /** Request → template of its path, which openapi-fetch passes only to middleware. */
  const routes = new WeakMap<Request, string>();
  const raw = createFetchClient<paths>({
    baseUrl,
    querySerializer: (query) => write(query).join("&"),
    bodySerializer: (body) => toJson(body, (place) => `body${place}`),
    fetch: (request) =>
      send(request, { signal: request.signal, route: routes.get(request) }),
    Request: requestClass(),
  });
  raw.use({
    onRequest: ({ request, schemaPath }) =>
      void routes.set(request, schemaPath),
  });
  return raw;
}

/**
 * Returns the `Request` of the runtime, or a replacement: a test environment such as jsdom has
 * none.
 */
function requestClass(): typeof Request {
  if (typeof Request !== "undefined") return Request;
  // No code can check for instances of a type that does not exist at run time.
  return PlainRequest as unknown as typeof Request;
}

/** The part of a `Request` that needs no streams. */
class PlainRequest {
  constructor(url: string, init: { body?: string }) {
    const text = async () => init.body ?? "";
    Object.assign(this, init, { url, text });
  }
}

/**
 * Writes the parameters of a query. The elements of a list are separated by commas. The fields of
 * an object are parameters of their own, with escaped names, unlike in openapi-fetch.
 * @param name the parameter that has the value
 * @throws TypeError for an empty list and an undefined field, which would request everything, and
 *   for values that cannot be in a query: an object without fields, a Date, NaN, a lone surrogate,
 *   a nested object
 */
function write(value: unknown, name = ""): string[] {
  const isField = name.includes("[");
  const refuse = (): never => {
    throw new TypeError(`${name || "query"} must hold texts or numbers.`);
  };
  if (isRecord(value) && isOpaque(value)) refuse();
  const fields = isPlainObject(value) && !isField ? Object.entries(value) : [];
  if (!name || fields.length)
    return fields.flatMap(([field, each]) =>
      write(each, name ? `${name}[${field}]` : field),
    );
  // A field of an object is a filter: without it, the response would have more.
  if ((value === undefined || value === null) && !isField) return [];
  const isWritable = (each: unknown): each is string | number =>
    Number.isFinite(each) || (typeof each === "string" && isText(each));
  // Array.from turns holes into undefined, which is rejected.
  const values: unknown[] = Array.isArray(value) ? Array.from(value) : [value];
  const isValidName = isText(name) && values.length > 0;
  if (!isValidName || !values.every(isWritable)) return refuse();
  return [
    `${encodeURIComponent(name)}=${values.map(encodeURIComponent).join(",")}`,
  ];
}
