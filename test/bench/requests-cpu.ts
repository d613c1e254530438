import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { limits } from "../../generated/catalogue.ts";
import { operations } from "../../generated/operations.ts";
import type { ContactPage } from "../../generated/types.ts";
import { measureDeliveries, toLines, type DeliveryFigures } from "./deliveries.ts";
import { concurrency, load } from "./load.ts";
import { prismBundle } from "./prism-bundle.ts";
import { keysFor, kinds, pageSize, type Data, type Kind } from "./requests.ts";
import { toCells, toTable, type Cell, type Round, type Samples } from "./result.ts";
import {
  startBareExpress,
  startPrism,
  startThisServer,
  startWideServer,
  type BenchServer,
} from "./servers.ts";
import { makeStore, type BenchStore } from "./stores.ts";

/** A server, and what the requests to it are made from. */
interface Contender {
  name: string;
  server: BenchServer;
  data: Data;
}

/** `requests` and `warmUp` are per kind of request and server; a round measures each kind on each server.
 * `changes` is how many are delivered, four times. */
const full = { rounds: 5, requests: 2000, warmUp: 3000, changes: 200 };
const quick = { rounds: 1, requests: 16, warmUp: 32, changes: 8 };
/** How many operations the narrow and the wide contract have. */
const [narrow, wide] = [Object.keys(operations).length, 200];

const { TEST_DATABASE_URL } = process.env;
const { values: options } = parseArgs({ options: { quick: { type: "boolean" }, json: { type: "boolean" } } });
const plan = options.quick ? quick : full;
const keyCount = keysFor(kinds.length * (plan.warmUp + plan.rounds * plan.requests));
const say = (line: string) => console.error(line);

/** The figures of each request on this server, on bare Express and on Prism. */
async function benchRequests(folder: string, [first, second]: TwoStores): Promise<Samples[]> {
  const bundle = join(folder, "openapi.json");
  writeFileSync(bundle, prismBundle(pageSize));
  say("starting and warming up the servers");
  return measure([
    await prepare("bare Express", await startBareExpress(first), first),
    await prepare("this server", await startThisServer(second), second),
    await prepare("Prism mock", await startPrism(bundle), second),
  ]);
}

/** The figures of this server by a contract of many operations and by its own. */
async function benchWidths([first, second]: TwoStores): Promise<Samples[]> {
  say("starting and warming up servers with contracts of different sizes");
  return measure([
    await prepare(`${narrow} operations`, await startWideServer(first, narrow), first),
    await prepare(`${wide} operations`, await startWideServer(second, wide), second),
  ]);
}

/** On PostgreSQL when TEST_DATABASE_URL names a server, else on an embedded store. */
async function benchDeliveries(folder: string): Promise<DeliveryFigures> {
  say("delivering to webhooks");
  const made = await store(
    folder,
    "deliveries",
    Math.ceil((4 * plan.changes) / limits.requestsPerWindow) + 1,
  );
  const server = await startThisServer(made);
  const figures = await measureDeliveries(server, made.keys, plan.changes);
  await server.stop();
  return figures;
}

type TwoStores = [BenchStore, BenchStore];

const stores: BenchStore[] = [];
async function store(folder: string, name: string, keys = keyCount): Promise<BenchStore> {
  const made = await makeStore(join(folder, name), TEST_DATABASE_URL, keys);
  stores.push(made);
  return made;
}

/** Warms a server up. The creations come first, so that there are contacts to list and to get. */
async function prepare(name: string, server: BenchServer, { keys }: BenchStore): Promise<Contender> {
  const data: Data = { keys, contacts: [] };
  for (const kind of kinds) {
    await send(server, kind, data, plan.warmUp);
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

/** Rounds in which everything is measured once, in an order that changes, so that no noise favours anyone. */
async function measure(contenders: Contender[]): Promise<Samples[]> {
  const fields = kinds.flatMap((kind) =>
    contenders.map((contender) => ({ kind, contender, rounds: new Array<Round>() })),
  );
  for (let round = 1; round <= plan.rounds; round++) {
    for (const { kind, contender, rounds } of shuffled(fields)) {
      const { server, data } = contender;
      const before = await server.cpu();
      const perSecond = await send(server, kind, data, plan.requests);
      rounds.push({ microseconds: ((await server.cpu()) - before) / plan.requests, perSecond });
    }
    say(`round ${round} of ${plan.rounds}`);
  }
  for (const { server } of contenders) await server.stop();
  return fields.map(({ kind, contender, rounds }) => ({ kind: kind.name, server: contender.name, rounds }));
}

let sent = 0;
const send = ({ address }: BenchServer, kind: Kind, data: Data, count: number): Promise<number> =>
  load(address, count, () => kind.request(sent++, data));

const shuffled = <T>(values: T[]): T[] =>
  values
    .map((value) => ({ value, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "contacts-bench-"));
  // The servers end with this process, however it ends.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

  try {
    const two: TwoStores = [await store(folder, "first"), await store(folder, "second")];
    report(
      toCells(await benchRequests(folder, two)),
      toCells(await benchWidths(two)),
      await benchDeliveries(folder),
    );
  } finally {
    for (const made of stores) await made.remove();
  }
}

function report(cells: Cell[], widths: Cell[], deliveries: DeliveryFigures): void {
  const { rounds, requests } = plan;
  const kind = TEST_DATABASE_URL ? "PostgreSQL" : "an embedded store";
  // With --json standard output is for a program; a person still sees the table.
  const show = options.json ? console.error : console.log;
  show(
    `\n${toTable(cells)}\n\n${toTable(widths)}\n\n` +
      `CPU of the server's process per request, its ratio to the first column, and requests per second: medians of ` +
      `${rounds} rounds\nof ${requests} requests, ${concurrency} at a time. Node ${process.version}, ` +
      `${availableParallelism()} cores, on ${kind}. Bare Express: same queries, no checks.\n` +
      `This server: as npm run build makes it, with its log to nowhere. Prism: no store, fixed examples, no log.\n\n` +
      `${toLines(deliveries)}\nOne process on ${kind}.`,
  );
  if (options.json) {
    const figures = { node: process.version, rounds, requests, concurrency, cells, widths, deliveries };
    console.log(JSON.stringify(figures, null, 2));
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
