import { pino } from "pino";
import { expect, onTestFinished } from "vitest";
import type { Limiter } from "../../server/limits/limiter.ts";
import { createRedisLimiter } from "../../server/limits/redis.ts";

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

/** Creates a rate limit in Redis that closes when the test ends, and collects the lines of its log. */
export async function redisLimiter(url: string) {
  const lines: string[] = [];
  const limiter = await createRedisLimiter(
    url,
    pino({}, { write: (line: string) => lines.push(line) }),
  );
  onTestFinished(() => limiter.close());
  return {
    limiter,
    lines,
    logged: (text: string) => expect.poll(() => lines.join("")).toContain(text),
  };
}
