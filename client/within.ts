/**
 * Does `work` within a time. Its signal aborts when the time is over or when `outer` aborts, and then this rejects at
 * once, even if the work does not listen. Nothing is left behind: no timer, no listener on `outer`.
 * @throws what `late` makes when the time is over, and the reason of `outer`
 */
export function within<T>(
  milliseconds: number,
  late: () => Error,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const stop = (reason: unknown) => {
      reject(reason);
      controller.abort(reason);
    };
    const follow = () => stop(outer?.reason);
    if (outer?.aborted) return follow();
    outer?.addEventListener("abort", follow);
    const timer = setTimeout(() => stop(late()), milliseconds);
    work(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        outer?.removeEventListener("abort", follow);
      });
  });
}
