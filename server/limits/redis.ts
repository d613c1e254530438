import { Cluster, Redis, type RedisOptions } from "ioredis";
import { once } from "node:events";
import { connect } from "node:net";
import { reasonOf } from "../store/errors.ts";

/** Longer than a busy process pauses, as after this time requests are counted per process although Redis works. */
const limits = { commandTimeout: 1500, connectTimeout: 2000 };
const retry = (attempt: number) => Math.min(attempt * 200, 2000);

/**
 * The addresses in `REDIS_URL`: one, which can name a database, as in `redis://a:6379/1`, or several nodes of a Redis
 * Cluster, as in `redis://user:password@a:6379,b:6379`. Undefined when it has another form.
 */
export function redisAddresses(url: string): string[] | undefined {
  const [, before = "", hosts = "", after = ""] =
    /^(rediss?:\/\/(?:[^@/]*@)?)([^@/?]+)(.*)$/s.exec(url) ?? [];
  const addresses = hosts.split(",").map((host) => before + host + after);
  const isAddress = (address: string) => {
    if (!URL.canParse(address)) return false;
    const { hostname, pathname } = new URL(address);
    // A cluster has no database but the first.
    return hostname !== "" && (addresses.length > 1 ? /^\/?0?$/ : /^(\/\d*)?$/).test(pathname);
  };
  return addresses.every(isAddress) ? addresses : undefined;
}

/**
 * The library prints a line of its own for a Redis without a password: when it is in protected mode and RESP3 is spoken, and
 * when REDIS_URL has a password and RESP2 is spoken.
 */
export const quietly = (url: string): Pick<RedisOptions, "protocol"> => ({
  protocol: new URL(url).password === "" ? 2 : 3,
});

/**
 * Connects to the Redis, or to the Redis Cluster, of `REDIS_URL`.
 * @throws Error with one sentence when a node of a cluster cannot be used; a Redis alone may come later
 */
export async function connectRedis(url: string): Promise<Redis | Cluster> {
  const addresses = redisAddresses(url) ?? [url];
  if (addresses.length === 1) {
    return new Redis(url, {
      ...limits,
      ...quietly(url),
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: retry,
    });
  }
  for (const address of addresses) await requireNode(address);
  const nodes = addresses.map((address) => new URL(address));
  const { username = "", password = "", protocol } = nodes[0] ?? {};
  return new Cluster(
    nodes.map(({ hostname, port }) => ({ host: hostname, port: Number(port || 6379) })),
    {
      enableOfflineQueue: false,
      clusterRetryStrategy: retry,
      // While a node is away, a command is tried again every 100 ms.
      maxRedirections: 3,
      slotsRefreshInterval: 2000,
      redisOptions: {
        ...limits,
        protocol: password === "" ? 2 : 3,
        ...(username !== "" && { username: decodeURIComponent(username) }),
        ...(password !== "" && { password: decodeURIComponent(password) }),
        ...(protocol === "rediss:" && { tls: {} }),
      },
    },
  );
}

/** @throws Error when the connection fails, or is closed at once, as by a Redis in protected mode */
export async function whenReady(redis: Redis | Cluster): Promise<void> {
  const closed = once(redis, "close").then(() => {
    throw new Error("it closed the connection");
  });
  await Promise.race([once(redis, "ready"), closed]);
}

/** @throws Error when a node does not respond, is none of a cluster, or its cluster does not serve every key */
async function requireNode(address: string): Promise<void> {
  const redis = new Redis(address, { ...limits, ...quietly(address), retryStrategy: () => null });
  redis.on("error", () => undefined); // one that follows the first
  try {
    await whenReady(redis);
    const state = /cluster_state:(\w+)/.exec(String(await redis.cluster("INFO")))?.[1];
    if (state !== "ok") throw new Error(`cluster_state is ${state}`);
  } catch (error) {
    const found = reasonOf(error);
    const away = { reason: found, hint: "Start or repair this node, or correct REDIS_URL." };
    const { reason, hint } = (await permanentError(address, found)) ?? away;
    const node = `The Redis Cluster node ${new URL(address).host} (REDIS_URL)`;
    throw new Error(`${node} cannot be used: ${reason}. ${hint}`, { cause: error });
  } finally {
    redis.disconnect();
  }
}

const nameAuthority = "Set NODE_EXTRA_CA_CERTS to the file of the authority that signed its certificate.";

/** A reason that does not pass by itself, by a part of it, and what to do. */
const hints: [part: RegExp, remedy: string][] = [
  [/^(WRONGPASS|NOAUTH|NOPERM|ERR DB index)/, "Correct the user, the password or the database in REDIS_URL."],
  [
    /protected mode/,
    "Set a password in that Redis (requirepass), and in REDIS_URL: redis://:PASSWORD@HOST:PORT",
  ],
  [/DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN/, nameAuthority],
  [/UNABLE_TO_(GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)/, nameAuthority],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, "Use a host name of its certificate in REDIS_URL."],
];

/** Why a Redis cannot be used, and what to do. */
interface RedisError {
  reason: string;
  hint: string;
}

/**
 * Why a Redis will not serve us however long we wait; undefined when it is only away.
 * @param reason why the first connection failed
 */
export async function permanentError(url: string, reason: string): Promise<RedisError | undefined> {
  const said = /EPIPE|ECONNRESET|closed the connection/.test(reason)
    ? await firstLineOf(new URL(url))
    : undefined;
  const whole = said?.replace(/^-/, "") || reason;
  const [, hint] = hints.find(([part]) => part.test(whole)) ?? [];
  // A Redis in protected mode says half a page; its first sentence tells.
  const [first = ""] = whole.split(/(?<=\w\w)\. /);
  return hint === undefined ? undefined : { reason: first, hint };
}

/** What a Redis says before it closes a connection that has sent nothing. A connection that has sent something loses it. */
async function firstLineOf({ hostname, port }: URL): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, ""); // an IPv6 address has brackets in a URL
  const socket = connect(Number(port || 6379), host).setTimeout(1000);
  socket.on("timeout", () => socket.destroy());
  const [first]: Buffer[] = await socket
    .take(1)
    .toArray()
    .catch(() => []);
  return first?.toString().trim() ?? "";
}
