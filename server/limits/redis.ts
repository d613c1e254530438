import { Cluster, Redis } from "ioredis";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { reasonOf } from "../store/errors.ts";
import { createMemoryLimiter, usual, type Limiter } from "./limiter.ts";

const keyPrefix = "contacts-api:window";

/** How often Redis is tried while it is away, in milliseconds. */
const trialInterval = 1000;

/**
 * Windows that all processes with this Redis share. While Redis is away, frozen or refuses to count, each process counts
 * on its own; it also does so at the start when Redis does not respond within two seconds. Then a count of no request tries
 * Redis each second, so that no request waits for it.
 * @throws Error when Redis refuses us for good, as with a wrong password, or a node of a Redis Cluster cannot be used
 */
export async function createRedisLimiter(
  url: string,
  log: Logger,
): Promise<Limiter> {
  const nodes = redisNodes(url);
  if (nodes.length > 1) await requireNodes(nodes);
  const redis = nodes.length > 1 ? connectCluster(nodes) : connectRedis(url);
  const shared = new RateLimiterRedis({
    points: usual.requests,
    duration: usual.seconds,
    storeClient: redis,
    keyPrefix,
    rejectIfRedisNotReady: true,
  });
  let trial = "trial";
  const state = createState(log, () => void count(trial));
  /** Counts at Redis, and notes whether it works. A Redis that refuses the command is of as little use as one that is away. */
  const count = async (
    subject: string,
    { seconds } = usual,
  ): Promise<RateLimiterRes | undefined> => {
    const options = { customDuration: seconds };
    const result = await shared
      .consume(subject, 1, options)
      .catch((error: unknown) => error);
    const isCounted = result instanceof RateLimiterRes;
    if (isCounted && !Number.isNaN(result.consumedPoints)) {
      state.isBack();
      return result;
    }
    // A node of a Redis Cluster may be away alone, so a key of the same slot is tried until it is back.
    if (subject !== trial) trial = `{${keyPrefix}:${subject}}`;
    state.isAwayNow(
      isCounted ? "it did not respond with a number" : reasonOf(result),
    );
    return undefined;
  };
  redis.on("error", (error) => state.isAwayNow(reasonOf(error)));
  let wasReady = false;
  redis.on("close", () => state.isAwayNow(wasReady ? closed : closedAtOnce));
  redis.on("ready", () => {
    wasReady = true;
    void count(trial);
  });
  const failure = await Promise.race([whenReady(redis), setTimeout(2000)]).then(
    () => "",
    reasonOf,
  );
  const reason = failure.replace(/\.$/, "");
  const hint = permanentHint(reason);
  if (hint !== undefined) {
    redis.disconnect();
    throw unusable(url, reason, hint);
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
        void shared
          .reward(subject, 1, { customDuration: limit.seconds })
          .catch(() => undefined);
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

const unusable = (url: string, reason: string, hint: string) =>
  new Error(
    `Redis at ${new URL(url).host} (REDIS_URL) cannot be used: ${reason}. ${hint}`,
  );

/**
 * Asks each node, and then whether they serve all keys, so that the node which is down is named before what follows from it.
 * @throws Error when a node of a Redis Cluster cannot be used
 */
async function requireNodes(nodes: string[]): Promise<void> {
  for (const question of ["PING", "CLUSTER INFO"] as const)
    for (const node of nodes)
      await probe(node, question).catch((error: unknown) => {
        const reason = reasonOf(error);
        const hint =
          permanentHint(reason) ??
          "Start or repair this node, or correct REDIS_URL.";
        throw unusable(node, reason, hint);
      });
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
        log.warn(
          { reason },
          "Redis is away: rate limits are counted per process until it is back",
        );
      isAway = true;
    },
    isBack: () => {
      clearTimeout(trial);
      if (isAway && !isClosed)
        log.info("Redis is back: rate limits are shared again");
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

/** Retries as long as a server runs. */
const forever: Retry = (attempt) => Math.min(attempt * 200, 2000);

/** The addresses in `REDIS_URL`: one, or the nodes of a Redis Cluster, as in `redis://:password@a:6379,b:6379`. */
export function redisNodes(url: string): string[] {
  const [, before = "", hosts = ""] =
    /^(rediss?:\/\/(?:[^@/]*@)?)(.*)$/s.exec(url) ?? [];
  return hosts.split(",").map((host) => before + host);
}

/** Connects to the one Redis of `REDIS_URL`, which need not be there yet. A command fails at once while it is away. */
function connectRedis(url: string, retryStrategy = forever): Redis {
  const options = {
    ...optionsOf(url),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy,
  };
  return new Redis(url, options);
}

/** Connects to a Redis Cluster. While one of its nodes is away, a command is tried again twice. */
function connectCluster(nodes: string[]): Cluster {
  const [first = ""] = nodes;
  const { username, password, protocol } = new URL(first);
  const user = {
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
  const redisOptions = {
    ...optionsOf(first),
    ...user,
    ...(protocol === "rediss:" && { tls: {} }),
  };
  return new Cluster(nodes, {
    clusterRetryStrategy: forever,
    maxRedirections: 3,
    slotsRefreshInterval: 2000,
    redisOptions,
  });
}

const optionsOf = (url: string) => ({
  ...times,
  // The library prints a line of its own when it speaks RESP3 to a Redis without a password, or RESP2 to one with one.
  protocol: new URL(url).password === "" ? (2 as const) : (3 as const),
});

/** Why there is no connection any more, after it worked: it stopped or restarts, most often. */
const closed = "it closed the connection";
/** Why there never was one that worked. */
const closedAtOnce =
  "it closed the connection at once, as one without a password does in protected mode";

/** @throws Error when the connection fails, or is closed at once */
async function whenReady(redis: Redis | Cluster): Promise<void> {
  const isClosed = once(redis, "close").then(() => {
    throw new Error(closedAtOnce);
  });
  await Promise.race([once(redis, "ready"), isClosed]);
}

/** What a Redis is asked. A replica, or one that is full, lets nobody set; a node lets nobody set what is another's. */
const questions = {
  SET: (redis: Redis) => redis.set("contacts-api:window:probe", "", "PX", 1),
  PING: (redis: Redis) => redis.ping(),
  "CLUSTER INFO": (redis: Redis) => redis.cluster("INFO"),
};

/**
 * Asks a Redis, or one of the several nodes of a cluster, whether it can be used.
 * @returns in how many milliseconds it responded
 * @throws Error when it does not respond, or when its cluster does not serve each key
 */
export async function probe(
  url: string,
  question: keyof typeof questions,
): Promise<number> {
  const redis = connectRedis(url, () => null);
  const late = setTimeout(3000, undefined, { ref: false }).then(() => {
    throw new Error("it does not respond");
  });
  try {
    await Promise.race([whenReady(redis), late]);
    const began = performance.now();
    const response = await questions[question](redis);
    const state = /cluster_state:(?!ok)\w+/.exec(String(response));
    if (state) throw new Error(`it says ${state[0]}`);
    return performance.now() - began;
  } finally {
    redis.disconnect();
  }
}

const nameAuthority =
  "Set NODE_EXTRA_CA_CERTS to the file of the authority that signed its certificate.";

/** A reason that does not pass by itself, by a part of it, and what to do. */
const hints: [part: RegExp, hint: string][] = [
  [
    /^(WRONGPASS|NOAUTH|NOPERM|ERR DB index)/,
    "Correct the user, the password or the database in REDIS_URL.",
  ],
  [/DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN/, nameAuthority],
  [/UNABLE_TO_(GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)/, nameAuthority],
  [
    /ERR_TLS_CERT_ALTNAME_INVALID/,
    "Use a host name of its certificate in REDIS_URL.",
  ],
];

/** What to do about a Redis that will not serve us however long we wait; undefined when it is only away. */
export const permanentHint = (reason: string): string | undefined =>
  hints.find(([part]) => part.test(reason))?.[1];
