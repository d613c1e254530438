import { wait } from "./wait.ts";

/** What an answer says of the rate limit. */
export type Answered = Pick<Response, "status" | "headers"> | undefined;

/** Lets requests pass only while the rate limit has room for them, as far as the answers so far tell. */
export interface RateGate {
  /**
   * Waits for room, and no longer than until `deadline`. When there will be none by then, it does not wait: the server
   * says itself what it thinks of that.
   * Call what it gives with the answer, or with nothing when none came.
   * @throws the signal's reason, as soon as it aborts
   */
  enter: (signal: AbortSignal | undefined, deadline: number) => Promise<(answered?: Answered) => void>;
  /** When the window ends that is used up, by `performance.now()`. */
  end: () => number;
}

/**
 * A gate for all requests of one key. It knows the limit after the first answer. When a window has ended, one request
 * opens the next and tells the others how much room there is.
 */
export function createRateGate(): RateGate {
  const queue = new Set<() => void>();
  let end = Infinity; // of the window that the latest answers were counted in
  let lowest = Infinity; // what these left
  let inFlight = 0;
  let opening = false;
  let serverClock = -Infinity; // ahead of performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ended = () => performance.now() >= end;
  // Those in flight may not be counted yet in what the answers left.
  const hasRoom = () => (ended() ? !opening : inFlight < lowest);

  function pass(): (answered?: Answered) => void {
    inFlight++;
    const opens = ended();
    if (opens) opening = true;
    return (answered) => {
      inFlight--;
      if (opens) opening = false;
      if (answered) learn(answered);
      admit();
    };
  }

  function admit(): void {
    for (const next of queue) {
      if (!hasRoom()) break;
      next();
    }
    clearTimeout(timer);
    // Whoever opens a window comes back here. Else time does, even if the window ended since the look above.
    if (queue.size > 0 && !opening) timer = setTimeout(admit, Math.max(0, end - performance.now()) + 1);
  }

  function learn({ status, headers }: Pick<Response, "status" | "headers">): void {
    const now = performance.now();
    const number = (name: string) => Number(headers.get(name) ?? NaN);
    // The date is cut to seconds, so the true time is later than all of them: the latest is the nearest.
    const date = Date.parse(headers.get("Date") ?? "") || Date.now();
    serverClock = Math.max(serverClock, date - now);
    const reset = number("X-RateLimit-Reset") * 1000 - serverClock;
    const left = number("X-RateLimit-Remaining");
    if (status === 429) {
      const after = now + number("Retry-After") * 1000;
      [end, lowest] = [after > 0 ? after : Math.max(reset || 0, now + 1000), 0];
    } else if (!Number.isFinite(reset + left)) {
      return; // a proxy may answer without them
    } else if (end === Infinity || reset > end + 1500) {
      [end, lowest] = [reset, left];
    } else if (reset > end - 1500) {
      // The same window: its end is given in whole seconds, and may be rounded to the next.
      [end, lowest] = [Math.min(end, reset), Math.min(lowest, left)];
    }
  }

  return {
    end: () => end,
    enter: async (signal, deadline) => {
      signal?.throwIfAborted();
      if ((queue.size === 0 && hasRoom()) || end > deadline) return pass();
      let leave: ReturnType<typeof pass> | undefined;
      let go = () => {};
      try {
        await wait(deadline - performance.now(), signal, (done) => {
          go = () => {
            queue.delete(go);
            leave = pass();
            done();
          };
          queue.add(go);
          admit();
        });
      } finally {
        queue.delete(go);
      }
      return leave ?? pass();
    },
  };
}
