import { serverTime } from "./retry-policy.ts";
import { throwIfAborted, wait } from "./wait.ts";

/** Updates the gate by the headers of a response. */
type Learn = (response: { headers: Headers }) => void;

/** Delays requests while the rate limit is exhausted, according to the responses so far. */
export interface RateGate {
  /**
   * Waits for the next window when the current one is exhausted. When the window ends after
   * `deadline` (by `performance.now()`), the request is sent at once, and the server decides.
   * @returns a function to call with the response
   * @throws the reason of the signal as soon as it aborts
   */
  enter: (signal: AbortSignal | undefined, deadline: number) => Promise<Learn>;
}

/**
 * Creates a gate for all requests of one key. It counts down the remaining requests of the current
 * window, without waiting for responses. In a new window the complete limit is available.
 */
export function createRateGate(): RateGate {
  let limit = Infinity;
  let available = Infinity;
  let reset = 0; // of the window, as the server wrote it: seconds
  let end = Infinity; // of the window, by performance.now()
  let serverClock = -Infinity; // ahead of performance.now()
  let sent = 0;

  const renew = () => {
    if (performance.now() >= end)
      [available, reset, end] = [limit, 0, Infinity];
  };

  return {
    async enter(signal, deadline) {
      throwIfAborted(signal);
      for (renew(); available <= 0 && end < deadline; renew())
        await wait(end - performance.now() + 1, signal);
      available--;
      const ordinal = ++sent;
      return ({ headers }) => learn(headers, sent - ordinal);
    },
  };

  /**
   * Reads the headers of a response. Requests sent after it may not be counted yet in its
   * `Remaining`.
   */
  function learn(headers: Headers, sentAfter: number): void {
    const now = performance.now();
    const number = (name: string) =>
      Number(headers.get(`X-RateLimit-${name}`) ?? NaN);
    const resets = number("Reset");
    const remaining = number("Remaining") - sentAfter;
    if (!Number.isFinite(resets + remaining)) return; // a response of a proxy
    limit = number("Limit") || limit;
    // The date has no milliseconds, so the true time is later: the latest difference is the best.
    serverClock = Math.max(serverClock, serverTime(headers) - now);
    const ends = resets * 1000 - serverClock;
    if (ends <= now || resets < reset - 1) return; // of an earlier window
    // The end of a window may be rounded up or down.
    available =
      resets > reset + 1 && reset > 0
        ? remaining
        : Math.min(available, remaining);
    [reset, end] = [Math.max(reset, resets), ends];
  }
}
