import createFetchClient, { createQuerySerializer, type Client as FetchClient } from "openapi-fetch";
import type { paths } from "../generated/types.ts";
import type { Send } from "./send.ts";

/** openapi-fetch over the contract. */
export type RawClient = FetchClient<paths>;

// The contract's lists in a query, such as `types`, are separated by commas.
const writeQuery = createQuerySerializer({ array: { style: "form", explode: false } });

/** openapi-fetch that sends as the whole client does: it waits and repeats, returns errors and checks no response. */
export function createRawClient(send: Send, baseUrl: string): RawClient {
  return createFetchClient<paths>({
    baseUrl,
    querySerializer: (query: Record<string, unknown>) => writeQuery(checked(withFields(query))),
    fetch: (request) => send(request, { signal: request.signal }),
  });
}

/** The fields of an object as parameters of their own, as openapi-fetch does not escape their names. */
const withFields = (query: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      const fields = value?.constructor === Object ? Object.entries(value) : [];
      if (!fields.length) return [[name, value]];
      return fields.map(([field, text]) => [encodeURIComponent(`${name}[${field}]`), text as unknown]);
    }),
  );

/**
 * @throws TypeError for an empty list, which openapi-fetch would leave out and so ask for everything, and for what no
 * query can hold: an object without fields or a Date, NaN, a lone surrogate
 */
function checked(query: Record<string, unknown>): Record<string, unknown> {
  const isWritable = (value: unknown) =>
    Number.isFinite(value) || (typeof value === "string" && !/\p{Cs}/u.test(value));
  for (const [name, value] of Object.entries(query)) {
    const values = [value ?? ""].flat();
    if (!values.length || !values.every(isWritable))
      throw new TypeError(`${name} must be a text, a number or a list that is not empty.`);
  }
  return query;
}
