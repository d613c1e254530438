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
  const controller = new AbortController();
  let done: Promise<T> | undefined;
  try {
    await wait(milliseconds, outer, (end) => {
      const working = work(controller.signal);
      const finish = () => {
        done = working;
        end();
      };
      working.then(finish, finish);
    });
    if (!done) throw late();
    return await done;
  } catch (reason) {
    controller.abort(reason);
    throw reason;
  }
}
