import createFetchClient, { createQuerySerializer, type Client as FetchClient } from "openapi-fetch";
import type { paths } from "../generated/types.ts";
import type { Outgoing, Received, Send } from "./send.ts";

/** openapi-fetch over the contract. */
export type RawClient = FetchClient<paths>;

// The contract's lists in a query, such as `types`, are separated by commas.
const writeQuery = createQuerySerializer({ array: { style: "form", explode: false } });

/** openapi-fetch that sends as the whole client does: it waits and repeats, returns errors and checks no answer. */
export function createRawClient(send: Send, baseUrl: string): RawClient {
  return createFetchClient<paths>({
    baseUrl,
    querySerializer: (query: Record<string, unknown>) => writeQuery(withoutEmptyLists(query)),
    fetch: async (request) => {
      const repeatable = request.method === "GET" || request.headers.has("Idempotency-Key");
      return unread(await send(await outgoing(request, { repeatable, signal: request.signal })));
    },
  });
}

/** What openapi-fetch wants to have sent. */
export async function outgoing(
  request: Request,
  { repeatable, signal }: Pick<Outgoing, "repeatable" | "signal">,
): Promise<Outgoing> {
  const { method, url, headers } = request;
  const body = request.body ? await request.text() : undefined;
  return { method, url, headers: Object.fromEntries(headers), body, repeatable, signal };
}

/** The answer as openapi-fetch and its middleware read it. */
export const unread = ({ response, text }: Received): Response => new Response(text || null, response);

/** @throws TypeError for an empty list, which openapi-fetch would leave out and so ask for everything */
function withoutEmptyLists(query: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(query))
    if (Array.isArray(value) && value.length === 0)
      throw new TypeError(`${name} is an empty list. Leave it out to ask for all.`);
  return query;
}
