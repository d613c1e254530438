import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { redisNodes } from "../settings/redis-nodes.ts";
import { reasonOf } from "../store/errors.ts";
import { createBreaker } from "./breaker.ts";
import {
  createMemoryLimiter,
  type Limit,
  type Limiter,
  usual,
  type Window,
} from "./limiter.ts";
import {
  closedAtOnce,
  connect,
  permanentHint,
  requireNodes,
  unusable,
  whenReady,
} from "./redis-connection.ts";

const keyPrefix = "contacts-api:window";

/** The time for which the start waits for Redis, in milliseconds. */
const patience = 2000;
/** The time between two attempts to reach Redis while it is away, in milliseconds. */
const trialInterval = 1000;

/**
 * Creates a limiter whose windows all processes with this Redis share. While Redis is away, is frozen or refuses to
 * count, each process counts on its own. A breaker then tries Redis each second, so that no request
 * waits for it. (The library's `insuranceLimiter` would hide the error, and each request would wait
 * for a frozen Redis.)
 * @throws Error when Redis refuses us for good, as with a wrong password, or a node of a Redis
 *   Cluster cannot be used
 */
export async function createRedisLimiter(
  url: string,
  log: Logger,
): Promise<Limiter> {
  const nodes = redisNodes(url);
  if (nodes.length > 1) await requireNodes(nodes);
  const redis = connect(url);
  const shared = new RateLimiterRedis({
    points: usual.requests,
    duration: usual.seconds,
    storeClient: redis,
    keyPrefix,
    rejectIfRedisNotReady: true,
  });
  const own = createMemoryLimiter();

  /**
   * The subject of trials: a key of the slot that failed last, as one node of a Redis Cluster may
   * be away alone.
   */
  let trial = "trial";
  const breaker = createBreaker({
    attempt: () => count(shared, trial, usual.seconds),
    interval: trialInterval,
    onOpen: (reason) =>
      log.warn(
        { reason },
        "Redis is away: rate limits are counted per process until it is back",
      ),
    onClose: () => log.info("Redis is back: rate limits are shared again"),
  });
  let wasReady = false;
  redis.on("error", (error) => breaker.open(reasonOf(error)));
  redis.on("close", () => breaker.open(wasReady ? closed : closedAtOnce));
  redis.on("ready", () => {
    wasReady = true;
    void breaker.attempt();
  });

  const failure = await Promise.race([
    whenReady(redis),
    setTimeout(patience),
  ]).then(() => "", reasonOf);
  const reason = failure.replace(/\.$/, "");
  const hint = permanentHint(reason);
  if (hint !== undefined) {
    breaker.stop();
    redis.disconnect();
    throw unusable(url, reason, hint);
  }

  return {
    consume: async (subject, limit = usual) => {
      if (breaker.isOpen()) return own.consume(subject, limit);
      try {
        const counted = await count(shared, subject, limit.seconds);
        return windowOf(shared, subject, limit, counted);
      } catch (error) {
        trial = `{${keyPrefix}:${subject}}`;
        breaker.open(reasonOf(error));
        return own.consume(subject, limit);
      }
    },
    isAway: breaker.isOpen,
    close: async () => {
      breaker.stop();
      await redis.quit().catch(() => redis.disconnect());
    },
  };
}

/**
 * The reason that is logged when a connection ends after it worked: Redis stopped or restarts, most
 * often.
 */
const closed = "it closed the connection";

/**
 * Counts a request in Redis.
 * @throws Error when Redis does not count it
 */
async function count(
  shared: RateLimiterRedis,
  subject: string,
  seconds: number,
): Promise<RateLimiterRes> {
  const counted = await shared
    .consume(subject, 1, { customDuration: seconds })
    .catch(overTheLimit);
  if (Number.isNaN(counted.consumedPoints))
    throw new Error("it did not respond with a number");
  return counted;
}

/** Returns the count of a subject that is over its limit, with which the library rejects. */
function overTheLimit(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason;
  throw reason;
}

function windowOf(
  shared: RateLimiterRedis,
  subject: string,
  { requests, seconds }: Limit,
  { consumedPoints, msBeforeNext }: RateLimiterRes,
): Window {
  const end = performance.now() + msBeforeNext;
  return {
    allowed: consumedPoints <= requests,
    remaining: Math.max(0, requests - consumedPoints),
    resetIn: msBeforeNext,
    refund: () => {
      if (performance.now() >= end) return; // the next window has not counted the request
      void shared
        .reward(subject, 1, { customDuration: seconds })
        .catch(() => undefined);
    },
  };
}
