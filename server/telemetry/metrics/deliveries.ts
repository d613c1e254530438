import { Counter, Gauge, type Registry } from "prom-client";
import { pools } from "../../webhooks/job.ts";
import type { Worker } from "../../webhooks/worker.ts";

/** Reports the attempts of this process's worker. */
export function reportDeliveries(
  registry: Registry,
  { load, counts }: Pick<Worker, "load" | "counts">,
): void {
  new Counter({
    name: "contacts_api_delivery_attempts_total",
    help: "Delivery attempts that this process made, by their outcome",
    labelNames: ["outcome"],
    registers: [registry],
    collect() {
      this.reset();
      for (const outcome of ["succeeded", "failed"] as const) this.inc({ outcome }, counts[outcome]);
    },
  });
  new Counter({
    name: "contacts_api_webhooks_disabled_total",
    help: "Webhooks that this process disabled, as their receivers failed",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(counts.disabled);
    },
  });
  new Gauge({
    name: "contacts_api_delivery_attempts",
    help: "Delivery attempts of this process, by the pool of their receiver: under way, and the most that may be",
    labelNames: ["pool", "state"],
    registers: [registry],
    collect() {
      for (const pool of pools) {
        const { underWay, most } = load()[pool];
        this.set({ pool, state: "under_way" }, underWay);
        this.set({ pool, state: "most" }, most);
      }
    },
  });
}
