import type { Call, Data } from "./calls.ts";
import { load } from "./load.ts";
import { toCells, type Cell, type Round } from "./result.ts";
import type { BenchServer } from "./servers.ts";

/** A server, and what the requests to it are made from. */
export interface Contender<From extends Data> {
  name: string;
  server: BenchServer;
  data: From;
}

/**
 * Compares servers by calls: rounds in which everything is measured once, in an order that changes, so that no noise favours
 * anyone. The servers end with them.
 */
export async function compare<From extends Data>(
  contenders: Contender<From>[],
  calls: Call<From>[],
  { rounds: count, requests }: { rounds: number; requests: number },
): Promise<Cell[]> {
  const fields = calls.flatMap((call) =>
    contenders.map((contender) => ({ call, contender, rounds: new Array<Round>() })),
  );
  for (let round = 1; round <= count; round++) {
    for (const { call, contender, rounds } of shuffled(fields)) {
      const { server, data } = contender;
      const counted = await server.countInstructions();
      const before = await server.cpu();
      const speed = await send(server, call, data, requests);
      const microseconds = ((await server.cpu()) - before) / requests;
      const instructions = ((await counted()) ?? NaN) / 1000 / requests;
      rounds.push({ microseconds, ...speed, instructions });
    }
    console.error(`round ${round} of ${count}`);
  }
  for (const { server } of contenders) await server.stop();
  return toCells(
    fields.map(({ call, contender, rounds }) => ({ kind: call.name, server: contender.name, rounds })),
  );
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
