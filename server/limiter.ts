import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { limits } from "../generated/catalogue.ts";
import { connectRedis } from "./redis.ts";
import { reasonOf } from "./store/reason.ts";

/** The state of a window after a request. */
export interface Window {
  allowed: boolean;
  /** Requests that are left. */
  remaining: number;
  /** Milliseconds until the window ends. */
  resetIn: number;
}

/** How many requests a window allows. */
export interface Limit {
  requests: number;
  seconds: number;
}

/** Fixed windows, counted per subject, e.g. a key or a client address (D-28). Each subject has one limit. */
export interface Limiter {
  /** Counts one request. Never throws. */
  consume: (subject: string, limit?: Limit) => Promise<Window>;
  close: () => Promise<void>;
  /** Whether Redis is away, where there is one. */
  isAway?: () => boolean;
}

/** Windows of one process. */
export interface MemoryLimiter extends Limiter {
  /** Takes back one request that was counted. */
  refund: (subject: string) => void;
}

const usual: Limit = { requests: limits.requestsPerWindow, seconds: limits.windowSeconds };

/** How many subjects can have a window at the same time; beyond that, the least recently used window is dropped. */
const mostSubjects = 100_000;

/** How often Redis is tried while it is away, in milliseconds. */
const trialInterval = 1000;

/** Windows of this process. */
export function createMemoryLimiter(): MemoryLimiter {
  const windows = new LRUCache<string, { used: number; end: number }>({ max: mostSubjects });
  return {
    consume: (subject, { requests, seconds } = usual) => {
      const now = performance.now();
      const known = windows.get(subject);
      const window = known && known.end > now ? known : { used: 0, end: now + seconds * 1000 };
      window.used++;
      windows.set(subject, window);
      const { used, end } = window;
      return Promise.resolve({
        allowed: used <= requests,
        remaining: Math.max(0, requests - used),
        resetIn: end - now,
      });
    },
    refund: (subject) => {
      const window = windows.get(subject);
      if (window) window.used--;
    },
    close: () => Promise.resolve(),
  };
}

/**
 * Windows that all processes with this Redis share. While Redis is away, frozen or refuses to count, each process counts
 * on its own; it also does so at the start when Redis does not respond within two seconds. Then a count of no request tries
 * Redis each second, so that no request waits for it.
 * @throws Error when Redis refuses the user or the password, or a node of a Redis Cluster cannot be used
 */
export async function createRedisLimiter(url: string, log: Logger): Promise<Limiter> {
  const redis = await connectRedis(url);
  const limiter = new RateLimiterRedis({
    points: usual.requests,
    duration: usual.seconds,
    storeClient: redis,
    keyPrefix: "contacts-api:window",
    rejectIfRedisNotReady: true,
  });
  let away = false;
  let isClosing = false;
  let trial: NodeJS.Timeout | undefined;
  const report = (nowAway: boolean, reason = "the connection was closed") => {
    clearTimeout(trial);
    if (isClosing) return;
    if (nowAway) trial = globalThis.setTimeout(() => void count("trial"), trialInterval);
    if (nowAway === away) return;
    away = nowAway;
    if (away) log.warn({ reason }, "Redis is away: rate limits are counted per process until it is back");
    else log.info("Redis is back: rate limits are shared again");
  };
  /** Counts at Redis, and notes whether it works. A Redis that refuses the command is of as little use as one that is away. */
  const count = async (subject: string, { seconds } = usual): Promise<RateLimiterRes | undefined> => {
    const options = { customDuration: seconds };
    const result = await limiter.consume(subject, 1, options).catch((error: unknown) => error);
    if (!(result instanceof RateLimiterRes)) report(true, reasonOf(result));
    else if (Number.isNaN(result.consumedPoints)) report(true, "it did not respond with a number");
    else {
      report(false);
      return result;
    }
    return undefined;
  };
  redis.on("error", (error) => report(true, reasonOf(error)));
  redis.on("close", () => report(true));
  redis.on("ready", () => void count("trial"));
  const reason = await Promise.race([once(redis, "ready"), setTimeout(2000)]).then(() => "", reasonOf);
  if (/^(WRONGPASS|NOAUTH|NOPERM|ERR DB index)/.test(reason)) {
    redis.disconnect();
    throw new Error(
      `Redis at ${new URL(url).host} (REDIS_URL) refuses this user, password or database: ${reason}. Correct REDIS_URL.`,
    );
  }
  const own = createMemoryLimiter();
  /** Subject → end of its used-up window; Redis is not queried before. The library can do so too, by a clock that can jump. */
  const usedUp = new LRUCache<string, number>({ max: mostSubjects });
  return {
    consume: async (subject, limit = usual) => {
      const resetIn = (usedUp.get(subject) ?? 0) - performance.now();
      if (resetIn > 0) return { allowed: false, remaining: 0, resetIn };
      const result = away ? undefined : await count(subject, limit);
      if (!result) return own.consume(subject, limit);
      const { consumedPoints, msBeforeNext } = result;
      const remaining = Math.max(0, limit.requests - consumedPoints);
      const allowed = consumedPoints <= limit.requests;
      if (!allowed) usedUp.set(subject, performance.now() + msBeforeNext);
      return { allowed, remaining, resetIn: msBeforeNext };
    },
    isAway: () => away,
    close: async () => {
      isClosing = true;
      clearTimeout(trial);
      await redis.quit().catch(() => redis.disconnect());
    },
  };
}
