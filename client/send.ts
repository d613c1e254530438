import { isCallError } from "./errors/call-error.ts";
import { ConnectionError } from "./errors/connection-error.ts";
import { TimeoutError } from "./errors/timeout-error.ts";
import { hideKey } from "./hide-key.ts";
import type { HookRequest, Hooks } from "./hooks.ts";
import { createRateGate } from "./rate-gate.ts";
import { userAgent } from "./user-agent.ts";
import { wait } from "./wait.ts";
import { within } from "./within.ts";

/** Sends a request, as `globalThis.fetch` does. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How to reach the API. */
export interface ClientOptions {
  /** Address of the server, e.g. `http://127.0.0.1:3000`. */
  baseUrl: string;
  /** Your API key. It is secret: for servers only, never for a browser. */
  apiKey: string;
  /** Sends each attempt. Default: `globalThis.fetch`, as it is at the time. */
  fetch?: Fetch;
  /** Milliseconds that one attempt may take. Default: 30 000 */
  timeout?: number;
  /** Milliseconds that a call may take, with all attempts and waits. Default: 120 000, two windows of the limit */
  totalTimeout?: number;
  /**
   * How often a call is repeated when the connection breaks or the server fails (5xx), if that can do no harm.
   * A 429 does not count: it is repeated as soon as the window ends, within `totalTimeout`. Default: 2
   */
  retries?: number;
  /** Default: none */
  hooks?: Hooks;
}

/** What is sent. */
export interface Outgoing {
  method: string;
  url: string;
  /** Names in small letters. */
  headers: Record<string, string>;
  /** JSON */
  body?: string | undefined;
  /** Whether doing it twice is the same as doing it once. */
  repeatable: boolean;
  signal?: AbortSignal | undefined;
}

/** A whole answer. */
export interface Received {
  request: HookRequest;
  response: Response;
  /** Its body. */
  text: string;
  /** Removes the key from what people see, even when a server sends it back. */
  show: (text: string) => string;
}

/** Sends a request until there is an answer that is worth giving. */
export type Send = (outgoing: Outgoing) => Promise<Received>;

/**
 * Makes what sends all requests of a client: with the key, within its times, no faster than the rate limit allows,
 * and again where that can help. A 409 is never repeated.
 * @throws (what it makes) ConnectionError, TimeoutError, the signal's reason as soon as it aborts, and TypeError for an
 * address of another server, which must not see the key
 */
export function createSend({
  apiKey,
  baseUrl,
  fetch = (url, init) => globalThis.fetch(url, init),
  timeout = 30_000,
  totalTimeout = 120_000,
  retries = 2,
  hooks = {},
}: ClientOptions): Send {
  const gate = createRateGate();
  const show = hideKey(apiKey);

  return async ({ method, url, headers: given, body, repeatable, signal }) => {
    if (!url.startsWith(`${baseUrl}/`)) throw new TypeError(`The API key is for ${baseUrl} alone.`);
    const deadline = performance.now() + totalTimeout;
    const headers = { "user-agent": userAgent, ...given };
    const request = { method, url: show(url), headers };

    const transmit = async (limited: AbortSignal) => {
      const response = await fetch(url, {
        method,
        headers: { ...headers, Authorization: `Bearer ${apiKey}` },
        body: body ?? null,
        signal: limited,
        redirect: "manual", // which else would turn a creation into a listing
      });
      return { request, response, text: await response.text(), show };
    };

    /** An answer, or the error that came in its place. */
    const attempt = async () => {
      const leave = await gate.enter(signal, deadline);
      const time = Math.min(timeout, deadline - performance.now());
      let received: Received | undefined;
      try {
        return (received = await within(time, () => new TimeoutError(request), signal, transmit));
      } catch (cause) {
        signal?.throwIfAborted();
        return cause instanceof TimeoutError ? cause : new ConnectionError(request, cause);
      } finally {
        leave(received?.response);
      }
    };

    for (let number = 1, failures = 0; ; number++) {
      hooks.request?.(request);
      const outcome = await attempt();
      const [response, error] = isCallError(outcome) ? [undefined, outcome] : [outcome.response];
      if (response) hooks.response?.(response, request);

      const now = performance.now();
      const refused = response?.status === 429;
      let delay = Infinity;
      if (refused) delay = gate.end() - now;
      else if ((!response || response.status >= 500) && repeatable && failures < retries)
        delay = backoff(failures++, response);
      if (now + delay >= deadline) {
        if (isCallError(outcome)) throw outcome;
        return outcome;
      }
      hooks.retry?.({ request, attempt: number, response, error, delay });
      if (!refused) await wait(delay, signal); // else the gate waits for the window
    }
  };
}

/** Full jitter: any time up to twice as long as before, and no less than the server asks for. */
function backoff(failures: number, response: Response | undefined): number {
  const asked = Number(response?.headers.get("Retry-After") ?? 0) * 1000 || 0;
  return Math.max(asked, Math.random() * Math.min(8000, 500 * 2 ** failures));
}
