import { serverTime } from "./retry-policy.ts";

/**
 * The largest error of a `Date` that has no milliseconds and arrives late, in milliseconds. A
 * larger one shows that an earlier date was wrong.
 */
const maxError = 10_000;

/**
 * Creates a function that takes the headers of a new response, and returns how far the clock of the
 * server is ahead of `performance.now()`, in milliseconds.
 */
export function createServerClock(): (headers: Headers) => number {
  let ahead = -Infinity;
  return (headers) => {
    const measured = serverTime(headers) - performance.now();
    // The errors only make it smaller, so the largest one is the best.
    if (measured > ahead || measured < ahead - maxError) ahead = measured;
    return ahead;
  };
}
