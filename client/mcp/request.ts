import type { Client } from "../index.ts";
import type { Repetition } from "../send.ts";

/** A response of the API, with its body as text, or its error. */
export interface ToolResponse {
  data?: string;
  error?: unknown;
  response: Response;
}

/**
 * Sends a request to any path. The types of openapi-fetch allow only paths of this contract. Every
 * request but a POST is idempotent; a creation has its idempotency key.
 * @param init the options of openapi-fetch: `params`, `body` and `signal`, and `gone` for a deletion
 */
export const sendRequest = (
  api: Client,
  { method, path }: { method: string; path: string },
  init: {
    params?: object;
    body?: unknown;
    signal?: AbortSignal;
    gone?: string | undefined;
  } = {},
): Promise<ToolResponse> => {
  const repetition: Repetition = { idempotent: method !== "post" };
  return api.raw.request(
    method as "get",
    path as never,
    { ...init, ...repetition, parseAs: "text" } as never,
  );
};
