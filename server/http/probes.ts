import { Router } from "express";
import { LRUCache } from "lru-cache";
import { setTimeout } from "node:timers/promises";
import { createMemoryLimiter } from "../limits/limiter.ts";
import { hasSchema, isWritable } from "../store/readiness.ts";
import type { Store } from "../store/store.ts";
import { routeName } from "./access-log.ts";
import { rateLimit } from "./rate-limit.ts";

/** The time for which the result of a check is used for all requests, in milliseconds. */
const freshness = 1000;
/** The maximum time of a check, in milliseconds. */
const maxCheckTime = 3000;

interface Readiness {
  leaving?: AbortSignal | undefined;
  /** Returns whether the database had all that the migrations make when it was last compared. */
  isWhole?: (() => boolean) | undefined;
}

/**
 * `/livez`: the process runs. `/readyz`: its database can be written and is complete, and the
 * process is not `leaving`. Both work without a key, for balancers and monitors. They have
 * rate-limit windows of their own, in memory, which no other request uses up.
 */
export function probes(
  store: Store,
  { leaving, isWhole = () => true }: Readiness,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const limit = rateLimit(createMemoryLimiter());
  const check = async () =>
    isWhole() &&
    (await isWritable(store.database)) &&
    (await hasSchema(store.database));
  /**
   * All probes share one check of the database per period. A check that fails or takes too long is
   * not ready.
   */
  const ready = new LRUCache<"ready", boolean>({
    max: 1,
    ttl: freshness,
    fetchMethod: () =>
      Promise.race([
        check().catch(() => false),
        setTimeout(maxCheckTime, false, { ref: false }),
      ]),
  });
  router.get(
    "/livez",
    routeName("/livez"),
    limit,
    (_request, response) => void response.json({ status: "ok" }),
  );
  router.get(
    "/readyz",
    routeName("/readyz"),
    limit,
    async (_request, response) => {
      const ok = !leaving?.aborted && (await ready.fetch("ready")) === true;
      response
        .status(ok ? 200 : 503)
        .json({ status: ok ? "ok" : "unavailable" });
    },
  );
  return router;
}
