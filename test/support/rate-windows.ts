import type { Limiter } from "../../server/limits/limiter.ts";

/** A rate limit that counts the requests of each window: those that it allowed and refused. */
export interface Windows extends Limiter {
  counts: { allowed: number; refused: number }[];
}

/**
 * Creates a small rate limit. Its windows end with whole seconds, as the headers have whole seconds.
 */
export function createWindows({
  requests,
  seconds,
}: {
  requests: number;
  seconds: number;
}): Windows {
  const counts: Windows["counts"] = [];
  const length = seconds * 1000;
  let end = 0;
  return {
    counts,
    consume: () => {
      const now = Date.now();
      if (now >= end) {
        end = Math.ceil((now + 1) / length) * length;
        counts.push({ allowed: 0, refused: 0 });
      }
      const count = counts.at(-1) ?? { allowed: 0, refused: 0 };
      const allowed = count.allowed < requests;
      count[allowed ? "allowed" : "refused"]++;
      return Promise.resolve({
        allowed,
        remaining: requests - count.allowed,
        resetIn: end - now,
      });
    },
    close: () => Promise.resolve(),
  };
}
