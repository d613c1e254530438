import { Redis } from "ioredis";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { limits } from "../generated/catalogue.ts";

/** What is left of a window. */
export interface Window {
  allowed: boolean;
  /** Requests that are left. */
  remaining: number;
  /** Milliseconds until the window ends. */
  resetIn: number;
}

/** Fixed windows, counted per subject: a key or a client address (D-28). */
export interface Limiter {
  /** Counts one request. Never throws. */
  consume: (subject: string) => Promise<Window>;
  close: () => Promise<void>;
  /** Whether Redis is away, where there is one. */
  isAway?: () => boolean;
}

const window = { points: limits.requestsPerWindow, duration: limits.windowSeconds };

/** Windows of this process. */
export function createMemoryLimiter(): Limiter {
  const limiter = new RateLimiterMemory(window);
  return { consume: (subject) => consume(limiter, subject), close: () => Promise.resolve() };
}

/**
 * Windows that all processes with this Redis share. While Redis is away, each process counts for itself; so it
 * does from the start when Redis does not answer within two seconds.
 */
export async function createRedisLimiter(url: string, log: Logger): Promise<Limiter> {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
    connectTimeout: 2000,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2000),
  });
  let away = false;
  const say = (nowAway: boolean) => {
    if (nowAway === away) return;
    away = nowAway;
    if (away) log.warn("Redis is away: rate limits are counted per process until it is back");
    else log.info("Redis is back: rate limits are shared again");
  };
  redis.on("error", () => say(true));
  redis.on("close", () => say(true));
  redis.on("ready", () => say(false));
  await Promise.race([once(redis, "ready"), setTimeout(2000)]).catch(() => undefined);
  const limiter = new RateLimiterRedis({
    ...window,
    storeClient: redis,
    keyPrefix: "contacts-api:window",
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(window),
  });
  return {
    consume: (subject) => consume(limiter, subject),
    isAway: () => away,
    close: async () => {
      redis.removeAllListeners("close");
      await redis.quit().catch(() => redis.disconnect());
    },
  };
}

async function consume(limiter: RateLimiterMemory | RateLimiterRedis, subject: string): Promise<Window> {
  try {
    return toWindow(await limiter.consume(subject), true);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return toWindow(refusal, false);
    throw refusal;
  }
}

const toWindow = (result: RateLimiterRes, allowed: boolean): Window => ({
  allowed,
  remaining: Math.max(0, result.remainingPoints),
  resetIn: result.msBeforeNext,
});
