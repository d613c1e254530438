import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import type { paths } from "../generated/types.ts";
import { isPlainObject } from "./check.ts";
import { isRecord } from "./json.ts";
import { isOpaque, isText, toJson } from "./json-value.ts";
import type { Send } from "./send.ts";

/** openapi-fetch over the contract. */
export type RawClient = FetchClient<paths>;

/**
 * openapi-fetch that waits, repeats what reads or has an idempotency key, returns errors and checks no response. It rejects
 * with a TypeError for a value that no query or body can hold.
 */
export function createRawClient(send: Send, baseUrl: string): RawClient {
  /** Request → the template of its path, which openapi-fetch shows to middleware alone. */
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

/** The runtime's `Request`, or what the client needs of it: a test environment such as jsdom has none. */
function requestClass(): typeof Request {
  if (typeof Request !== "undefined") return Request;
  // Without the type at run time nothing can be an instance of it.
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
 * The parameters of a query, or of what it holds at a name: the elements of a list are separated by commas, the fields of
 * an object are parameters of their own, whose names openapi-fetch would not escape.
 * @throws TypeError for an empty list and an undefined field of an object, which would ask for everything, and for what no
 * query can hold: an object without fields or a Date, NaN, a lone surrogate, an object within an object
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
  // A field of an object narrows what is asked for: without it, that would be more.
  if ((value === undefined || value === null) && !isField) return [];
  const isWritable = (each: unknown): each is string | number =>
    Number.isFinite(each) || (typeof each === "string" && isText(each));
  // Array.from keeps holes, which are no values either.
  const values: unknown[] = Array.isArray(value) ? Array.from(value) : [value];
  const isWhole = isText(name) && values.length > 0;
  if (!isWhole || !values.every(isWritable)) return refuse();
  return [
    `${encodeURIComponent(name)}=${values.map(encodeURIComponent).join(",")}`,
  ];
}
