import autocannon from "autocannon";
import type { BenchRequest, Call, Data } from "./calls.ts";
import type { BenchServer } from "./servers.ts";

/** How many requests are in flight at a time, each on a connection that is kept alive. */
export const concurrency = 8;

/**
 * Sends this many requests and reads every response to its end.
 * @throws Error when a response is no success
 */
async function load(
  address: string,
  count: number,
  next: () => BenchRequest,
): Promise<Omit<Round, "microseconds">> {
  const began = performance.now();
  let last = began;
  const times: number[] = [];
  const options = {
    url: address,
    connections: Math.min(concurrency, count),
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
): Promise<Cell[]> {
  const fields = calls.flatMap((call) =>
    contenders.map((contender) => ({ kind: call.name, server: contender.name, call, contender })),
  );
  return inRounds(rounds, fields, async ({ call, contender: { server, data } }) => {
    const before = await server.cpu();
    const speed = await send(server, call, data, requests);
    return { microseconds: ((await server.cpu()) - before) / requests, ...speed };
  });
}

/** Rounds in which everything is measured once, in an order that changes, so that no noise favours anyone. */
export async function inRounds<Field extends Pick<Samples, "kind" | "server">>(
  count: number,
  fields: Field[],
  measure: (field: Field) => Promise<Round>,
): Promise<Cell[]> {
  const samples = fields.map((field) => ({ ...field, rounds: new Array<Round>() }));
  for (let round = 1; round <= count; round++) {
    for (const sample of shuffled(samples)) sample.rounds.push(await measure(sample));
    console.error(`round ${round} of ${count}`);
  }
  return toCells(samples);
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

/** What was measured of one kind of call on one server. */
interface Samples {
  kind: string;
  server: string;
  rounds: Round[];
}

/** What is measured in a round → head of its column, unit and digits. */
const figures = {
  /** Of CPU that the server's process used for a request. */
  microseconds: ["CPU of a request", " µs", 0],
  perSecond: ["throughput", "/s", 0],
  /** Milliseconds in which half of the requests had their responses, and 99 of 100. */
  p50: ["p50", " ms", 1],
  p99: ["p99", " ms", 1],
} as const;
const names = Object.keys(figures) as (keyof typeof figures)[];

/** One round's. */
export type Round = Record<keyof typeof figures, number>;

/** One field of the table: medians of the rounds, and medians of their ratios to the first server's within a round. */
export type Cell = Record<keyof typeof figures, { value: number; ratio: number }> & {
  kind: string;
  server: string;
};

/** The first server of each kind is what the others are compared with. */
function toCells(samples: Samples[]): Cell[] {
  return samples.map(({ kind, server, rounds }) => {
    const base = samples.find((candidate) => candidate.kind === kind)?.rounds ?? [];
    const figure = (name: keyof Round) => ({
      value: median(rounds.map((round) => round[name])),
      ratio: median(rounds.map((round, n) => round[name] / (base[n]?.[name] ?? NaN))),
    });
    const measured = names.map((name) => [name, figure(name)] as const);
    return { kind, server, ...(Object.fromEntries(measured) as Omit<Cell, "kind" | "server">) };
  });
}

/** A row for each kind of call and server. */
export function toTable(cells: Cell[]): string {
  const width = (texts: string[]) => Math.max(...texts.map(({ length }) => length)) + 2;
  const first = width(cells.map(({ kind }) => kind));
  const second = width(cells.map(({ server }) => server));
  const rows = cells.map((cell) => {
    const fields = names.map((name) => {
      const [, unit, digits] = figures[name];
      const { value, ratio } = cell[name];
      return `${value.toFixed(digits)}${unit}`.padStart(10) + `${ratio.toFixed(2)}×`.padStart(8);
    });
    return [cell.kind.padEnd(first), cell.server.padEnd(second), ...fields];
  });
  const head = [" ".repeat(first + second), ...names.map((name) => figures[name][0].padStart(18))];
  return [head, ...rows].map((row) => row.join("")).join("\n");
}

/** The least time that this share of the times does not exceed. */
export function percentile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
