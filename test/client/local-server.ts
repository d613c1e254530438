import { createServer, type RequestListener } from "node:http";
import { afterAll } from "vitest";
import {
  createClient,
  type Client,
  type ClientOptions,
  type Fetch,
  type FetchInit,
} from "../../client/index.ts";
import { listenLocally } from "../support/raw.ts";

/** Starts a server that sends what the reference server never sends. Returns its address. */
export const startLocalServer = async (
  listener: RequestListener,
): Promise<string> =>
  `http://${await listenLocally(createServer(listener), afterAll)}`;

/** Creates a client of such a server. */
export const clientOf = async (
  listener: RequestListener,
  options: ClientOptions = {},
): Promise<Client> =>
  createClient({
    apiKey: "contacts_live_x",
    baseUrl: await startLocalServer(listener),
    ...options,
  });

/** A page of a list with nothing in it. */
export const emptyPage = JSON.stringify({
  data: [],
  next_cursor: null,
  has_more: false,
});

/** Returns the error of a call. Fails when the call succeeds. */
export const thrown = async (call: Promise<unknown>): Promise<unknown> => {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome.status === "rejected") return outcome.reason;
  throw new Error(`It gave ${JSON.stringify(outcome.value)}.`);
};

/**
 * The fault of a request: the connection breaks before the server gets the request, or after the
 * server has handled it; the response has another status; or no response comes.
 */
export type Fault =
  "cut before" | "cut after" | 404 | 429 | 502 | 503 | "silent";

const unavailable = JSON.stringify({
  error: { code: "service_unavailable", message: "m" },
});

/** Creates a fetch with faults. `faultOf` returns the fault of a request, or undefined. */
export const flakyFetch =
  (faultOf: (url: string, init: FetchInit) => Fault | undefined): Fetch =>
  async (url, init) => {
    const fault = faultOf(url, init);
    if (fault === "silent") return new Promise(() => undefined);
    if (fault === 503)
      return new Response(unavailable, {
        status: 503,
        headers: { "Retry-After": "1" },
      });
    if (typeof fault === "number")
      return new Response("<h1>Deploying</h1>", { status: fault });
    if (fault === "cut before") throw new TypeError("fetch failed");
    const response = await fetch(url, init);
    if (fault === "cut after") throw new TypeError("fetch failed");
    return response;
  };
