import { Redis } from "ioredis";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { reasonOf } from "../store/errors.ts";
import { createMemoryLimiter, usual, type Limiter } from "./limiter.ts";

/** How often Redis is tried while it is away, in milliseconds. */
const trialInterval = 1000;

/**
 * Windows that all processes with this Redis share. While Redis is away, frozen or refuses to count, each process counts
 * on its own; it also does so at the start when Redis does not respond within two seconds. Then a count of no request tries
 * Redis each second, so that no request waits for it.
 * @throws Error when Redis refuses us for good, as with a wrong password
 */
export async function createRedisLimiter(url: string, log: Logger): Promise<Limiter> {
  const redis = connectRedis(url);
  const shared = new RateLimiterRedis({
    points: usual.requests,
    duration: usual.seconds,
    storeClient: redis,
    keyPrefix: "contacts-api:window",
    rejectIfRedisNotReady: true,
  });
  const state = createState(log, () => void count("trial"));
  /** Counts at Redis, and notes whether it works. A Redis that refuses the command is of as little use as one that is away. */
  const count = async (subject: string, { seconds } = usual): Promise<RateLimiterRes | undefined> => {
    const options = { customDuration: seconds };
    const result = await shared.consume(subject, 1, options).catch((error: unknown) => error);
    if (!(result instanceof RateLimiterRes)) state.isAwayNow(reasonOf(result));
    else if (Number.isNaN(result.consumedPoints)) state.isAwayNow("it did not respond with a number");
    else {
      state.isBack();
      return result;
    }
    return undefined;
  };
  redis.on("error", (error) => state.isAwayNow(reasonOf(error)));
  redis.on("close", () => state.isAwayNow(closed));
  redis.on("ready", () => void count("trial"));
  const said = await Promise.race([whenReady(redis), setTimeout(2000)]).then(() => "", reasonOf);
  const reason = said.replace(/\.$/, "");
  const hint = permanentHint(reason);
  if (hint !== undefined) {
    redis.disconnect();
    throw new Error(`Redis at ${new URL(url).host} (REDIS_URL) cannot be used: ${reason}. ${hint}`);
  }
  const own = createMemoryLimiter();
  return {
    consume: async (subject, limit = usual) => {
      const result = state.isAway() ? undefined : await count(subject, limit);
      if (!result) return own.consume(subject, limit);
      const { consumedPoints, msBeforeNext } = result;
      const remaining = Math.max(0, limit.requests - consumedPoints);
      const allowed = consumedPoints <= limit.requests;
      const end = performance.now() + msBeforeNext;
      const refund = () => {
        if (performance.now() >= end) return; // the next window has not counted the request
        void shared.reward(subject, 1, { customDuration: limit.seconds }).catch(() => undefined);
      };
      return { allowed, remaining, resetIn: msBeforeNext, refund };
    },
    isAway: state.isAway,
    close: async () => {
      state.close();
      await redis.quit().catch(() => redis.disconnect());
    },
  };
}

/** Keeps whether Redis is away, and logs each change. Calls `attempt` each second while it is. */
function createState(log: Logger, attempt: () => void) {
  let isAway = false;
  let isClosed = false;
  let trial: NodeJS.Timeout | undefined;
  return {
    isAway: () => isAway,
    isAwayNow: (reason: string) => {
      clearTimeout(trial);
      if (isClosed) return;
      trial = globalThis.setTimeout(attempt, trialInterval);
      if (!isAway)
        log.warn({ reason }, "Redis is away: rate limits are counted per process until it is back");
      isAway = true;
    },
    isBack: () => {
      clearTimeout(trial);
      if (isAway && !isClosed) log.info("Redis is back: rate limits are shared again");
      isAway = false;
    },
    close: () => {
      isClosed = true;
      clearTimeout(trial);
    },
  };
}

/** Longer than a busy process pauses, as after this time requests are counted per process although Redis works. */
const times = { commandTimeout: 1500, connectTimeout: 2000 };

/** When to connect again, in milliseconds; null for never. */
type Retry = (attempt: number) => number | null;

/** Connects to the Redis of `REDIS_URL`, which need not be there yet. A command fails at once while it is away. */
export function connectRedis(
  url: string,
  retryStrategy: Retry = (attempt) => Math.min(attempt * 200, 2000),
): Redis {
  return new Redis(url, {
    ...times,
    // The library prints a line of its own when it speaks RESP3 to a Redis without a password, or RESP2 to one with one.
    protocol: new URL(url).password === "" ? 2 : 3,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy,
  });
}

/** Why there is no connection any more. */
const closed = "it closed the connection, as one without a password does in protected mode";

/** @throws Error when the connection fails, or is closed at once */
export async function whenReady(redis: Redis): Promise<void> {
  const isClosed = once(redis, "close").then(() => {
    throw new Error(closed);
  });
  await Promise.race([once(redis, "ready"), isClosed]);
}

const nameAuthority = "Set NODE_EXTRA_CA_CERTS to the file of the authority that signed its certificate.";

/** A reason that does not pass by itself, by a part of it, and what to do. */
const hints: [part: RegExp, hint: string][] = [
  [/^(WRONGPASS|NOAUTH|NOPERM|ERR DB index)/, "Correct the user, the password or the database in REDIS_URL."],
  [/DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN/, nameAuthority],
  [/UNABLE_TO_(GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)/, nameAuthority],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, "Use a host name of its certificate in REDIS_URL."],
];

/** What to do about a Redis that will not serve us however long we wait; undefined when it is only away. */
export const permanentHint = (reason: string): string | undefined =>
  hints.find(([part]) => part.test(reason))?.[1];
