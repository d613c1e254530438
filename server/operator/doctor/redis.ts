import { setTimeout } from "node:timers/promises";
import { connectRedis, permanentHint, whenReady } from "../../limits/redis.ts";
import { reasonOf } from "../../store/errors.ts";
import { not, ok, type Check } from "./check.ts";

export async function checkRedis(url: string | undefined): Promise<Check> {
  if (url === undefined)
    return ok("redis", "not set: each server counts rate limits on its own, which is right for one server");
  const redis = connectRedis(url, () => null);
  try {
    const late = setTimeout(3000, undefined, { ref: false }).then(() => {
      throw new Error("it does not respond");
    });
    await Promise.race([whenReady(redis), late]);
    const began = performance.now();
    await redis.ping();
    return ok("redis", `${new URL(url).host} responds in ${(performance.now() - began).toFixed(1)} ms`);
  } catch (error) {
    const reason = reasonOf(error);
    const away = "Correct REDIS_URL, or start Redis: until then each server counts on its own.";
    const hint = permanentHint(reason) ?? away;
    return not("redis", true, `${new URL(url).host} (REDIS_URL): ${reason}`, hint);
  } finally {
    redis.disconnect();
  }
}
