import { signed, type Payload } from "../generated/calls.ts";
import { isCallError, type CallError, type CallInfo } from "./call-error.ts";
import {
  ConnectionError,
  TimeoutError,
  UnexpectedResponseError,
} from "./call-error.ts";
import { mergeHeaders } from "./headers.ts";
import type { HookRequest } from "./hooks.ts";
import { errorIn, parseJson } from "./json.ts";
import { isMistake, mistake } from "./json-value.ts";
import type { FetchResponse } from "./options.ts";
import type { RateGate } from "./rate-gate.ts";
import { isSuccess, type Received } from "./response.ts";
import { retryAfterOf, type Outcome } from "./retry-policy.ts";
import type { Settings } from "./settings.ts";
import { throwIfAborted, withTimeLimit } from "./wait.ts";

/** A request for one attempt, with its time limits. */
export interface Outgoing {
  /** The request for hooks, which may change its headers. */
  request: HookRequest;
  /** The address that is sent. That of `request` never contains the credential. */
  url: string;
  body: Payload | null;
  credential: string;
  signal: AbortSignal | undefined;
  /** The time limit of the attempt, in milliseconds. */
  timeout: number;
  /** The end of the complete call, by `performance.now()`. */
  deadline: number;
}

/** The result of an attempt, with the fields for the retry policy. */
export type Attempted = Outcome &
  (
    | { response: Received; error?: undefined }
    | { response?: undefined; error: CallError }
  );

/** The maximal body, in bytes: more than the largest page of a list has. */
const maxBodyBytes = 64 * 1024 * 1024;

/**
 * Reads a response to its end.
 * @param hide removes the credential, which a proxy may send back in headers and in errors
 * @throws UnexpectedResponseError for an invalid status, and for a body that is too large. A 5xx
 *   needs no body
 * @throws TypeError when a mock of fetch has returned no response
 */
async function readResponse(
  response: FetchResponse,
  call: CallInfo,
  hide: (text: string) => string,
): Promise<Received> {
  requireResponse(response);
  const text = await readText(response);
  // Without the status text, in which proxies write bytes that `Response` rejects.
  const head = {
    status: response.status || 302, // browsers hide the status of a redirect
    headers: new Headers(
      [...response.headers].map(([name, value]): [string, string] => [
        name,
        hide(value),
      ]),
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

/**
 * Rejects the result of a mock that is no response.
 * @throws TypeError
 */
function requireResponse(result: unknown): void {
  const { headers, text } = Object(result ?? {}) as Partial<FetchResponse>;
  if (typeof text !== "function" || !headers?.[Symbol.iterator])
    throw mistake(
      "fetch must return a Response, with status, headers and text().",
    );
}

/**
 * Reads the body as text. Returns undefined, without reading the rest, when it is larger than
 * `maxBodyBytes`.
 */
async function readText(response: FetchResponse): Promise<string | undefined> {
  // The fetch of React Native has no streams, and node-fetch has streams of Node.
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
 * Creates a function that sends a request once, with the credential, within the rate limit and the
 * time limits. It returns errors as values.
 * @throws (the function) the reason of the signal as soon as it aborts, and the TypeError of a mock
 *   with a wrong value
 */
export function createAttempt(
  { credential: { hide }, fetch }: Settings,
  gate: RateGate,
): (outgoing: Outgoing) => Promise<Attempted> {
  return async (outgoing) => {
    const { request, url, body, credential, signal, timeout, deadline } =
      outgoing;
    const { method } = request;
    const sent = signed(url, credential);
    // In lower case: otherwise an `Authorization` of a hook would be sent too.
    const headers = mergeHeaders(request.headers);
    const call: CallInfo = {
      method,
      url: request.url,
      idempotencyKey: headers["idempotency-key"],
    };

    const transmit = async (limited: AbortSignal): Promise<Received> => {
      const response = await fetch(sent.url, {
        method,
        headers: { ...headers, ...sent.headers },
        body,
        signal: limited,
        redirect: "manual", // fetch would repeat a POST as a GET
      });
      return readResponse(response, call, hide);
    };

    const learn = await gate.enter(signal, deadline);
    const time = Math.min(timeout, deadline - performance.now());
    try {
      const response =
        time > 0 ? await withTimeLimit(time, signal, transmit) : undefined;
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
