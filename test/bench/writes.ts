import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "../../openapi/options.ts";
import { createKey } from "../../server/auth/keys.ts";
import { openPostgres } from "../../server/store/postgres.ts";
import { createDatabase } from "../support/database.ts";
import { create, keysFor, type BenchRequest } from "./calls.ts";
import { concurrency, load, median } from "./compare.ts";
import { postgresCpu } from "./cpu.ts";
import { startThisServer, type BenchServer } from "./servers.ts";

const { TEST_DATABASE_URL } = process.env;
const { quick } = readOptions(
  `npm run bench -- writes [--quick]

Creations in one workspace beside twelve, 8 and 32 in flight; what a creation costs server and PostgreSQL (NaN when that is not
on this machine); and a batch of 100 beside one creation. On the PostgreSQL server of TEST_DATABASE_URL.`,
  { quick: { type: "boolean" } },
);
/** Warm is a server that has run for a while, as V8 compiles what runs often. */
const plan = quick
  ? { rounds: 1, requests: 32, warmUp: 8, batches: 1 }
  : { rounds: 5, requests: 2000, warmUp: 4000, batches: 40 };
const { rounds, requests, warmUp, batches } = plan;
/** How many are in flight at a time, how many workspaces are compared with one, and how many elements a batch has. */
const [widths, workspaces, elements] = [[concurrency, 32], 12, 100] as const;

/** What was measured → a figure for each round. */
const figures: Record<string, number[]> = {};
function note(name: string, measured: Record<string, number>): void {
  for (const [what, figure] of Object.entries(measured)) (figures[`${name}: ${what}`] ??= []).push(figure);
  const shown = Object.entries(measured).map(
    ([what, figure]) => `${figure.toFixed(figure < 100 ? 1 : 0)} ${what}`,
  );
  console.error(`  ${name.padEnd(32)}${shown.join(", ")}`);
}

/** The median of the rounds; beside another figure that of their ratios, as what runs in one round shares the machine's mood. */
function medianOf(name: string, other?: string): number {
  const others = other === undefined ? undefined : figures[other];
  return median((figures[name] ?? []).map((figure, round) => figure / (others ? (others[round] ?? NaN) : 1)));
}

/** An empty database with keys of so many workspaces. */
async function prepare() {
  const { url, drop } = await createDatabase(TEST_DATABASE_URL);
  const store = await openPostgres(url);
  const count = keysFor(warmUp + (rounds + 1) * (requests * widths.length + batches * 11));
  const keys: string[] = [];
  for (let n = 0; n < Math.max(count, workspaces); n++)
    keys.push((await createKey(store, { workspace: `w${n % workspaces}`, scopes: ["*"] })).key);
  const alone: string[] = [];
  while (alone.length < count) alone.push((await createKey(store, { workspace: "one", scopes: ["*"] })).key);
  await store.close();
  return { url, drop, keys, alone };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

let sent = 0;
const single = (keys: string[]) => create.request(sent++, { keys, contacts: [] });

async function createOneByOne(
  server: BenchServer,
  url: string,
  keys: string[],
  inFlight: number,
  count = requests,
) {
  const [byServer, byDatabase] = [await server.cpu(), await postgresCpu(url)];
  const { perSecond } = await load(server.address, count, () => single(keys), inFlight);
  return {
    "creations per second": perSecond,
    "µs of the server": ((await server.cpu()) - byServer) / count,
    "µs of PostgreSQL": (((await postgresCpu(url)) - byDatabase) * 1e6) / count,
  };
}

/** How many creations one by one take as long as a batch, and as much CPU of the server. */
async function compareBatches(server: BenchServer, keys: string[]) {
  const measured = async (calls: number, next: () => BenchRequest) => {
    const before = await server.cpu();
    const { perSecond } = await load(server.address, calls, next, 1);
    return { seconds: 1 / perSecond, cpu: ((await server.cpu()) - before) / calls };
  };
  const batch = () => {
    const contacts = Array.from({ length: elements }, () => JSON.parse(single(keys).body ?? "") as unknown);
    return { ...single(keys), path: "/v1/contacts/batch", body: JSON.stringify({ contacts }) };
  };
  const [one, all] = [await measured(batches * 10, () => single(keys)), await measured(batches, batch)];
  return {
    "creations in time": all.seconds / one.seconds,
    "in CPU of the server": all.cpu / one.cpu,
  };
}

const name = (width: number, count = 1) =>
  `${count === 1 ? "one workspace" : `${count} workspaces`}, ${width} in flight`;

async function measure(server: BenchServer, served: Prepared) {
  await createOneByOne(server, served.url, served.keys, concurrency, warmUp);
  await compareBatches(server, served.keys);
  for (let round = 1; round <= rounds; round++) {
    console.error(`round ${round} of ${rounds}`);
    for (const width of widths) {
      note(name(width), await createOneByOne(server, served.url, served.alone, width));
      note(name(width, workspaces), await createOneByOne(server, served.url, served.keys, width));
    }
    note(`a batch of ${elements}`, await compareBatches(server, served.keys));
  }
}

/** What is printed at the end: each line, and its figure. */
const results = (): [what: string, figure: number][] => [
  ...widths.map((width): [string, number] => {
    const [one, many] = [name(width), name(width, workspaces)];
    const what = "creations per second";
    return [`one workspace against ${many}`, medianOf(`${one}: ${what}`, `${many}: ${what}`)];
  }),
  ...["µs of the server", "µs of PostgreSQL"].map((what): [string, number] => [
    `a creation, ${what}`,
    medianOf(`${name(concurrency, workspaces)}: ${what}`),
  ]),
  ...["creations in time", "in CPU of the server"].map((what): [string, number] => [
    `a batch of ${elements}: ${what}`,
    medianOf(`a batch of ${elements}: ${what}`),
  ]),
];

if (!TEST_DATABASE_URL) throw new Error("Set TEST_DATABASE_URL to a PostgreSQL server that may be loaded.");
const folder = mkdtempSync(join(tmpdir(), "contacts-writes-"));
const served = await prepare();
try {
  const server = await startThisServer({ settings: { DATABASE_URL: served.url, DATA_DIR: folder } });
  await measure(server, served);
  await server.stop();
} finally {
  await served.drop();
  rmSync(folder, { recursive: true });
}
for (const [what, figure] of results()) console.log(`${what.padEnd(66)}${figure.toFixed(2)}`);
