import type { CallError } from "./call-error.ts";

/** A request for hooks, without the key. */
export interface HookRequest {
  readonly method: string;
  /**
   * The template of the path, e.g. `/v1/contacts/{id}`, for logs and metrics, as a path may contain
   * personal data. Undefined for a request that a middleware of `api.raw` has replaced.
   */
  readonly route?: string | undefined;
  /** The address with its query, which may contain personal data. */
  readonly url: string;
  /** Headers with names in lower case. Changes are sent, except of Authorization. */
  headers: Record<string, string>;
  /** Number of the current attempt: 1 for the first. */
  readonly attempt: number;
}

/** A repetition of a request: its reason and its delay. */
export interface Retry {
  request: HookRequest;
  /** Number of the attempt that failed: 1 for the first. */
  attempt: number;
  /** The response that causes the repetition. */
  response: Response | undefined;
  /** The error, if no complete response arrived. */
  error: CallError | undefined;
  /** Milliseconds that the attempt took. */
  milliseconds: number;
  /** Milliseconds until the next attempt. */
  delay: number;
}

/**
 * Functions that are called for each request, for logs, metrics and your own headers. The call
 * waits for an async hook, up to `totalTimeout`, and rejects with the error of a hook.
 */
export interface Hooks {
  /** Is called before each attempt. */
  request?: ((request: HookRequest) => unknown) | undefined;
  /**
   * Is called after each response, also of an error. The response is a copy, so its body may be
   * read. `milliseconds` is the time of the attempt, with its wait for the rate limit.
   */
  response?:
    | ((
        response: Response,
        request: HookRequest,
        milliseconds: number,
      ) => unknown)
    | undefined;
  /** Is called before the wait for a repetition. */
  retry?: ((retry: Retry) => unknown) | undefined;
  /**
   * Is called when a call ends without a complete response. `milliseconds` is the time of the last
   * attempt.
   */
  failure?:
    | ((
        error: CallError,
        request: HookRequest,
        milliseconds: number,
      ) => unknown)
    | undefined;
}
