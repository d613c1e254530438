/**
 * Waits, and leaves nothing behind: no timer, no listener.
 * @throws the reason of the signal, if there is one, as soon as it aborts
 */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(stop, milliseconds);
    if (signal?.aborted) return stop();
    signal?.addEventListener("abort", stop);
  });
}
