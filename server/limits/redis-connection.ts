import { Cluster, Redis } from "ioredis";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { redisNodes } from "../settings/redis-nodes.ts";
import { reasonOf } from "../store/errors.ts";

/**
 * Makes the error for a Redis that cannot be used: it names the Redis, the reason and what to do.
 */
export function unusable(url: string, reason: string, hint: string): Error {
  const { host } = new URL(url);
  return new Error(
    `Redis at ${host} (REDIS_URL) cannot be used: ${reason}. ${hint}`,
  );
}

/**
 * Checks each node of a Redis Cluster, and then that the cluster serves all keys: the error names
 * the node that is down, and not its consequence.
 * @throws Error when a node of a Redis Cluster cannot be used
 */
export async function requireNodes(nodes: string[]): Promise<void> {
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

/**
 * Timeouts in milliseconds, longer than a busy process pauses: after them requests are counted per
 * process.
 */
const times = { commandTimeout: 1500, connectTimeout: 2000 };

/** Returns the milliseconds until the next attempt to connect; null for none. */
type Retry = (attempt: number) => number | null;

/** Retries as long as a server runs. */
const forever: Retry = (attempt) => Math.min(attempt * 200, 2000);

/** Connects to the Redis, or to the Redis Cluster, of `REDIS_URL`. */
export function connect(url: string): Redis | Cluster {
  const nodes = redisNodes(url);
  return nodes.length > 1 ? connectCluster(nodes) : connectRedis(url);
}

/**
 * Connects to the one Redis of `REDIS_URL`, which need not be there yet. A command fails at once
 * while it is away.
 */
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
  // The library prints a line of its own when it speaks RESP3 to a Redis without a password, or
  // RESP2 to one with one.
  protocol: new URL(url).password === "" ? (2 as const) : (3 as const),
});

/** The reason that is logged when a connection ends before it worked. */
export const closedAtOnce =
  "it closed the connection at once, as one without a password does in protected mode";

/**
 * Waits until a connection can be used.
 * @throws Error when it fails, or is closed at once
 */
export async function whenReady(redis: Redis | Cluster): Promise<void> {
  const isClosed = once(redis, "close").then(() => {
    throw new Error(closedAtOnce);
  });
  await Promise.race([once(redis, "ready"), isClosed]);
}

/**
 * Commands that check a Redis. Replicas and full servers reject SET; a node of a cluster rejects
 * keys of other nodes.
 */
const questions = {
  SET: (redis: Redis) => redis.set("contacts-api:window:probe", "", "PX", 1),
  PING: (redis: Redis) => redis.ping(),
  "CLUSTER INFO": (redis: Redis) => redis.cluster("INFO"),
};

/**
 * Checks that a Redis, or a node of a Redis Cluster, can be used.
 * @returns the milliseconds until it responded
 * @throws Error when it does not respond, or when its cluster does not serve all keys
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

/** Reasons that do not pass by themselves, and what to do about each. */
const hints: { reason: RegExp; hint: string }[] = [
  {
    reason: /^(WRONGPASS|NOAUTH|NOPERM|ERR DB index)/,
    hint: "Correct the user, the password or the database in REDIS_URL.",
  },
  {
    reason: /DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN/,
    hint: nameAuthority,
  },
  {
    reason: /UNABLE_TO_(GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)/,
    hint: nameAuthority,
  },
  {
    reason: /ERR_TLS_CERT_ALTNAME_INVALID/,
    hint: "Use a host name of its certificate in REDIS_URL.",
  },
];

/**
 * Returns what to do about a Redis that will never serve us as it is configured; undefined when it
 * is only away.
 */
export function permanentHint(reason: string): string | undefined {
  return hints.find((known) => known.reason.test(reason))?.hint;
}
