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
  { url }: Prepared,
  keys: string[],
  inFlight: number,
  count = requests,
) {
  const [byServer, byDatabase] = [await server.cpu(), await postgresCpu(url)];
  const { perSecond } = await load(server.address, count, () => single(keys), inFlight);
  return {
    perSecond,
    ofServer: ((await server.cpu()) - byServer) / count,
    ofPostgres: (((await postgresCpu(url)) - byDatabase) * 1e6) / count,
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
  return { time: all.seconds / one.seconds, cpu: all.cpu / one.cpu };
}

/** What is measured in a round: each line of the result, and its figure. */
async function measure(server: BenchServer, prepared: Prepared): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const width of widths) {
    const one = await createOneByOne(server, prepared, prepared.alone, width);
    const many = await createOneByOne(server, prepared, prepared.keys, width);
    figures[`one workspace against ${workspaces}, ${width} in flight`] = one.perSecond / many.perSecond;
    if (width !== concurrency) continue;
    figures["a creation, µs of the server"] = many.ofServer;
    figures["a creation, µs of PostgreSQL"] = many.ofPostgres;
  }
  const { time, cpu } = await compareBatches(server, prepared.keys);
  figures[`a batch of ${elements}: creations in time`] = time;
  figures[`a batch of ${elements}: in CPU of the server`] = cpu;
  return figures;
}

if (!TEST_DATABASE_URL) throw new Error("Set TEST_DATABASE_URL to a PostgreSQL server that may be loaded.");
const folder = mkdtempSync(join(tmpdir(), "contacts-writes-"));
const prepared = await prepare();
const measured: Record<string, number>[] = [];
try {
  const server = await startThisServer({ settings: { DATABASE_URL: prepared.url, DATA_DIR: folder } });
  await createOneByOne(server, prepared, prepared.keys, concurrency, warmUp);
  await compareBatches(server, prepared.keys);
  while (measured.length < rounds) {
    measured.push(await measure(server, prepared));
    console.error(`round ${measured.length} of ${rounds}: ${JSON.stringify(measured.at(-1))}`);
  }
  await server.stop();
} finally {
  await prepared.drop();
  rmSync(folder, { recursive: true });
}
// Medians of ratios within a round, as what runs in one round shares the machine's mood.
for (const what of Object.keys(measured[0] ?? {}))
  console.log(`${what.padEnd(66)}${median(measured.map((round) => round[what] ?? NaN)).toFixed(2)}`);
