import type { ContactPage } from "../../generated/types.ts";
import { load } from "./load.ts";
import { kinds, pageSize, type Data, type Kind } from "./requests.ts";
import type { Round, Samples } from "./result.ts";
import type { BenchServer } from "./servers.ts";
import type { BenchStore } from "./stores.ts";

/** A server, and what the requests to it are made from. */
export interface Contender {
  name: string;
  server: BenchServer;
  data: Data;
}

/** Warms a server up. The creations come first, so that there are contacts to list and to get. */
export async function prepare(
  name: string,
  server: BenchServer,
  { keys }: BenchStore,
  requests: number,
): Promise<Contender> {
  const data: Data = { keys, contacts: [] };
  for (const kind of kinds) {
    await send(server, kind, data, requests);
    if (data.contacts.length === 0) data.contacts = await contactsOf(server, keys);
  }
  return { name, server, data };
}

async function contactsOf({ address }: BenchServer, [key]: string[]): Promise<string[]> {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${address}/v1/contacts?limit=${pageSize}`, { headers });
  const { data } = (await response.json()) as ContactPage;
  if (data.length !== pageSize) throw new Error(`${address} lists ${data.length} contacts.`);
  return data.map(({ id }) => id);
}

/**
 * Rounds in which everything is measured once, in an order that changes, so that no noise favours anyone. The servers end
 * with them.
 */
export async function measure(
  contenders: Contender[],
  { rounds: count, requests }: { rounds: number; requests: number },
): Promise<Samples[]> {
  const fields = kinds.flatMap((kind) =>
    contenders.map((contender) => ({ kind, contender, rounds: new Array<Round>() })),
  );
  for (let round = 1; round <= count; round++) {
    for (const { kind, contender, rounds } of shuffled(fields)) {
      const { server, data } = contender;
      const counted = await server.countInstructions();
      const before = await server.cpu();
      const speed = await send(server, kind, data, requests);
      const microseconds = ((await server.cpu()) - before) / requests;
      const instructions = ((await counted()) ?? NaN) / 1000 / requests;
      rounds.push({ microseconds, ...speed, instructions });
    }
    console.error(`round ${round} of ${count}`);
  }
  for (const { server } of contenders) await server.stop();
  return fields.map(({ kind, contender, rounds }) => ({ kind: kind.name, server: contender.name, rounds }));
}

let sent = 0;
const send = ({ address }: BenchServer, kind: Kind, data: Data, count: number) =>
  load(address, count, () => kind.request(sent++, data));

const shuffled = <T>(values: T[]): T[] =>
  values
    .map((value) => ({ value, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
