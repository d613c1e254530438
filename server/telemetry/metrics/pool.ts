import { Gauge, type Registry } from "prom-client";
import type { OpenStore } from "../../store/store.ts";

/** Reports how many connections to the database are in use. */
export function reportPool(registry: Registry, { pool }: Pick<OpenStore, "pool">): void {
  new Gauge({
    name: "contacts_api_database_connections",
    help: "Connections to the database that are used and idle, and requests that wait for a connection",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "used" }, pool.totalCount - pool.idleCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
}
