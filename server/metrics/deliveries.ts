import { Gauge, type Registry } from "prom-client";
import type { Load } from "../delivery/places.ts";

/** Tells what this process's worker is doing, each time somebody asks. */
export function reportDeliveries(registry: Registry, load: () => Load): void {
  new Gauge({
    name: "contacts_api_delivery_attempts",
    help: "Attempts to deliver that this process makes now: all, those that wait for a slow receiver, and the most it makes at once",
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
