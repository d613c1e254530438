import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import type { paths } from "../generated/types.ts";
import { isPlainObject } from "./check.ts";
import type { Send } from "./send.ts";

/** openapi-fetch over the contract. */
export type RawClient = FetchClient<paths>;

/** openapi-fetch that waits, repeats what reads or has an idempotency key, returns errors and checks no response. */
export function createRawClient(send: Send, baseUrl: string): RawClient {
  return createFetchClient<paths>({
    baseUrl,
    querySerializer: (query) => write(query).join("&"),
    fetch: (request) => send(request, { signal: request.signal }),
  });
}

/**
 * The parameters of a query, or of what it holds at a name: the elements of a list are separated by commas, the fields of
 * an object are parameters of their own, whose names openapi-fetch would not escape.
 * @throws TypeError for an empty list and an undefined field of an object, which would ask for everything, and for what no
 * query can hold: an object without fields or a Date, NaN, a lone surrogate
 */
function write(value: unknown, name = ""): string[] {
  const fields = isPlainObject(value) ? Object.entries(value) : [];
  if (!name || fields.length)
    return fields.flatMap(([field, each]) =>
      write(each, name ? `${name}[${field}]` : field),
    );
  // A field of an object narrows what is asked for: without it, that would be more.
  if ((value === undefined || value === null) && !name.includes("[")) return [];
  const isWritable = (each: unknown): each is string | number =>
    Number.isFinite(each) ||
    (typeof each === "string" && !/\p{Cs}/u.test(each));
  const values: unknown[] = [value].flat();
  if (!values.length || !values.every(isWritable))
    throw new TypeError(`${name} must hold texts or numbers.`);
  return [
    `${encodeURIComponent(name)}=${values.map(encodeURIComponent).join(",")}`,
  ];
}
