import type { CallError } from "./call-error.ts";

/** The request of an attempt, without the key. */
export interface HookRequest {
  readonly method: string;
  /**
   * The template of the path, e.g. `/v1/contacts/{id}`, for logs and metrics, as a path may contain
   * personal data. Undefined for a request that a middleware of `api.raw` has replaced.
   */
  readonly route?: string | undefined;
  /** The address with its query, which may contain personal data. */
  readonly url: string;
  /** Headers with names in lower case. Changes by a hook are sent, except to `authorization`. */
  headers: Record<string, string>;
  /** Number of the current attempt: 1 for the first. */
  readonly attempt: number;
}

/** A failed attempt that the client repeats. */
export interface Retry {
  request: HookRequest;
  /** Number of the failed attempt: 1 for the first. */
  attempt: number;
  /** The response of the failed attempt. Undefined when no complete response arrived. */
  response: Response | undefined;
  /** The error of the failed attempt. Undefined when a response arrived. */
  error: CallError | undefined;
  /** Duration of the failed attempt, in milliseconds. */
  duration: number;
  /** Time until the next attempt, in milliseconds. */
  delay: number;
}

/**
 * Functions that are called for each request, for logs, metrics and your own headers. The call
 * waits for an async hook, up to `totalTimeout`, and rejects with the error of a hook. With hooks
 * that hang, it takes at most twice `totalTimeout`.
 */
export interface Hooks {
  /** Is called before each attempt. */
  request?: ((request: HookRequest) => unknown) | undefined;
  /**
   * Is called after each response, also of an error. The response is a copy, so its body may be
   * read. `duration` is the time of the attempt in milliseconds, with its wait for the rate limit.
   */
  response?:
    | ((response: Response, request: HookRequest, duration: number) => unknown)
    | undefined;
  /** Is called before the wait for a repetition. */
  retry?: ((retry: Retry) => unknown) | undefined;
  /**
   * Is called when a call ends without a complete response. `duration` is the time of the last
   * attempt in milliseconds.
   */
  failure?:
    | ((error: CallError, request: HookRequest, duration: number) => unknown)
    | undefined;
}
