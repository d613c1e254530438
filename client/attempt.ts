import { isBasic, type Payload } from "../generated/calls.ts";
import { isCallError, type CallError, type CallInfo } from "./call-error.ts";
import {
  ConnectionError,
  TimeoutError,
  UnexpectedResponseError,
} from "./call-error.ts";
import type { HookRequest } from "./hooks.ts";
import { errorIn, parseJson } from "./json.ts";
import { isMistake } from "./json-value.ts";
import type { FetchResponse } from "./options.ts";
import type { RateGate } from "./rate-gate.ts";
import { isSuccess, type Received } from "./response.ts";
import { retryAfterOf, type Outcome } from "./retry-policy.ts";
import type { Settings } from "./settings.ts";
import { throwIfAborted, within } from "./wait.ts";

/** A request, and how long an attempt to send it may take. */
export interface Outgoing {
  /** As hooks see it and change it. */
  request: HookRequest;
  /** As it is sent, while that of `request` never shows the credential. */
  url: string;
  body: Payload | null;
  credential: string;
  signal: AbortSignal | undefined;
  /** Milliseconds. */
  timeout: number;
  /** When the whole call has to be over, by `performance.now()`. */
  deadline: number;
}

/** What an attempt came to, and what the retry policy goes by. */
export type Attempted = Outcome &
  (
    | { response: Received; error?: undefined }
    | { response?: undefined; error: CallError }
  );

/** The largest body that is read, in bytes. A page of 100 changes of the largest tickets has 48 MB. */
const maxBodyBytes = 64 * 1024 * 1024;

/**
 * Reads a response to its end. `hide` removes the credential, which a proxy may send back in headers and in errors.
 * @throws UnexpectedResponseError for a status that HTTP does not have, and for a body that is too large unless it is a 5xx,
 * which says enough without its body
 */
async function readResponse(
  response: FetchResponse,
  call: CallInfo,
  hide: (text: string) => string,
): Promise<Received> {
  const text = await readText(response);
  // Without the text of the status: proxies write bytes there that no Response takes.
  const head = {
    status: response.status || 302, // browsers hide a redirect's
    headers: new Headers(
      [...response.headers].map(([name, value]) => [name, hide(value)]),
    ),
  };
  const { status } = head;
  if (status < 200 || status > 599 || (text === undefined && status < 500))
    throw new UnexpectedResponseError({
      ...call,
      ...head,
      body: text && hide(text),
    });
  return { ...head, text: isSuccess(head) ? (text ?? "") : hide(text ?? "") };
}

/** The body as text, or undefined when it is larger than `maxBodyBytes`, and the rest is not read. */
async function readText(response: FetchResponse): Promise<string | undefined> {
  // React Native's fetch has no streams, and the body of node-fetch is one of another kind.
  const reader = response.body?.getReader?.();
  if (!reader) return response.text();
  const decoder = new TextDecoder();
  let text = "";
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > maxBodyBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Makes what sends a request once: with the credential, no faster than the rate limit allows, within the times.
 * @throws (what it makes) the signal's reason as soon as it aborts, and the TypeError of a mock that was given a wrong value;
 * every other error is a value
 */
export function createAttempt(
  { credential: { hide }, fetch }: Settings,
  gate: RateGate,
): (outgoing: Outgoing) => Promise<Attempted> {
  return async (outgoing) => {
    const { request, url, body, credential, signal, timeout, deadline } =
      outgoing;
    const { method } = request;
    const authorization = isBasic
      ? `Basic ${btoa(credential)}`
      : `Bearer ${credential}`;
    // In small letters: an `Authorization` of a hook would be sent beside ours.
    const headers = Object.fromEntries(new Headers(request.headers));
    const call: CallInfo = {
      method,
      url: request.url,
      idempotencyKey: headers["idempotency-key"],
    };

    const transmit = async (limited: AbortSignal): Promise<Received> => {
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
      const code = isSuccess(response)
        ? undefined
        : errorIn(parseJson(response.text))?.code;
      return {
        response,
        status: response.status,
        code,
        retryAfter: retryAfterOf(response.headers),
      };
    } catch (cause) {
      if (isMistake(cause)) throw cause;
      throwIfAborted(signal);
      const error = isCallError(cause)
        ? cause
        : new ConnectionError(call, cause);
      return {
        error,
        status: error.status,
        unsent: error instanceof ConnectionError && error.unsent,
      };
    }
  };
}
