/**
 * Signal → functions to call when it aborts. One listener for all calls, as Node warns of a leak
 * for many listeners.
 */
const reactions = new WeakMap<AbortSignal, Set<(reason: unknown) => void>>();

/**
 * Calls `react` with the reason of the signal when it aborts.
 * @returns a function that removes `react`
 */
export function onAbort(
  signal: AbortSignal | undefined,
  react: (reason: unknown) => void,
): () => void {
  if (!signal) return () => undefined;
  const all = reactions.get(signal) ?? new Set();
  if (!reactions.has(signal))
    signal.addEventListener("abort", () =>
      all.forEach((each) => each(reasonOf(signal))),
    );
  reactions.set(signal, all.add(react));
  return () => all.delete(react);
}

/**
 * Throws the reason of an aborted signal. Older implementations of signals, such as jsdom's, have
 * no method for it.
 * @throws the reason of the signal
 */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw reasonOf(signal);
}

/** Returns the reason of an aborted signal, or an AbortError: React Native has no reasons. */
function reasonOf({ reason }: AbortSignal): unknown {
  if (reason !== undefined) return reason;
  const error = new Error("The call was aborted.");
  return Object.assign(error, { name: "AbortError" });
}

/**
 * Runs `work` with a time limit. Its signal aborts after the limit, and when `outer` aborts. Both
 * end the wait at once, even if the work ignores its signal.
 * @returns undefined after the limit
 * @throws the reason of `outer`
 */
export function withTimeLimit<T>(
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const end = new AbortController();
  // Read together: fake timers may replace them later, and cannot clear a real timer.
  const { setTimeout, clearTimeout } = globalThis;
  return new Promise((resolve, reject) => {
    throwIfAborted(outer);
    const done = () => {
      clearTimeout(timer);
      forget();
    };
    const forget = onAbort(outer, (reason) => {
      done();
      reject(reason);
      end.abort(reason);
    });
    const timer = setTimeout(
      () => {
        done();
        resolve(undefined);
        end.abort();
      },
      Math.max(0, milliseconds), // Node warns of a negative time
    );
    void work(end.signal).then(resolve, reject).then(done);
  });
}

/**
 * Waits for a time.
 * @throws the reason of the signal as soon as it aborts
 */
export function wait(
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { setTimeout, clearTimeout } = globalThis;
  return new Promise((resolve, reject) => {
    throwIfAborted(signal);
    const forget = onAbort(signal, (reason) => {
      clearTimeout(timer);
      reject(reason);
    });
    const end = () => {
      forget();
      resolve();
    };
    const timer = setTimeout(end, Math.max(0, milliseconds));
  });
}
