import type { RequestHandler } from "express";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Limiter } from "../../limits/limiter.ts";
import type { OpenStore } from "../../store/store.ts";
import { reportBackground, type Background } from "./background.ts";
import { reportDatabase } from "./database.ts";
import { meterLimiter } from "./limiter.ts";
import { serveMetrics } from "./listener.ts";
import { createMeter } from "./requests.ts";

/** The metrics of this process. */
export interface Metrics {
  /** `http://127.0.0.1:9464/metrics` */
  address: string;
  meter: RequestHandler;
  /** The limiter, which now counts requests that it allows and refuses. */
  limiter: Limiter;
  close: () => void;
}

/** What is measured. */
export interface Measured extends Background {
  store: OpenStore;
  limiter: Limiter;
  /** The folder of the embedded store. */
  folder: string | undefined;
}

/**
 * Starts to measure, and serves the metrics in the format of Prometheus. No label has a value that a caller chooses.
 * @throws Error that names the setting to change, when the port cannot be used
 */
export async function startMetrics(
  { store, limiter, folder, ...background }: Measured,
  where: { host: string; port: number },
): Promise<Metrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Their names are those of counters, which they are not.
  for (const what of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  reportDatabase(registry, store, folder);
  reportBackground(registry, background);
  const parts = { meter: createMeter(registry), limiter: meterLimiter(registry, limiter) };
  return { ...parts, ...(await serveMetrics(registry, where)) };
}
