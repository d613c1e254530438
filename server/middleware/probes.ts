import { Router } from "express";
import { setTimeout } from "node:timers/promises";
import { createMemoryLimiter } from "../limiter.ts";
import { hasSchema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { rateLimit } from "./rate-limit.ts";

/** For how long a result is given to all who ask, in milliseconds. */
const freshness = 1000;
/** How long a check may take, in milliseconds. */
const longestCheck = 3000;

/**
 * `/livez`: the process runs. `/readyz`: its database has the tables that it needs, and it is not `leaving`. For the machines that watch it,
 * without a key. They have windows of their own, which no other request uses up, and which Redis does not hold.
 */
export function probes(store: Store, leaving?: AbortSignal): Router {
  const router = Router();
  const limit = rateLimit(createMemoryLimiter());
  const ready = onceInASecond(() => hasSchema(store.database));
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
 * Repeats a check at most once in a second, however many ask, and never twice at once. A check that fails or that takes
 * too long is false.
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
