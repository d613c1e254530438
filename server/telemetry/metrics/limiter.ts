import { Counter, type Registry } from "prom-client";
import type { Limiter } from "../../limits/limiter.ts";
import { reportGauge } from "./report.ts";

/** The same limiter; it also counts the requests that it allows and refuses, and reports whether Redis is away. */
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
