import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import type { paths } from "../generated/types.ts";
import { requireOptions } from "./check-options.ts";
import type { ClientOptions } from "./client.ts";
import { createSend } from "./send.ts";

/** openapi-fetch over the contract. */
export type RawClient = FetchClient<paths>;

/**
 * Creates an openapi-fetch client, for what the methods leave out. It waits and repeats as the other does, returns
 * errors and checks nothing. It is apart because it is larger than everything else.
 * @throws TypeError when an option is missing or cannot work; the message does not show the key.
 */
export function createRawClient(options: ClientOptions): RawClient {
  requireOptions(options);
  const send = createSend(options);
  return createFetchClient<paths>({
    baseUrl: options.baseUrl,
    // The contract's lists in a query, such as `types`, are separated by commas.
    querySerializer: { array: { style: "form", explode: false } },
    fetch: async (request) => {
      const { method, url, headers, signal } = request;
      const repeatable = method === "GET" || headers.has("Idempotency-Key");
      const body = (await request.text()) || undefined;
      const { response, text } = await send({
        method,
        url,
        headers: Object.fromEntries(headers),
        body,
        repeatable,
        signal,
      });
      return new Response(text || null, response);
    },
  });
}
