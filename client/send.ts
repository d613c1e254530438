import { isCallError, type CallError, type CallInfo } from "./errors/call-error.ts";
import { ConnectionError } from "./errors/connection-error.ts";
import { TimeoutError } from "./errors/timeout-error.ts";
import { UnexpectedResponseError } from "./errors/unexpected-response-error.ts";
import type { HookRequest } from "./hooks.ts";
import { errorIn, parseJson } from "./json.ts";
import type { CallOptions } from "./options.ts";
import { createRateGate } from "./rate-gate.ts";
import { readBody } from "./read-body.ts";
import { retryAfterOf, retryPolicy, type Outcome } from "./retry-policy.ts";
import type { Settings } from "./settings.ts";
import { wait } from "./wait.ts";
import { within } from "./within.ts";

/** How to send one request. */
export interface SendOptions extends CallOptions {
  /** Whether sending it twice has the same effect as sending it once. */
  idempotent: boolean;
}

/** Sends a request until there is a response that is worth giving, whose body has arrived. */
export type Send = (request: Request, options: SendOptions) => Promise<Response>;

/**
 * Makes what sends all requests of a client: with the key, within its times, no faster than the rate limit allows,
 * and again where the retry policy says so.
 * @throws (what it makes) ConnectionError, TimeoutError, UnexpectedResponseError for a body that is too large, the
 * signal's reason as soon as it aborts, and TypeError for an address of another server, which must not see the key
 */
export function createSend({ apiKey, baseUrl, fetch, tell, hide, ...defaults }: Settings): Send {
  const gate = createRateGate();

  return async (sent, { signal, idempotent, ...options }) => {
    const { method, url } = sent;
    if (!url.startsWith(`${baseUrl}/`)) throw new TypeError(`The API key is for ${baseUrl} alone.`);
    const {
      timeout = defaults.timeout,
      totalTimeout = defaults.totalTimeout,
      retries = defaults.retries,
    } = options;
    const deadline = performance.now() + totalTimeout;
    const headers = Object.fromEntries(
      new Headers({ ...defaults.headers, ...Object.fromEntries(sent.headers) }),
    );
    const body = (await sent.text()) || null;
    const request: HookRequest = { method, url: hide(url), headers };
    const call: CallInfo = { method, url: request.url, idempotencyKey: headers["idempotency-key"] };

    const transmit = async (limited: AbortSignal): Promise<Response> => {
      const init = {
        method,
        headers: { ...headers, authorization: `Bearer ${apiKey}` },
        body,
        signal: limited,
      };
      // A redirect that fetch follows would turn a creation into a listing.
      const response = await fetch(url, { ...init, redirect: "manual" });
      const text = await readBody(response);
      const { statusText } = response;
      const status = response.status || 302; // browsers hide a redirect's
      const received = new Headers([...response.headers].map(([name, value]) => [name, hide(value)]));
      if (text === undefined) {
        const large = { ...call, status, headers: received };
        throw new UnexpectedResponseError(large, "a body that is too large");
      }
      return new Response((response.ok ? text : hide(text)) || null, {
        status,
        statusText,
        headers: received,
      });
    };

    const attempt = async (): Promise<Response | CallError> => {
      const learn = await gate.enter(signal, deadline);
      const time = Math.min(timeout, deadline - performance.now());
      try {
        const response = await within(time, () => new TimeoutError(call), signal, transmit);
        learn(response);
        return response;
      } catch (cause) {
        signal?.throwIfAborted();
        return isCallError(cause) ? cause : new ConnectionError(call, cause);
      }
    };

    const delayAfter = retryPolicy.begin({ retries, idempotent });
    for (let number = 1; ; number++) {
      tell("request", { request });
      const result = await attempt();
      const [response, error] = isCallError(result) ? [undefined, result] : [result];
      if (response) tell("response", { request, response });
      const delay = delayAfter(
        response ? await outcomeOf(response) : { status: error?.status, unsent: isUnsent(error) },
      );
      if (delay === undefined || performance.now() + delay >= deadline) {
        if (response) return response;
        tell("failure", { request, error });
        throw error;
      }
      tell("retry", { request, attempt: number, response, error, delay });
      await wait(delay, signal);
    }
  };
}

const isUnsent = (error: CallError | undefined) => error instanceof ConnectionError && error.unsent;

async function outcomeOf(response: Response): Promise<Outcome> {
  const { status, headers } = response;
  const code = status === 409 ? errorIn(parseJson(await response.clone().text()))?.code : undefined;
  return { status, code, retryAfter: retryAfterOf(headers) };
}
