import type { RequestHandler } from "express";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Limiter } from "../../limits/limiter.ts";
import type { OpenStore } from "../../store/store.ts";
import type { Worker } from "../../webhooks/worker.ts";
import { reportBacklog } from "./backlog.ts";
import { reportDeliveries } from "./deliveries.ts";
import { reportDisk } from "./disk.ts";
import { reportKeys } from "./keys.ts";
import { meterLimiter } from "./limiter.ts";
import { serveMetrics } from "./listener.ts";
import { reportPool } from "./pool.ts";
import { createMeter } from "./requests.ts";
import { reportTransactions } from "./transactions.ts";

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
export interface Measured {
  store: OpenStore;
  limiter: Limiter;
  worker: Pick<Worker, "load" | "counts">;
  /** The folder of the embedded store. */
  folder: string | undefined;
}

/**
 * Starts to measure, and serves the metrics in the format of Prometheus. No label has a value that a caller chooses.
 * @throws Error that names the setting to change, when the port cannot be used
 */
export async function startMetrics(
  { store, limiter, worker, folder }: Measured,
  where: { host: string; port: number },
): Promise<Metrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  reportPool(registry, store);
  reportBacklog(registry, store);
  reportTransactions(registry, store);
  reportKeys(registry, store);
  if (folder !== undefined) reportDisk(registry, folder);
  reportDeliveries(registry, worker);
  const parts = { meter: createMeter(registry), limiter: meterLimiter(registry, limiter) };
  return { ...parts, ...(await serveMetrics(registry, where)) };
}
