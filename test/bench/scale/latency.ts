import { request, type Agent } from "node:http";
import type { BenchRequest } from "../requests.ts";

/**
 * Sends a request, reads the response to its end, and gives the milliseconds that both took.
 * @throws Error when the response is no success
 */
export function timed(agent: Agent, address: string, { body, path, ...options }: BenchRequest) {
  return new Promise<number>((resolve, reject) => {
    const started = performance.now();
    const outgoing = request(address + path, { ...options, agent }, (response) => {
      if (response.statusCode !== undefined && response.statusCode >= 300) {
        reject(new Error(`${options.method} ${path} → ${response.statusCode}`));
      }
      response
        .resume()
        .once("end", () => resolve(performance.now() - started))
        .once("error", reject);
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}

/** The least time that this share of the times does not exceed. */
export function percentile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}
