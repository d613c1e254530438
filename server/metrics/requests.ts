import type { RequestHandler } from "express";
import { Counter, Histogram, type Registry } from "prom-client";

/**
 * Counts and times every answer, by the contract's operation; what is none, as the probes and the docs, is `none`
 * together. An answer whose client went away first has the status `aborted`.
 */
export function createMeter(registry: Registry): RequestHandler {
  const count = new Counter({
    name: "contacts_api_requests_total",
    help: "Answers by operation and status",
    labelNames: ["operation", "status"],
    registers: [registry],
  });
  const duration = new Histogram({
    name: "contacts_api_request_seconds",
    help: "Time to the end of an answer by operation",
    labelNames: ["operation"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return function meter(request, response, next) {
    const start = performance.now();
    response.once("close", () => {
      const operation = request.openapi?.schema.operationId ?? "none";
      count.inc({ operation, status: response.writableFinished ? response.statusCode : "aborted" });
      duration.observe({ operation }, (performance.now() - start) / 1000);
    });
    next();
  };
}
