import type { RequestHandler } from "express";
import { Counter, Histogram, type Registry } from "prom-client";
import { operations } from "../../generated/operations.ts";
import type { DeprecatedElement } from "../contract/deprecated.ts";
import type { Limiter } from "../limits/limiter.ts";
import { unavailableReasons } from "../store/errors.ts";
import { reportGauge } from "./report.ts";

/**
 * Counts and times every response, by operation of the contract. Responses of no operation, such as
 * probes and docs, count as `none`. So do the errors that are sent without Express, which
 * `countRawError` counts. A response whose client disconnected before its end has the status
 * `aborted`. Also counts the requests that failed because the database could not be used, and the
 * requests that used a deprecated element.
 */
export function createMeter(
  registry: Registry,
  deprecated: DeprecatedElement[],
) {
  const count = new Counter({
    name: "contacts_api_requests_total",
    help: "Responses by operation and status",
    labelNames: ["operation", "status"],
    registers: [registry],
  });
  const duration = new Histogram({
    name: "contacts_api_request_seconds",
    help: "Time to the end of a response by operation",
    labelNames: ["operation"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const errors = new Counter({
    name: "contacts_api_database_errors_total",
    help: "Requests that failed because the database could not be used, by reason",
    labelNames: ["reason"],
    registers: [registry],
  });
  const uses = new Counter({
    name: "contacts_api_deprecated_uses_total",
    help: "Requests that used a deprecated operation, parameter or field",
    labelNames: ["operation", "name"],
    registers: [registry],
  });
  // Prometheus sees no rise in a counter's first value, so what can occur is there as 0 before it
  // occurs.
  for (const [operation, { statuses }] of Object.entries(operations)) {
    for (const status of statuses) count.inc({ operation, status }, 0);
  }
  for (const { operation, name } of deprecated)
    uses.inc({ operation, name }, 0);
  for (const reason of unavailableReasons) errors.inc({ reason }, 0);
  const meter: RequestHandler = (request, response, next) => {
    const start = performance.now();
    response.on("close", () => {
      const { unavailable, deprecated: names = [] } = response.locals;
      if (unavailable !== undefined) errors.inc({ reason: unavailable });
      const operation = request.operation?.id ?? "none";
      count.inc({
        operation,
        status: response.writableFinished ? response.statusCode : "aborted",
      });
      for (const name of names) uses.inc({ operation, name });
      duration.observe({ operation }, (performance.now() - start) / 1000);
    });
    next();
  };
  return {
    meter,
    countRawError: ({ status }: { status: number }) =>
      count.inc({ operation: "none", status }),
  };
}

/**
 * Wraps a limiter: counts the requests that it allows and refuses, and reports whether Redis is
 * away.
 */
export function meterLimiter(registry: Registry, limiter: Limiter): Limiter {
  const { isAway } = limiter;
  const count = new Counter({
    name: "contacts_api_limiter_requests_total",
    help: "Requests that the rate limit allowed and refused",
    labelNames: ["result"],
    registers: [registry],
  });
  // Prometheus sees no rise in a counter's first value.
  for (const result of ["allowed", "refused"]) count.inc({ result }, 0);
  if (isAway) {
    reportGauge(registry, {
      name: "contacts_api_limiter_redis_away",
      help: "1 while Redis is away and this process counts for itself",
      read: () => Number(isAway()),
    });
  }
  return {
    ...limiter,
    consume: async (subject, limit) => {
      const window = await limiter.consume(subject, limit);
      count.inc({ result: window.allowed ? "allowed" : "refused" });
      return window;
    },
  };
}
