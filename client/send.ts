import { definedOptions } from "./check.ts";
import { createAttempt } from "./attempt.ts";
import type { HookRequest, Hooks } from "./hooks.ts";
import type { CallOptions } from "./options.ts";
import type { RateGate } from "./rate-gate.ts";
import { toResponse } from "./response.ts";
import { createRetryPolicy } from "./retry-policy.ts";
import type { Settings } from "./settings.ts";
import { throwIfAborted, wait, within } from "./wait.ts";

/** How to send one request. */
export interface SendOptions extends Omit<CallOptions, "headers"> {
  /** Whether the contract says that sending it twice is harmless. Reading and what has an idempotency key always are. */
  idempotent?: boolean;
  /** The template of the path, if it is known. */
  route?: string | undefined;
  /** For a deletion: the body of its success, for a 404 after an attempt that may have deleted. */
  gone?: string | undefined;
}

/** The part of a `Request` that is sent. */
export type RequestToSend = Pick<
  Request,
  "method" | "url" | "headers" | "text"
>;

/** Sends a request until there is a response that is worth giving, whose body has arrived. */
export type Send = (
  request: RequestToSend,
  options: SendOptions,
) => Promise<Response>;

/**
 * Makes what sends all requests of a client: each until the retry policy says that it is over, and with its hooks.
 * @throws (what it makes) ConnectionError, TimeoutError, UnexpectedResponseError for a body that is too large, the
 * signal's reason as soon as it aborts, and TypeError for an address of another server, which must not see the credential
 */
export function createSend(settings: Settings, gate: RateGate): Send {
  const { baseUrl, hide, hooks } = settings;
  const attempt = createAttempt(settings, gate);

  return async (sent, options) => {
    const { method, url } = sent;
    if (!url.startsWith(`${baseUrl}/`))
      throw new TypeError(`The key is for ${baseUrl} alone.`);
    const { signal, route, gone, idempotent, timeout, totalTimeout, retries } =
      { ...settings, ...definedOptions(options) };
    const deadline = performance.now() + totalTimeout;
    const headers = {
      ...settings.headers,
      ...(method === "GET" || method === "HEAD" ? {} : settings.writeHeaders),
      ...Object.fromEntries(sent.headers),
    };
    const request: HookRequest = { method, route, url: hide(url), headers };
    const outgoing = {
      request,
      url,
      body: (await sent.text()) || null,
      signal,
      timeout,
      deadline,
    };
    const delayAfter = createRetryPolicy(retries);
    let mayBeGone = false;

    /** Calls a hook, and waits for one that is async: it may take as long as the call itself. */
    const call = async (hook: (all: Hooks) => unknown) => {
      for (const each of hooks) {
        const called = hook(each);
        if (called !== undefined)
          await within(totalTimeout, signal, async () => called);
      }
      throwIfAborted(signal);
    };

    try {
      for (let number = 1; ; number++) {
        await call((hook) => hook.request?.(request));
        const attempted = await attempt(outgoing);
        const { response, error, status, code, unsent } = attempted;
        if (response)
          await call((hook) => hook.response?.(toResponse(response), request));
        if (response && gone && mayBeGone && code === "not_found")
          return toResponse({ ...response, status: 200, text: gone });
        mayBeGone ||= !unsent && (status ?? 500) >= 500;
        // A hook may have taken the key away.
        const mayRepeat =
          idempotent ||
          method === "GET" ||
          "idempotency-key" in request.headers;
        const delay = delayAfter(attempted, mayRepeat);
        if (performance.now() + delay >= deadline) {
          if (response) return toResponse(response);
          await call((hook) => hook.failure?.(error, request));
          throw error;
        }
        await call((hook) =>
          hook.retry?.({
            request,
            attempt: number,
            response: response && toResponse(response),
            error,
            delay,
          }),
        );
        await wait(delay, signal);
      }
    } catch (thrown) {
      // openapi-fetch takes what is empty for no error: the reason of `abort(null)`, or what a hook throws.
      throw thrown || new Error(`${String(thrown)} thrown`);
    }
  };
}
