import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { limits } from "../../generated/catalogue.ts";
import { operations } from "../../generated/operations.ts";
import { measure, prepare } from "./contenders.ts";
import { measureDeliveries, toLines, type DeliveryFigures } from "./deliveries.ts";
import { concurrency } from "./load.ts";
import { prismBundle } from "./prism-bundle.ts";
import { keysFor, kinds, pageSize } from "./requests.ts";
import { toCells, toTable, type Cell } from "./result.ts";
import { startByHand, startPrism, startThisServer, startWideServer, type BenchServer } from "./servers.ts";
import { makeStore, type BenchStore } from "./stores.ts";

const usage = `npm run bench -- requests [--part NAME] [--rounds N] [--requests N] [--quick] [--json]

by-hand     this server beside one that was written by hand: CPU per request, requests per second, p99, and the
            instructions that each executes for a request, where perf can count them
mock        this server beside Prism's mock of the contract
widths      this server's checks by a contract of many operations and by its own
deliveries  deliveries to webhooks

All parts run unless --part names one. In each of the rounds each server gets the requests of each kind, after half as many
again to warm up. On PostgreSQL when TEST_DATABASE_URL names a server, else on an embedded store.`;

/** `requests` are those of one kind to one server in a round. `changes` is how many are delivered, four times. */
const full = { rounds: 5, requests: 2000, changes: 200 };
const quick = { rounds: 1, requests: 20, changes: 8 };
/** How many operations the narrow and the wide contract have. */
const [narrow, wide] = [Object.keys(operations).length, 200];

const { TEST_DATABASE_URL } = process.env;
const { values: options } = parseArgs({
  options: {
    part: { type: "string" },
    rounds: { type: "string" },
    requests: { type: "string" },
    quick: { type: "boolean" },
    json: { type: "boolean" },
    help: { type: "boolean" },
  },
});
const chosen = options.quick ? quick : full;
const requests = Number(options.requests ?? chosen.requests);
const plan = { ...chosen, rounds: Number(options.rounds ?? chosen.rounds), requests, warmUp: 1.5 * requests };
const keyCount = keysFor(kinds.length * (plan.warmUp + plan.rounds * requests));

/** Starts each server on a store of its own, warms them up, and gives their figures. */
async function compare(
  servers: Record<string, (store: BenchStore) => Promise<BenchServer>>,
): Promise<Cell[]> {
  const contenders = [];
  for (const [n, [name, start]] of Object.entries(servers).entries()) {
    const store = (stores[n] ??= await newStore(String(n), keyCount));
    contenders.push(await prepare(name, await start(store), store, plan.warmUp));
  }
  return toCells(await measure(contenders, plan));
}

function startMock(): Promise<BenchServer> {
  const bundle = join(folder, "openapi.json");
  writeFileSync(bundle, prismBundle(pageSize));
  return startPrism(bundle);
}

async function benchDeliveries(): Promise<DeliveryFigures> {
  const store = await newStore("deliveries", Math.ceil((4 * plan.changes) / limits.requestsPerWindow) + 1);
  const server = await startThisServer(store);
  const figures = await measureDeliveries(server, store.keys, plan.changes);
  await server.stop();
  return figures;
}

const table = (cells: Cell[]) => ({ figures: cells, text: toTable(cells) });

/** Name → what measures it. */
const parts: Record<string, () => Promise<{ figures: unknown; text: string }>> = {
  "by-hand": async () => table(await compare({ "by hand": startByHand, "this server": startThisServer })),
  mock: async () => table(await compare({ "this server": startThisServer, "Prism mock": startMock })),
  widths: async () =>
    table(
      await compare({
        [`${narrow} operations`]: (store) => startWideServer(store, narrow),
        [`${wide} operations`]: (store) => startWideServer(store, wide),
      }),
    ),
  deliveries: async () => {
    const figures = await benchDeliveries();
    return { figures, text: toLines(figures) };
  },
};

const folder = mkdtempSync(join(tmpdir(), "contacts-bench-"));
// The servers end with this process, however it ends.
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const stores: BenchStore[] = [];
const newStore = (name: string, keys: number) => makeStore(join(folder, name), TEST_DATABASE_URL, keys);

async function main(): Promise<void> {
  const { part } = options;
  if (options.help || (part !== undefined && !Object.hasOwn(parts, part)) || !(plan.rounds * requests > 0)) {
    console.log(usage);
    process.exitCode = options.help ? 0 : 1;
    return;
  }
  // With --json standard output is for a program; a person still sees the tables.
  const show = options.json ? console.error : console.log;
  const { rounds } = plan;
  const report: Record<string, unknown> = { node: process.version, rounds, requests, concurrency };
  try {
    for (const [name, run] of Object.entries(parts)) {
      if (part !== undefined && part !== name) continue;
      console.error(`${name}: starting and warming up`);
      const { figures, text } = await run();
      report[name] = figures;
      show(`\n${text}\n`);
    }
  } finally {
    for (const made of stores) await made.remove();
  }
  show(
    `Medians of ${rounds} rounds of ${requests} requests, ${concurrency} at a time, and of the ratios to the first row ` +
      `of a kind\nwithin a round. Node ${process.version}, ${availableParallelism()} cores, on ` +
      `${TEST_DATABASE_URL ? "PostgreSQL" : "an embedded store"}, one process.\n` +
      `This server: as npm run build makes it, with its log to nowhere. Prism: no store, fixed examples, no log.`,
  );
  if (options.json) console.log(JSON.stringify(report, null, 2));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
