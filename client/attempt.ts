import { isBasic } from "../generated/calls.ts";
import { isCallError, type CallError, type CallInfo } from "./call-error.ts";
import { ConnectionError, TimeoutError } from "./call-error.ts";
import type { HookRequest } from "./hooks.ts";
import { errorIn, parseJson } from "./json.ts";
import type { RateGate } from "./rate-gate.ts";
import { readResponse } from "./read-response.ts";
import { retryAfterOf, type Outcome } from "./retry-policy.ts";
import type { Settings } from "./settings.ts";
import { within } from "./wait.ts";

/** A request, and how long an attempt to send it may take. */
export interface Outgoing {
  /** As hooks see it and change it. */
  request: HookRequest;
  /** As it is sent, while that of `request` never shows the credential. */
  url: string;
  body: string | null;
  signal: AbortSignal | undefined;
  /** Milliseconds. */
  timeout: number;
  /** When the whole call has to be over, by `performance.now()`. */
  deadline: number;
}

/** What an attempt came to, and what the retry policy goes by. */
export type Attempted = Outcome &
  ({ response: Response; error?: undefined } | { response?: undefined; error: CallError });

/**
 * Makes what sends a request once: with the credential, no faster than the rate limit allows, within the times.
 * @throws (what it makes) the signal's reason as soon as it aborts; every other error is a value
 */
export function createAttempt(
  { credential, fetch, hide }: Settings,
  gate: RateGate,
): (outgoing: Outgoing) => Promise<Attempted> {
  const authorization = isBasic ? `Basic ${btoa(credential)}` : `Bearer ${credential}`;
  return async ({ request, url, body, signal, timeout, deadline }) => {
    const { method } = request;
    // In small letters: an `Authorization` of a hook would be sent beside ours.
    const headers = Object.fromEntries(new Headers(request.headers));
    const call: CallInfo = { method, url: request.url, idempotencyKey: headers["idempotency-key"] };

    const transmit = async (limited: AbortSignal): Promise<Response> => {
      const response = await fetch(url, {
        method,
        headers: { ...headers, authorization },
        body,
        signal: limited,
        redirect: "manual", // one that fetch follows would turn a creation into a listing
      });
      return readResponse(response, call, hide);
    };

    const learn = await gate.enter(signal, deadline);
    const time = Math.min(timeout, deadline - performance.now());
    try {
      const response = await within(time, signal, transmit);
      if (!response) throw new TimeoutError(call);
      learn(response);
      const code = response.ok ? undefined : errorIn(parseJson(await response.text()))?.code;
      return { response, status: response.status, code, retryAfter: retryAfterOf(response.headers) };
    } catch (cause) {
      signal?.throwIfAborted();
      const error = isCallError(cause) ? cause : new ConnectionError(call, cause);
      return { error, status: error.status, unsent: error instanceof ConnectionError && error.unsent };
    }
  };
}
