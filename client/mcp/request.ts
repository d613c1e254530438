import type { Client } from "../index.ts";

/** A response of the API, with its body as text, or its error. */
export interface ToolResponse {
  data?: string;
  error?: unknown;
  response: Response;
}

/**
 * Sends a request to any path. The types of openapi-fetch allow only paths of this contract.
 * @param init the options of openapi-fetch: `params`, `body` and `signal`
 */
export const sendRequest = (
  api: Client,
  method: string,
  path: string,
  init: object,
): Promise<ToolResponse> =>
  api.raw.request(
    method as "get",
    path as never,
    { ...init, parseAs: "text" } as never,
  );
