import { createServer } from "node:http";
import type { Registry } from "prom-client";
import { bind } from "../../http/bind.ts";
import { limitConnections } from "../../http/connections.ts";

/** Connections at once; the one that is idle longest makes room for another. */
const mostConnections = 64;

/**
 * Serves `/metrics` on a port of its own, so that callers of the API need not reach it.
 * @throws Error that names the setting to change
 */
export async function serveMetrics(
  registry: Registry,
  { host, port }: { host: string; port: number },
): Promise<{ address: string; close: () => void }> {
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end("The metrics are at /metrics.\n");
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "Content-Type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  limitConnections(server, () => true, mostConnections);
  const address = await bind(server, host, port, "METRICS_PORT");
  return {
    address: `${address}/metrics`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
