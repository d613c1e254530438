import { Redis } from "ioredis";
import { once } from "node:events";

/** Longer than a busy process pauses, as after this time requests are counted per process although Redis works. */
const limits = { commandTimeout: 1500, connectTimeout: 2000 };

/** When to connect again, in milliseconds; null for never. */
type Retry = (attempt: number) => number | null;

/** Connects to the Redis of `REDIS_URL`, which need not be there yet. A command fails at once while it is away. */
export function connectRedis(
  url: string,
  retryStrategy: Retry = (attempt) => Math.min(attempt * 200, 2000),
): Redis {
  return new Redis(url, {
    ...limits,
    // The library prints a line of its own when it speaks RESP3 to a Redis without a password, or RESP2 to one with one.
    protocol: new URL(url).password === "" ? 2 : 3,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy,
  });
}

/** Why there is no connection any more. */
export const closed = "it closed the connection, as one without a password does in protected mode";

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
