import { Gauge, type Registry } from "prom-client";
import type { Store } from "../../store/store.ts";

/** Reports whether cached API keys may be used; while they may not, every request queries the database for its key. */
export function reportKeys(registry: Registry, { revocations }: Store): void {
  const isCurrent = revocations.follow(() => undefined);
  new Gauge({
    name: "contacts_api_key_cache_usable",
    help: "0 while this process does not know which keys were revoked, and reads each from the database",
    registers: [registry],
    collect() {
      this.set(Number(isCurrent()));
    },
  });
}
