import { Redis } from "ioredis";
import { once } from "node:events";
import { redisAddresses } from "../../limiter/redis.ts";
import { reasonOf } from "../../store/reason.ts";
import { not, ok, type Check } from "./check.ts";

/** Checks Redis, or each node of a Redis Cluster. */
export async function checkRedis(url: string | undefined): Promise<Check[]> {
  if (url !== undefined) return Promise.all((redisAddresses(url) ?? [url]).map(checkNode));
  return [ok("redis", "not set: each server counts rate limits on its own, which is right for one server")];
}

async function checkNode(url: string): Promise<Check> {
  const redis = new Redis(url, {
    connectTimeout: 2000,
    commandTimeout: 1500,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: () => null,
  });
  try {
    const signal = AbortSignal.timeout(3000);
    const closed = once(redis, "end", { signal }).then(() => {
      throw new Error("it closed the connection, as what is no Redis does");
    });
    await Promise.race([once(redis, "ready", { signal }), closed]);
    const began = performance.now();
    await redis.ping();
    return ok("redis", `${new URL(url).host} responds in ${(performance.now() - began).toFixed(1)} ms`);
  } catch (error) {
    const found = `${new URL(url).host} (REDIS_URL): ${reasonOf(error)}`;
    return not(
      "redis",
      true,
      found,
      "Correct REDIS_URL, or start Redis: until then each server counts on its own.",
    );
  } finally {
    redis.disconnect();
  }
}
