import { onAbort } from "./wait.ts";

/**
 * Does `work` within a time. Its signal aborts when the time is over or when `outer` aborts, and then this rejects at
 * once, even if the work does not listen.
 * @throws what `late` makes when the time is over, and the reason of `outer`
 */
export async function within<T>(
  milliseconds: number,
  late: () => Error,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted();
  const end = new AbortController();
  return new Promise((resolve, reject) => {
    const stop = (reason: unknown) => {
      reject(reason);
      end.abort(reason);
    };
    const timer = setTimeout(() => stop(late()), milliseconds);
    const forget = onAbort(outer, () => stop(outer?.reason));
    const done = () => {
      clearTimeout(timer);
      forget();
    };
    void work(end.signal).then(resolve, reject).then(done);
  });
}
