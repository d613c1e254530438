import { Gauge, type Registry } from "prom-client";
import { pools } from "../../webhooks/job.ts";
import type { Load } from "../../webhooks/slots.ts";

/** Reports the attempts of this process's worker. */
export function reportDeliveries(registry: Registry, load: () => Load): void {
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
