/** What one attempt of a call came to. */
export interface Outcome {
  /** Undefined when no response arrived. */
  status?: number | undefined;
  /** Code of the error in the response, if it holds one. */
  code?: string | undefined;
  /** What the response asks for, in milliseconds. */
  retryAfter?: number | undefined;
  /** Whether the request certainly never reached a server: its name was not found, or nothing listens there. */
  unsent?: boolean | undefined;
}

/** The milliseconds before a repetition: after each failure twice as long, up to the longest, less a random part. */
export const backoff = (
  first: number,
  longest: number,
  failures: number,
): number =>
  Math.min(longest, first * 2 ** failures) * (0.5 + Math.random() / 2);

/** How often a call returns after the server said that it has not handled the request: 429 and `request_in_progress`. */
const postponements = 8;

/**
 * The retry policy of one call: which attempts are repeated, how often, and after how long. Tell what it gives of each
 * attempt, and whether sending it twice has the same effect as sending it once: it returns the milliseconds until the next
 * one, without end after the last.
 * @param retries how often a failed attempt is repeated; with 0 nothing is, whatever the server asks for
 */
export function createRetryPolicy(
  retries: number,
): (outcome: Outcome, idempotent?: boolean) => number {
  let [failed, postponed] = [0, 0];
  return ({ status, code, retryAfter = 0, unsent }, idempotent) => {
    const delay = Math.max(retryAfter, backoff(500, 8000, failed + postponed));
    if (status === 429 || code === "request_in_progress")
      return retries > 0 && ++postponed <= postponements ? delay : Infinity;
    const mayRepeat =
      unsent || (idempotent && (status === 408 || (status ?? 500) >= 500));
    return mayRepeat && ++failed <= retries ? delay : Infinity;
  };
}

/**
 * `Retry-After` of a response in milliseconds, from seconds or from an HTTP-date, which counts from the server's own
 * `Date` (RFC 9110, 10.2.3). Undefined when there is none that lies in the future.
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get("Retry-After") ?? "";
  const milliseconds =
    Number(value) >= 0
      ? Number(value) * 1000
      : Date.parse(value) - serverTime(headers);
  return milliseconds > 0 ? milliseconds : undefined;
}

/** The server's time by the `Date` of a response, cut to seconds; ours where it has none. Milliseconds since 1970. */
export const serverTime = (headers: Headers): number =>
  Date.parse(headers.get("Date") ?? "") || Date.now();
