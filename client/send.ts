import type { Payload } from "../generated/calls.ts";
import { definedOptions } from "./check.ts";
import { createExchange, elapsed } from "./exchange.ts";
import type { CallOptions } from "./options.ts";
import type { RateGate } from "./rate-gate.ts";
import { toResponse, type Received } from "./response.ts";
import type { Settings } from "./settings.ts";

/** The rules for the repetition of a request. */
export interface Repetition {
  /**
   * True when the contract declares the operation as idempotent. Reads and requests with an
   * idempotency key always are.
   */
  idempotent?: boolean | undefined;
  /**
   * The body to return when the repetition of a deletion gets a 404: an earlier attempt may have
   * deleted the object.
   */
  gone?: string | undefined;
}

/** The options of one request. */
export interface SendOptions extends Omit<CallOptions, "headers">, Repetition {
  /** The template of the path, when it is known. */
  route?: string | undefined;
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
  const { baseUrl, hooks } = settings;
  const exchange = createExchange(settings, gate);

  return async (sent, options) => {
    if (!sent.url.startsWith(`${baseUrl}/`))
      throw new TypeError(
        `A request to another server than ${baseUrl} must not have the key.`,
      );
    const begun = performance.now();
    const { signal, timeout, totalTimeout, retries, idempotent, gone, form } = {
      ...settings,
      ...definedOptions(options),
    };
    const request = requestOf(sent, options.route, settings);

    const end = (outcome: { response?: Received; error?: unknown }) => {
      const milliseconds = elapsed(begun);
      for (const hook of hooks)
        hook.end?.({ request, signal, milliseconds, ...outcome });
    };
    try {
      const response = await exchange({
        request,
        url: sent.url,
        body: form ?? ((await sent.text()) || null),
        signal,
        timeout,
        totalTimeout,
        deadline: begun + totalTimeout,
        retries,
        idempotent,
        gone,
      });
      end({ response });
      return toResponse(response);
    } catch (error) {
      end({ error });
      // openapi-fetch ignores an empty error, such as the reason of `abort(null)`.
      throw error || new Error(`${String(error)} thrown`);
    }
  };
}

/** Returns the first attempt of a request, for hooks. */
function requestOf(
  { method, headers }: RequestToSend,
  route: string | undefined,
  settings: Settings,
) {
  const isWrite = method !== "GET" && method !== "HEAD";
  return {
    method,
    route,
    url: "",
    headers: {
      ...settings.headers,
      ...(isWrite && settings.writeHeaders),
      ...Object.fromEntries(headers),
    },
    attempt: 1,
  };
}
