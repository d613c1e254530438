import { Router } from "express";
import { setTimeout } from "node:timers/promises";
import { createMemoryLimiter } from "../limits/limiter.ts";
import { hasSchema, isWritable } from "../store/migrate.ts";
import type { Store } from "../store/store.ts";
import { rateLimit } from "./rate-limit.ts";

/** How long the result of a check is used for all requests, in milliseconds. */
const freshness = 1000;
/** How long a check may take, in milliseconds. */
const longestCheck = 3000;

/**
 * `/livez`: the process runs. `/readyz`: its database can be written and has the tables that it needs, and the process is
 * not `leaving`. Both work without a key, for balancers and monitors. They have rate-limit windows of their own, in memory,
 * which no other request uses up.
 */
export function probes(store: Store, leaving?: AbortSignal): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const limit = rateLimit(createMemoryLimiter());
  const ready = onceInASecond(
    async () => (await isWritable(store.database)) && (await hasSchema(store.database)),
  );
  router.get("/livez", limit, (_request, response) => {
    response.json({ status: "ok" });
  });
  router.get("/readyz", limit, async (_request, response) => {
    const ok = !leaving?.aborted && (await ready());
    response.status(ok ? 200 : 503).json({ status: ok ? "ok" : "unavailable" });
  });
  return router;
}

/**
 * Runs a check at most once per second, however many requests need it, and never twice at the same time. The result is
 * false when the check fails or takes too long.
 */
function onceInASecond(check: () => Promise<boolean>): () => Promise<boolean> {
  let last: { began: number; ended: boolean; result: Promise<boolean> } | undefined;
  return () => {
    const began = performance.now();
    if (last && (!last.ended || began - last.began < freshness)) return last.result;
    const current = { began, ended: false, result: Promise.resolve(false) };
    const result = check()
      .catch(() => false)
      .finally(() => (current.ended = true));
    current.result = Promise.race([result, setTimeout(longestCheck, false, { ref: false })]);
    last = current;
    return current.result;
  };
}
