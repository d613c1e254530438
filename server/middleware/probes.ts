import { Router } from "express";
import { sql } from "kysely";
import type { Store } from "../store/store.ts";

/**
 * `/livez`: the process runs. `/readyz`: it reaches its database and is not `leaving`. For the machines that watch it,
 * without a key.
 */
export function probes({ database }: Store, leaving?: AbortSignal): Router {
  const router = Router();
  router.get("/livez", (_request, response) => {
    response.json({ status: "ok" });
  });
  router.get("/readyz", async (_request, response) => {
    const reached = await sql`select 1`.execute(database).then(
      () => true,
      () => false,
    );
    const ready = reached && !leaving?.aborted;
    response.status(ready ? 200 : 503).json({ status: ready ? "ok" : "unavailable" });
  });
  return router;
}
