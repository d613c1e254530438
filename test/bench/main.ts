import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { limits } from "../../generated/catalogue.ts";
import type { ContactPage } from "../../generated/types.ts";
import { concurrency, load } from "./load.ts";
import { prismBundle } from "./prism-bundle.ts";
import { keysFor, kinds, pageSize, type Data, type Kind } from "./requests.ts";
import { toCells, toTable, type Samples } from "./result.ts";
import { startBareExpress, startPrism, startThisServer, type BenchServer } from "./servers.ts";
import { measureDeliveries, toLines, type DeliveryFigures } from "./deliveries.ts";
import { makeDatabase, makeStores } from "./stores.ts";

/** A server, and what the requests to it are made from. */
interface Contender {
  name: string;
  server: BenchServer;
  data: Data;
}

/** `requests` and `warmUp` are per kind of request and server; a round measures each kind on each server.
 * `changes` is how many are delivered, four times. */
const full = { rounds: 9, requests: 150, warmUp: 300, changes: 200 };
const quick = { rounds: 1, requests: 8, warmUp: pageSize, changes: 8 };

const { TEST_DATABASE_URL } = process.env;
const { values: options } = parseArgs({ options: { quick: { type: "boolean" }, json: { type: "boolean" } } });
const plan = options.quick ? quick : full;
const say = (line: string) => console.error(line);

async function bench(folder: string): Promise<Samples[]> {
  say("making the stores");
  const keys = await makeStores(
    folder,
    ["express", "server"],
    keysFor(kinds.length * (plan.warmUp + plan.rounds * plan.requests)),
  );
  const bundle = join(folder, "openapi.json");
  writeFileSync(bundle, prismBundle(pageSize));

  say("starting and warming up the servers");
  const contenders = [
    await prepare("bare Express", await startBareExpress(join(folder, "express")), keys),
    await prepare("this server", await startThisServer(join(folder, "server")), keys),
    await prepare("Prism mock", await startPrism(bundle), keys),
  ];
  const samples = await measureAll(contenders);
  for (const { server } of contenders) await server.stop();
  return samples;
}

/** On PostgreSQL when TEST_DATABASE_URL names a server, else on an embedded store. */
async function benchDeliveries(folder: string): Promise<DeliveryFigures> {
  say("delivering to webhooks");
  const keyCount = Math.ceil((4 * plan.changes) / limits.requestsPerWindow) + 1;
  const database = TEST_DATABASE_URL ? await makeDatabase(TEST_DATABASE_URL, keyCount) : undefined;
  const store = join(folder, "deliveries");
  const keys = database?.keys ?? (await makeStores(folder, ["deliveries"], keyCount));
  const server = await startThisServer(store, database?.url);
  const figures = await measureDeliveries(server, keys, plan.changes);
  await server.stop();
  await database?.drop();
  return figures;
}

/** Warms a server up. The creations come first, so that there are contacts to list and to get. */
async function prepare(name: string, server: BenchServer, keys: string[]): Promise<Contender> {
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
async function measureAll(contenders: Contender[]): Promise<Samples[]> {
  const fields = kinds.flatMap((kind) =>
    contenders.map((contender) => ({ kind, contender, rounds: new Array<number>() })),
  );
  for (let round = 1; round <= plan.rounds; round++) {
    for (const { kind, contender, rounds } of shuffled(fields)) {
      const { server, data } = contender;
      const before = await server.cpu();
      await send(server, kind, data, plan.requests);
      rounds.push(((await server.cpu()) - before) / plan.requests);
    }
    say(`round ${round} of ${plan.rounds}`);
  }
  return fields.map(({ kind, contender, rounds }) => ({ kind: kind.name, server: contender.name, rounds }));
}

let sent = 0;
function send({ address }: BenchServer, kind: Kind, data: Data, count: number): Promise<void> {
  return load(
    address,
    Array.from({ length: count }, () => kind.request(sent++, data)),
  );
}

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

  const cells = toCells(await bench(folder));
  const deliveries = await benchDeliveries(mkdtempSync(join(folder, "deliveries-")));
  const { rounds, requests } = plan;
  // With --json standard output is for a program; a person still sees the table.
  const show = options.json ? console.error : console.log;
  show(
    `\n${toTable(cells)}\n\n` +
      `CPU of the server's process per request, and its ratio to bare Express: medians of ${rounds} rounds of ` +
      `${requests} requests,\n${concurrency} at a time. Node ${process.version}, ${availableParallelism()} cores. ` +
      `Bare Express: same queries and embedded store, no checks.\nThis server: as npm start runs it, with its log ` +
      `to nowhere. Prism: no store, fixed examples, no log.\n\n` +
      `${toLines(deliveries)}\nOne process on ${TEST_DATABASE_URL ? "PostgreSQL" : "an embedded store"}.`,
  );
  if (options.json) {
    console.log(
      JSON.stringify({ node: process.version, rounds, requests, concurrency, cells, deliveries }, null, 2),
    );
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
