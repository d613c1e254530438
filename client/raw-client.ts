import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import type { paths } from "../generated/types.ts";
import { isPlainObject } from "./check.ts";
import { isOpaque, isText, toJson } from "./json-value.ts";
import type { Repetition, Send } from "./send.ts";

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
    fetch: (request) => {
      // openapi-fetch copies options that it does not know to the request.
      const { signal, idempotent, gone } = request as Request & Repetition;
      return send(request, {
        signal,
        route: routes.get(request),
        idempotent,
        gone,
      });
    },
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
 * Writes the parameters of a query. An undefined parameter is left out. The fields of an object are
 * parameters of their own, with escaped names, unlike in openapi-fetch.
 * @throws TypeError for a value that cannot be in a query, such as null, a Date or an object without
 *   fields
 */
export function write(query: object): string[] {
  if (isOpaque(query)) refuse("query");
  return fieldsOf(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const fields = fieldsOf(value);
    if (fields.length === 0) return [parameter(name, value)];
    return fields.map(([field, each]) => parameter(`${name}[${field}]`, each));
  });
}

/** Lists the fields of a plain object. Another value has none. */
const fieldsOf = (value: unknown): [name: string, value: unknown][] =>
  isPlainObject(value) && !isOpaque(value) ? Object.entries(value) : [];

/**
 * Writes a parameter. The elements of a list are separated by commas.
 * @throws TypeError for an empty list and an undefined field, which would request everything, and
 *   for a nested object, NaN and a lone surrogate
 */
function parameter(name: string, value: unknown): string {
  // Array.from turns holes into undefined, which is refused.
  const values: unknown[] = Array.isArray(value) ? Array.from(value) : [value];
  if (!isText(name) || values.length === 0 || !values.every(isWritable))
    return refuse(name);
  return `${encodeURIComponent(name)}=${values.map(encodeURIComponent).join(",")}`;
}

function refuse(name: string): never {
  throw new TypeError(`${name} must hold texts or numbers.`);
}

const isWritable = (value: unknown): value is string | number =>
  Number.isFinite(value) || (typeof value === "string" && isText(value));
