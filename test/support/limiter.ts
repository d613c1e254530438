import { pino } from "pino";
import { expect, onTestFinished } from "vitest";
import type { Limiter } from "../../server/limits/limiter.ts";
import { createRedisLimiter } from "../../server/limits/redis.ts";

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

/** Sends requests of a subject at once. Returns the number of those that were allowed. */
export async function burst(
  limiter: Limiter,
  subject: string,
  count: number,
): Promise<number> {
  const requests = Array.from({ length: count }, () =>
    limiter.consume(subject),
  );
  const results = await Promise.all(requests);
  return results.filter(({ allowed }) => allowed).length;
}
