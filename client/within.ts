import { onAbort, wait } from "./wait.ts";

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
  const forget = onAbort(outer, () => end.abort(outer?.reason));
  const timeout = wait(milliseconds, end.signal).then(() => Promise.reject(late()));
  try {
    return await Promise.race([work(end.signal), timeout]);
  } finally {
    forget();
    end.abort();
  }
}
