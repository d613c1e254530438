/** Signal → what to do when it aborts. Node warns of a leak when a signal has a listener for each of many calls. */
const reactions = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `react` when the signal aborts, until what this returns is called. */
export function onAbort(signal: AbortSignal | undefined, react: () => void): () => void {
  if (!signal) return () => undefined;
  const all = reactions.get(signal) ?? new Set();
  if (!reactions.has(signal)) signal.addEventListener("abort", () => all.forEach((each) => each()));
  reactions.set(signal, all.add(react));
  return () => all.delete(react);
}

/**
 * Waits, and leaves no timer behind.
 * @throws the reason of the signal, if there is one, as soon as it aborts
 */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      forget();
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const forget = onAbort(signal, stop);
    const timer = setTimeout(stop, milliseconds);
  });
}
