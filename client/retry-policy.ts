/** The outcome of an attempt. */
export interface Outcome {
  /** Undefined when no response arrived. */
  status?: number | undefined;
  /** Code of the error in the response, if there is one. */
  code?: string | undefined;
  /** The delay that the response requests, in milliseconds. */
  retryAfter?: number | undefined;
  /** True when the request certainly did not reach a server: an unknown name, or a closed port. */
  unsent?: boolean | undefined;
}

/**
 * Returns the delay before a repetition, in milliseconds: doubled after each failure, up to a
 * maximum, less a random part.
 */
export const backoff = (
  first: number,
  maximum: number,
  failures: number,
): number =>
  Math.min(maximum, first * 2 ** failures) * (0.5 + Math.random() / 2);

/**
 * The maximum of repetitions after a 429 or `request_in_progress`, for which the server has not
 * processed the request.
 */
const maxPostponements = 8;

/**
 * Creates the retry policy of one call. Call it with the outcome of each attempt, and whether a
 * repetition is idempotent.
 * @param retries the maximum of repetitions after failures; with 0 nothing is repeated
 * @returns a function that returns the delay before the next attempt in milliseconds, or `Infinity`
 *   after the last attempt
 */
export function createRetryPolicy(
  retries: number,
): (outcome: Outcome, idempotent?: boolean) => number {
  let failed = 0;
  let postponed = 0;
  return ({ status, code, retryAfter = 0, unsent }, idempotent) => {
    const delay = Math.max(retryAfter, backoff(500, 8000, failed + postponed));
    if (status === 429 || code === "request_in_progress")
      return retries > 0 && ++postponed <= maxPostponements ? delay : Infinity;
    const mayRepeat =
      unsent || (idempotent && (status === 408 || (status ?? Infinity) >= 500));
    return mayRepeat && ++failed <= retries ? delay : Infinity;
  };
}

/**
 * Returns the `Retry-After` of a response in milliseconds. An HTTP-date counts from the `Date` of
 * the server (RFC 9110, 10.2.3). Undefined when there is none, or none in the future.
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get("Retry-After") ?? "";
  const milliseconds =
    Number(value) >= 0
      ? Number(value) * 1000
      : Date.parse(value) - serverTime(headers);
  return milliseconds > 0 ? milliseconds : undefined;
}

/**
 * Returns the time of the server by the `Date` of a response, or otherwise our time. Milliseconds
 * since 1970.
 */
export const serverTime = (headers: Headers): number =>
  Date.parse(headers.get("Date") ?? "") || Date.now();
