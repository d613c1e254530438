import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import type { paths } from "../generated/types.ts";
import type { Outgoing, Send } from "./send.ts";
import { userAgent } from "./user-agent.ts";

/** openapi-fetch over the contract. */
export type RawClient = FetchClient<paths>;

/** openapi-fetch that sends as the whole client does: it waits and repeats, returns errors and checks nothing. */
export function createRawClient(send: Send, baseUrl: string): RawClient {
  return createFetchClient<paths>({
    baseUrl,
    headers: { "User-Agent": userAgent },
    // The contract's lists in a query, such as `types`, are separated by commas.
    querySerializer: { array: { style: "form", explode: false } },
    fetch: async (request) => {
      const repeatable = request.method === "GET" || request.headers.has("Idempotency-Key");
      const { response, text } = await send(await outgoing(request, { repeatable, signal: request.signal }));
      return new Response(text || null, response);
    },
  });
}

/** What openapi-fetch wants to have sent. */
export async function outgoing(
  request: Request,
  { repeatable, signal }: Pick<Outgoing, "repeatable" | "signal">,
): Promise<Outgoing> {
  const { method, url, headers } = request;
  const body = (await request.text()) || undefined;
  return { method, url, headers: Object.fromEntries(headers), body, repeatable, signal };
}
