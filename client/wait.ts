/** Signal → what to do when it aborts. Node warns of a leak when a signal has a listener for each of many calls. */
const reactions = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `react` when the signal aborts, until what this returns is called. */
function onAbort(
  signal: AbortSignal | undefined,
  react: () => void,
): () => void {
  if (!signal) return () => undefined;
  const all = reactions.get(signal) ?? new Set();
  if (!reactions.has(signal))
    signal.addEventListener("abort", () => all.forEach((each) => each()));
  reactions.set(signal, all.add(react));
  return () => all.delete(react);
}

/** @throws the signal's reason, if it has aborted. An older signal, such as jsdom's, has no method for it. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw signal.reason;
}

/**
 * Does `work` within a time, and gives undefined when the time is over. Its signal aborts then, and when `outer` aborts;
 * both end this at once, even if the work does not listen. No timer is left behind.
 * @throws the reason of `outer`
 */
export function within<T>(
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const end = new AbortController();
  // Together: fake timers may replace them meanwhile, and know no timer that is not theirs.
  const { setTimeout, clearTimeout } = globalThis;
  return new Promise((resolve, reject) => {
    throwIfAborted(outer);
    const done = () => {
      clearTimeout(timer);
      forget();
    };
    const stop = () => {
      done();
      if (outer?.aborted) reject(outer.reason);
      else resolve(undefined);
      end.abort(outer?.reason);
    };
    const forget = onAbort(outer, stop);
    const timer = setTimeout(stop, Math.max(0, milliseconds)); // Node warns of a negative time
    void work(end.signal).then(resolve, reject).then(done);
  });
}

/**
 * Waits.
 * @throws the reason of the signal, if there is one, as soon as it aborts
 */
export const wait = (
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<undefined> =>
  within(milliseconds, signal, () => new Promise<never>(() => undefined));
