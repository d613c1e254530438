import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { ContactPage } from "../../generated/types.ts";
import { readOptions } from "../../openapi/options.ts";
import { basic, keysFor, type Data } from "./calls.ts";
import { compare, concurrency, send, toTable, type Contender } from "./compare.ts";
import { makeStore, startByHand, startThisServer, type BenchServer, type BenchStore } from "./servers.ts";

const { TEST_DATABASE_URL } = process.env;
const options = readOptions(
  `npm run bench -- requests [--quick]

This server beside one that was written by hand: CPU for a request, requests a second, p50 and p99. In each round
each server gets the requests of each kind. On PostgreSQL when TEST_DATABASE_URL names a server, else on an embedded store.`,
  { quick: { type: "boolean" } },
);
const [rounds, requests] = options.quick ? [1, 10] : [5, 2000];
const warmUp = 1.5 * requests;

/** Starts a server on a store of its own, and warms it up. Creations come first, so that there are contacts to list. */
async function prepare(name: string, { keys }: BenchStore, server: BenchServer): Promise<Contender<Data>> {
  const data: Data = { keys, contacts: [] };
  for (const call of basic) {
    await send(server, call, data, warmUp);
    if (data.contacts.length === 0) data.contacts = await contactsOf(server, keys);
  }
  return { name, server, data };
}

async function contactsOf({ address }: BenchServer, [key]: string[]): Promise<string[]> {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${address}/v1/contacts?limit=25`, { headers });
  return ((await response.json()) as ContactPage).data.map(({ id }) => id);
}

const folder = mkdtempSync(join(tmpdir(), "contacts-bench-"));
const stores: BenchStore[] = [];
try {
  const contenders: Contender<Data>[] = [];
  for (const [name, start] of Object.entries({ "by hand": startByHand, "this server": startThisServer })) {
    const keyCount = keysFor(basic.length * (warmUp + rounds * requests));
    const store = await makeStore(join(folder, name), TEST_DATABASE_URL, keyCount);
    stores.push(store);
    contenders.push(await prepare(name, store, await start(store)));
  }
  const cells = await compare(contenders, basic, { rounds, requests });
  console.log(toTable(cells));
  console.error(
    `Medians of ${rounds} rounds of ${requests} requests, ${concurrency} at a time, and of the ratios to the first row of a kind\n` +
      `within a round. Node ${process.version}, ${availableParallelism()} cores, on ` +
      `${TEST_DATABASE_URL ? "PostgreSQL" : "an embedded store"}. This server: as npm run build makes it, its log to nowhere.`,
  );
} finally {
  for (const { remove } of stores) await remove();
  rmSync(folder, { recursive: true, force: true });
}
