import autocannon from "autocannon";
import type { BenchRequest } from "./requests.ts";

/** How many requests are in flight at a time, each on a connection that is kept alive. */
export const concurrency = 8;

/**
 * Sends this many requests and reads every response to its end. Gives the requests per second.
 * @throws Error when a response is no success
 */
export async function load(address: string, count: number, next: () => BenchRequest): Promise<number> {
  const began = performance.now();
  let last = began;
  const options = {
    url: address,
    connections: concurrency,
    amount: count,
    requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, ...next() }) }],
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error: unknown, done) =>
      error ? reject(error as Error) : resolve(done),
    );
    running.on("response", () => (last = performance.now())); // the end is told only at the next whole second
  });
  if (result["2xx"] !== count) {
    throw new Error(`${address} responded with ${result["2xx"]} of ${count} requests well. Try one by hand.`);
  }
  return (count * 1000) / (last - began);
}
