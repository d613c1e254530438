import type { Registry } from "prom-client";
import { reportGauge } from "./report.ts";

/** The number of objects that the database lacked when it was last compared. */
export interface SchemaCounts {
  counts: () => Record<"refused" | "slower", number>;
}

/** Reports what the database lacks of what its migrations make. */
export function reportSchema(
  registry: Registry,
  { counts }: SchemaCounts,
): void {
  reportGauge(registry, {
    name: "contacts_api_schema_faults",
    help: "Things that the database lacks: those without which a server refuses to start, and indexes without which it is slower",
    labelNames: ["effect"],
    read: () =>
      Object.entries(counts()).map(([effect, count]) => [{ effect }, count]),
  });
}
