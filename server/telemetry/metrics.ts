import { createServer } from "node:http";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { buildInfo } from "../contract/build-info.ts";
import { bind, limitConnections } from "../http/connections.ts";
import type { DeprecatedElement } from "../contract/deprecated.ts";
import type { Limiter } from "../limits/limiter.ts";
import type { OpenStore } from "../store/open/open-store.ts";
import { type Background, reportBackground } from "./background.ts";
import { reportDatabase } from "./database.ts";
import { reportSchema, type SchemaCounts } from "./schema.ts";
import { createMeter, meterLimiter } from "./requests.ts";

/** Sources of the metrics. */
export interface Measured extends Background {
  store: OpenStore;
  limiter: Limiter;
  schema: SchemaCounts;
  deprecated: DeprecatedElement[];
  /** The folder of the embedded store. */
  folder: string | undefined;
}

/**
 * Starts to measure, and serves the metrics in the format of Prometheus. No label has a value that
 * a caller chooses.
 * @returns with the limiter, which now counts requests that it allows and refuses
 * @throws Error that names the setting to change, when the port cannot be used
 */
export async function startMetrics(
  { store, limiter, schema, deprecated, folder, ...background }: Measured,
  where: { host: string; port: number },
) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // They have names of counters, which they are not.
  for (const what of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  reportBuild(registry);
  reportDatabase(registry, store, folder);
  reportSchema(registry, schema);
  reportBackground(registry, background);
  const parts = {
    ...createMeter(registry, deprecated),
    limiter: meterLimiter(registry, limiter),
  };
  return { ...parts, ...(await serveMetrics(registry, where)) };
}

/** Says by its labels which build runs. */
function reportBuild(registry: Registry): void {
  new Gauge({
    name: "contacts_api_build_info",
    help: "1, with the version and the commit of the build",
    labelNames: ["version", "commit"],
    registers: [registry],
  }).set({ ...buildInfo() }, 1);
}

/** Connections at once; the one that is idle longest makes room for another. */
const maxConnections = 64;

/**
 * Serves `/metrics` on a port of its own, so that callers of the API need not reach it.
 * @throws Error that names the setting to change
 */
async function serveMetrics(
  registry: Registry,
  { host, port }: { host: string; port: number },
) {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? "").split("?");
    if (path !== "/metrics") {
      response.writeHead(404).end("The metrics are at /metrics.\n");
      return;
    }
    registry.metrics().then(
      (text) =>
        response
          .writeHead(200, { "Content-Type": registry.contentType })
          .end(text),
      () => response.writeHead(500).end(),
    );
  });
  limitConnections(server, () => true, maxConnections);
  const settings = { host: "METRICS_HOST", port: "METRICS_PORT" };
  const address = await bind(server, host, port, settings);
  return {
    address: `${address}/metrics`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
