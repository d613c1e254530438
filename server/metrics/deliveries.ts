import { Gauge, type Registry } from "prom-client";
import type { Load } from "../delivery/places.ts";

/** Reports the attempts of this process's worker. */
export function reportDeliveries(registry: Registry, load: () => Load): void {
  new Gauge({
    name: "contacts_api_delivery_attempts",
    help: "Delivery attempts of this process: under way, waiting for a slow receiver, and the most that may be under way",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      const { underWay, slow, places } = load();
      this.set({ state: "under_way" }, underWay);
      this.set({ state: "slow" }, slow);
      this.set({ state: "most" }, places);
    },
  });
}
