import autocannon from "autocannon";
import { createHistogram } from "node:perf_hooks";
import type { BenchRequest, Call, Data } from "./calls.ts";
import type { BenchServer } from "./servers.ts";

/** The number of requests in flight, each on a connection that is kept alive. */
export const concurrency = 8;

/**
 * Sends this many requests and reads every response to its end.
 * @throws Error when a response is no success
 */
async function load(
  address: string,
  count: number,
  next: () => BenchRequest,
): Promise<Omit<Round, "CPU µs">> {
  const began = performance.now();
  let last = began;
  const times = createHistogram();
  const options = {
    url: address,
    connections: Math.min(concurrency, count),
    amount: count,
    sampleInt: 50, // in milliseconds: it tells the end with a sample, usually at a whole second
    requests: [
      {
        setupRequest: (request: autocannon.Request) => ({
          ...request,
          ...next(),
        }),
      },
    ],
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error: unknown, done) =>
      error ? reject(error as Error) : resolve(done),
    );
    running.on("response", (_client, _status, _bytes, milliseconds) => {
      times.record(Math.ceil(milliseconds * 1000));
      last = performance.now(); // the end is told some time later
    });
  });
  if (result["2xx"] !== count) {
    throw new Error(
      `${address} responded well to ${result["2xx"]} of ${count} requests: ${JSON.stringify(result.statusCodeStats)}`,
    );
  }
  return {
    "per second": (count * 1000) / (last - began),
    "p50 ms": times.percentile(50) / 1000,
    "p99 ms": times.percentile(99) / 1000,
  };
}

/** A server, and what the requests to it are made from. */
export interface Contender<From extends Data> {
  name: string;
  server: BenchServer;
  data: From;
}

/** Compares servers by calls, which each gets so often in a round. */
export async function compare<From extends Data>(
  contenders: Contender<From>[],
  calls: Call<From>[],
  { rounds, requests }: { rounds: number; requests: number },
): Promise<Samples[]> {
  const fields = calls.flatMap((call) =>
    contenders.map((contender) => ({
      kind: call.name,
      server: contender.name,
      call,
      contender,
    })),
  );
  return inRounds(
    rounds,
    fields,
    async ({ call, contender: { server, data } }) => {
      const before = await server.cpu();
      const speed = await send(server, call, data, requests);
      return { "CPU µs": ((await server.cpu()) - before) / requests, ...speed };
    },
  );
}

/**
 * Rounds in which everything is measured once, in an order that changes, so that no noise favours
 * anyone.
 */
export async function inRounds<Field extends Pick<Samples, "kind" | "server">>(
  count: number,
  fields: Field[],
  measure: (field: Field) => Promise<Round>,
): Promise<Samples[]> {
  const samples = fields.map((field) => ({
    ...field,
    rounds: new Array<Round>(),
  }));
  for (let round = 1; round <= count; round++) {
    for (const sample of shuffled(samples))
      sample.rounds.push(await measure(sample));
    console.error(`round ${round} of ${count}`);
  }
  return samples;
}

let sent = 0;
/** Sends this many requests of a kind to a server. */
export const send = <From extends Data>(
  { address }: BenchServer,
  call: Call<From>,
  data: From,
  count: number,
) => load(address, count, () => call.request(sent++, data));

const shuffled = <T>(values: T[]): T[] =>
  values
    .map((value) => ({ value, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);

/** The figures of a round. */
export interface Round {
  /** The processor time of the server's process for a request, in microseconds. */
  "CPU µs": number;
  "per second": number;
  /** Milliseconds in which half of the requests had their responses. */
  "p50 ms": number;
  "p99 ms": number;
}

/**
 * Measurements of one kind of call on one server. The others of a kind are compared with its first
 * server.
 */
export interface Samples {
  kind: string;
  server: string;
  rounds: Round[];
}

/**
 * Prints medians of the rounds, and medians of their ratios to the first server's within a round.
 */
export function print(samples: Samples[]): void {
  const rows = samples.map(({ kind, server, rounds }) => {
    const base =
      samples.find((candidate) => candidate.kind === kind)?.rounds ?? [];
    const figures = (
      ["CPU µs", "per second", "p50 ms", "p99 ms"] as const
    ).flatMap((name) => [
      [name, Number(median(rounds.map((round) => round[name])).toFixed(1))],
      [
        `${name} ×`,
        Number(
          median(
            rounds.map((round, n) => round[name] / (base[n]?.[name] ?? NaN)),
          ).toFixed(2),
        ),
      ],
    ]);
    return [`${kind}, ${server}`, Object.fromEntries(figures)];
  });
  console.table(Object.fromEntries(rows));
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (
    ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) /
    2
  );
}
