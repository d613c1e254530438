import { serverTime } from "./retry-policy.ts";
import { throwIfAborted, wait } from "./wait.ts";

/** Takes what the response to one request says of the limit. */
type Learn = (response: { headers: Headers }) => void;

/** Holds requests back while the rate limit has no room for them, as far as the responses so far tell. */
export interface RateGate {
  /**
   * Waits for the next window if this one is used up, but never beyond `deadline` (by `performance.now()`): then the
   * request goes at once, and the server says itself what it thinks of it. Call what it gives with the response.
   * @throws the signal's reason, as soon as it aborts
   */
  enter: (signal: AbortSignal | undefined, deadline: number) => Promise<Learn>;
}

/**
 * A gate for all requests of one key. It counts down what the headers of the latest window left, so nobody waits for
 * another request's response; when a window ends, the known limit is there again.
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

  /** Those that were sent after the request may not be counted yet in what its response says is left. */
  function learn(headers: Headers, sentAfter: number): void {
    const now = performance.now();
    const number = (name: string) =>
      Number(headers.get(`X-RateLimit-${name}`) ?? NaN);
    const resets = number("Reset");
    const remaining = number("Remaining") - sentAfter;
    if (!Number.isFinite(resets + remaining)) return; // a proxy may respond without them
    limit = number("Limit") || limit;
    // The date is cut to seconds, so the true time is later than all of them: the latest is the nearest.
    serverClock = Math.max(serverClock, serverTime(headers) - now);
    const ends = resets * 1000 - serverClock;
    if (ends <= now || resets < reset - 1) return; // of a window that is over
    // One window's end may be rounded to either of two seconds.
    available =
      resets > reset + 1 && reset > 0
        ? remaining
        : Math.min(available, remaining);
    [reset, end] = [Math.max(reset, resets), ends];
  }
}
