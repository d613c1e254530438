import type { Payload } from "../generated/calls.ts";
import { definedOptions } from "./check.ts";
import { createAttempt } from "./attempt.ts";
import type { Hooks } from "./hooks.ts";
import type { CallOptions } from "./options.ts";
import type { RateGate } from "./rate-gate.ts";
import { toResponse, type Received } from "./response.ts";
import { createRetryPolicy } from "./retry-policy.ts";
import type { Settings } from "./settings.ts";
import { throwIfAborted, wait, within } from "./wait.ts";

/** The options of one request. */
export interface SendOptions extends Omit<CallOptions, "headers"> {
  /**
   * True when the contract declares the operation as idempotent. Reads and requests with an
   * idempotency key always are.
   */
  idempotent?: boolean;
  /** The template of the path, when it is known. */
  route?: string | undefined;
  /**
   * For a deletion: the body to return when a repetition gets a 404, as an earlier attempt may have
   * deleted the object.
   */
  gone?: string | undefined;
  /** A form with files, instead of the body of the request. */
  form?: Payload | undefined;
}

/** The part of a `Request` that is sent. */
export type RequestToSend = Pick<
  Request,
  "method" | "url" | "headers" | "text"
>;

/** Sends a request, with repetitions, and returns the final response with its body. */
export type Send = (
  request: RequestToSend,
  options: SendOptions,
) => Promise<Response>;

/**
 * Creates the function that sends all requests of a client. It repeats a request by the retry
 * policy, and calls the hooks.
 * @throws (the function) ConnectionError, TimeoutError, UnexpectedResponseError for a body that is
 *   too large, the reason of the signal as soon as it aborts, and TypeError for an address of
 *   another server, which must not see the credential
 */
export function createSend(settings: Settings, gate: RateGate): Send {
  const { baseUrl, credential, hooks } = settings;
  const attempt = createAttempt(settings, gate);

  return async (sent, options) => {
    const { method, url } = sent;
    if (!url.startsWith(`${baseUrl}/`))
      throw new TypeError(`The key is for ${baseUrl} alone.`);
    const { signal, route, gone, idempotent, timeout, totalTimeout, retries } =
      { ...settings, ...definedOptions(options) };
    const begun = performance.now();
    const deadline = begun + totalTimeout;
    const headers = {
      ...settings.headers,
      ...(method === "GET" || method === "HEAD" ? {} : settings.writeHeaders),
      ...Object.fromEntries(sent.headers),
    };
    const request = { method, route, url: "", headers, attempt: 1 };
    const delayAfter = createRetryPolicy(retries);
    let mayBeGone = false;
    let hasNewKey = false;

    /** Calls a hook of each set of hooks, and waits for an async one, up to `totalTimeout`. */
    const call = async (hook: (all: Hooks) => unknown) => {
      for (const each of hooks) {
        const called = hook(each);
        if (called !== undefined)
          await within(totalTimeout, signal, async () => called);
      }
      throwIfAborted(signal);
    };

    const exchange = async (): Promise<Received> => {
      const body = options.form ?? ((await sent.text()) || null);
      let key = await credential.get(signal, deadline);
      for (; ; request.attempt++) {
        request.url = credential.hide(url);
        await call((hook) => hook.request?.(request));
        const attemptBegun = performance.now();
        const attempted = await attempt({
          request,
          url,
          body,
          credential: key,
          signal,
          timeout,
          deadline,
        });
        const milliseconds = elapsed(attemptBegun);
        const { response, error, status, code, unsent } = attempted;
        if (response)
          await call((hook) =>
            hook.response?.(toResponse(response), request, milliseconds),
          );
        if (response && gone && mayBeGone && code === "not_found")
          return { ...response, status: 200, text: gone };
        mayBeGone ||= !unsent && (status ?? 500) >= 500;
        // A hook may have removed the key.
        const mayRepeat =
          idempotent ||
          method === "GET" ||
          "idempotency-key" in request.headers;
        let delay = delayAfter(attempted, mayRepeat);
        if (status === 401 && !hasNewKey) {
          const present = await credential.get(signal, deadline, key);
          hasNewKey = present !== key;
          if (hasNewKey) delay = 0;
          key = present;
        }
        if (performance.now() + delay >= deadline) {
          if (response) return response;
          await call((hook) => hook.failure?.(error, request, milliseconds));
          throw error;
        }
        await call((hook) =>
          hook.retry?.({
            request,
            attempt: request.attempt,
            response: response && toResponse(response),
            error,
            milliseconds,
            delay,
          }),
        );
        await wait(delay, signal);
      }
    };

    const end = (outcome: { response?: Received; error?: unknown }) => {
      for (const hook of hooks)
        hook.end?.({
          request,
          signal,
          milliseconds: elapsed(begun),
          ...outcome,
        });
    };
    try {
      const response = await exchange();
      end({ response });
      return toResponse(response);
    } catch (error) {
      end({ error });
      // openapi-fetch ignores an empty error, such as the reason of `abort(null)`.
      throw error || new Error(`${String(error)} thrown`);
    }
  };
}

const elapsed = (since: number) => Math.round(performance.now() - since);
