import autocannon from "autocannon";
import type { BenchRequest } from "./calls.ts";
import { percentile, type Round } from "./result.ts";

/** How many requests are in flight at a time, each on a connection that is kept alive. */
export const concurrency = 8;

/**
 * Sends this many requests and reads every response to its end.
 * @throws Error when a response is no success
 */
export async function load(
  address: string,
  count: number,
  next: () => BenchRequest,
  connections = concurrency,
): Promise<Pick<Round, "perSecond" | "p50" | "p99">> {
  const began = performance.now();
  let last = began;
  const times: number[] = [];
  const options = {
    url: address,
    connections,
    amount: count,
    sampleInt: 50, // in milliseconds: it tells the end with a sample, usually at a whole second
    requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, ...next() }) }],
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error: unknown, done) =>
      error ? reject(error as Error) : resolve(done),
    );
    running.on("response", (_client, _status, _bytes, milliseconds) => {
      times.push(milliseconds);
      last = performance.now(); // the end is told some time later
    });
  });
  if (result["2xx"] !== count) {
    throw new Error(
      `${address} responded well to ${result["2xx"]} of ${count} requests: ${JSON.stringify(result.statusCodeStats)}`,
    );
  }
  return {
    perSecond: (count * 1000) / (last - began),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}
