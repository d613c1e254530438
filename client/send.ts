import { isCallError, type CallError, type CallInfo } from "./errors/call-error.ts";
import { ConnectionError } from "./errors/connection-error.ts";
import { TimeoutError } from "./errors/timeout-error.ts";
import { UnexpectedResponseError } from "./errors/unexpected-response-error.ts";
import type { HookRequest } from "./hooks.ts";
import { errorIn, parseJson } from "./json.ts";
import type { CallOptions } from "./options.ts";
import { createRateGate } from "./rate-gate.ts";
import { readBody } from "./read-body.ts";
import { createRetryPolicy, retryAfterOf, type Outcome } from "./retry-policy.ts";
import type { Settings } from "./send-settings.ts";
import { wait } from "./wait.ts";
import { within } from "./within.ts";

/** How to send one request. */
export interface SendOptions extends Omit<CallOptions, "headers"> {
  /** Whether the contract says that sending it twice is harmless. Reading and what has an idempotency key always are. */
  idempotent?: boolean;
}

/** Sends a request until there is a response that is worth giving, whose body has arrived. */
export type Send = (request: Request, options: SendOptions) => Promise<Response>;

/** What an attempt came to. */
type Attempt = { response: Response; error?: undefined } | { response?: undefined; error: CallError };

/**
 * Makes what sends all requests of a client: with its credential, within its times, no faster than the rate limit allows,
 * and again where the retry policy says so.
 * @throws (what it makes) ConnectionError, TimeoutError, UnexpectedResponseError for a body that is too large, the
 * signal's reason as soon as it aborts, and TypeError for an address of another server, which must not see the credential
 */
export function createSend({ credential, baseUrl, fetch, hooks, hide, ...defaults }: Settings): Send {
  const gate = createRateGate();

  return async (sent, options) => {
    const { method, url } = sent;
    if (!url.startsWith(`${baseUrl}/`)) throw new TypeError(`The API key is for ${baseUrl} alone.`);
    const {
      signal,
      timeout = defaults.timeout,
      totalTimeout = defaults.totalTimeout,
      retries = defaults.retries,
    } = options;
    const deadline = performance.now() + totalTimeout;
    const headers = { ...defaults.headers, ...Object.fromEntries(sent.headers) };
    const body = (await sent.text()) || null;
    const request: HookRequest = { method, url: hide(url), headers };
    const idempotencyKey = headers["idempotency-key"];
    const call: CallInfo = { method, url: request.url, idempotencyKey };

    const transmit = async (limited: AbortSignal): Promise<Response> => {
      const response = await fetch(url, {
        method,
        headers: { ...headers, authorization: `Bearer ${credential}` },
        body,
        signal: limited,
        redirect: "manual", // one that fetch follows would turn a creation into a listing
      });
      const text = await readBody(response);
      const { ok, status } = response;
      // Without the text of the status: proxies write bytes there that no Response takes.
      const init = {
        status: status || 302, // browsers hide a redirect's
        headers: new Headers([...response.headers].map(([name, value]) => [name, hide(value)])),
      };
      // No Response can have such a status, and only a 5xx says enough without its body.
      if (status > 599 || (text === undefined && status < 500))
        throw new UnexpectedResponseError({ ...call, ...init, body: text && hide(text) });
      // As bytes: with a text it would add a Content-Type that nobody sent.
      return new Response(text ? new TextEncoder().encode(ok ? text : hide(text)) : null, init);
    };

    const attempt = async (): Promise<Attempt> => {
      const learn = await gate.enter(signal, deadline);
      const time = Math.min(timeout, deadline - performance.now());
      try {
        const response = await within(time, () => new TimeoutError(call), signal, transmit);
        learn(response);
        return { response };
      } catch (cause) {
        signal?.throwIfAborted();
        return { error: isCallError(cause) ? cause : new ConnectionError(call, cause) };
      }
    };

    const idempotent = method === "GET" || idempotencyKey !== undefined || options.idempotent === true;
    const delayAfter = createRetryPolicy({ retries, idempotent });
    for (let number = 1; ; number++) {
      for (const each of hooks) await each.request?.(request);
      const { response, error } = await attempt();
      if (response) for (const each of hooks) await each.response?.(response.clone(), request);
      const delay = delayAfter(await outcomeOf(response ?? error));
      if (delay === undefined || performance.now() + delay >= deadline) {
        if (response) return response;
        for (const each of hooks) await each.failure?.(error, request);
        throw error;
      }
      for (const each of hooks) await each.retry?.({ request, attempt: number, response, error, delay });
      await wait(delay, signal);
    }
  };
}

async function outcomeOf(result: Response | CallError): Promise<Outcome> {
  const { status } = result;
  if (isCallError(result)) return { status, unsent: result instanceof ConnectionError && result.unsent };
  const code = status === 409 ? errorIn(parseJson(await result.clone().text()))?.code : undefined;
  return { status, code, retryAfter: retryAfterOf(result.headers) };
}
