import { Redis } from "ioredis";
import { setTimeout } from "node:timers/promises";
import { permanentError, quietly, redisAddresses, whenReady } from "../../limits/redis.ts";
import { reasonOf } from "../../store/errors.ts";
import { not, ok, type Check } from "./check.ts";

/** Checks Redis, or each node of a Redis Cluster. */
export async function checkRedis(url: string | undefined): Promise<Check[]> {
  if (url !== undefined) return Promise.all((redisAddresses(url) ?? [url]).map(checkNode));
  return [ok("redis", "not set: each server counts rate limits on its own, which is right for one server")];
}

async function checkNode(url: string): Promise<Check> {
  const redis = new Redis(url, {
    ...quietly(url),
    connectTimeout: 2000,
    commandTimeout: 1500,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: () => null,
  });
  try {
    const late = setTimeout(3000, undefined, { ref: false }).then(() => {
      throw new Error("it does not respond");
    });
    await Promise.race([whenReady(redis), late]);
    const began = performance.now();
    await redis.ping();
    return ok("redis", `${new URL(url).host} responds in ${(performance.now() - began).toFixed(1)} ms`);
  } catch (error) {
    const found = reasonOf(error);
    const away = {
      reason: found,
      hint: "Correct REDIS_URL, or start Redis: until then each server counts on its own.",
    };
    const { reason, hint } = (await permanentError(url, found)) ?? away;
    return not("redis", true, `${new URL(url).host} (REDIS_URL): ${reason}`, hint);
  } finally {
    redis.disconnect();
  }
}
