import { rateLimitWindow } from "../generated/calls.ts";
import { createServerClock } from "./server-clock.ts";
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

/** A window of the rate limit. */
interface Window {
  /** The end as the server wrote it, in seconds. Zero until a response of the window arrives. */
  resetsAt: number;
  /** The end by `performance.now()`. */
  endsAt: number;
  /** The requests that may still be sent. */
  remaining: number;
}

/** The delay before another look at a window whose end is only expected, in milliseconds. */
const lookAgainAfter = 1000;

/**
 * Creates a gate for all requests of one key. It counts down the remaining requests of the current
 * window, without waiting for responses. In a new window the complete limit is available.
 */
export function createRateGate(): RateGate {
  const clockOf = createServerClock();
  let limit = Infinity;
  let sent = 0;
  let window: Window = { resetsAt: 0, endsAt: 0, remaining: limit };

  function startNextWindow(): void {
    const now = performance.now();
    if (now >= window.endsAt)
      window = {
        resetsAt: 0,
        endsAt: now + rateLimitWindow * 1000,
        remaining: limit,
      };
  }

  async function takeSlot(
    signal: AbortSignal | undefined,
    deadline: number,
  ): Promise<void> {
    startNextWindow();
    while (window.remaining <= 0 && window.endsAt < deadline) {
      const untilEnd = window.endsAt - performance.now();
      const isKnown = window.resetsAt > 0;
      await wait(
        isKnown ? untilEnd : Math.min(untilEnd, lookAgainAfter),
        signal,
      );
      startNextWindow();
    }
    window.remaining--;
  }

  /**
   * Reads the headers of a response.
   * @param sentAfter the requests that were sent after its request: its `Remaining` may not count
   *   them yet
   */
  function readHeaders(headers: Headers, sentAfter: number): void {
    const number = (name: string) =>
      Number(headers.get(`X-RateLimit-${name}`) ?? NaN);
    const resetsAt = number("Reset");
    const remaining = number("Remaining") - sentAfter;
    if (!Number.isFinite(resetsAt + remaining)) return; // a response of a proxy
    limit = number("Limit") || limit;
    const endsAt = resetsAt * 1000 - clockOf(headers);
    // The end of a window may be rounded up or down.
    const isEarlier = resetsAt < window.resetsAt - 1;
    if (isEarlier || endsAt <= performance.now()) return;
    const isLater = window.resetsAt > 0 && resetsAt > window.resetsAt + 1;
    window = {
      resetsAt: Math.max(window.resetsAt, resetsAt),
      endsAt,
      remaining: isLater ? remaining : Math.min(window.remaining, remaining),
    };
  }

  return {
    async enter(signal, deadline) {
      throwIfAborted(signal);
      await takeSlot(signal, deadline);
      const ordinal = ++sent;
      return ({ headers }) => readHeaders(headers, sent - ordinal);
    },
  };
}
