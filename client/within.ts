import { wait } from "./wait.ts";

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
  const end = new AbortController();
  outer?.throwIfAborted();
  outer?.addEventListener("abort", () => end.abort(outer.reason), { signal: end.signal });
  const timeout = async () => {
    await wait(milliseconds, end.signal);
    throw late();
  };
  try {
    return await Promise.race([work(end.signal), timeout()]);
  } finally {
    end.abort();
  }
}
