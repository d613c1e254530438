import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { readOptions } from "../../openapi/options.ts";
import { createKey } from "../../server/auth/keys.ts";
import { openPostgres } from "../../server/store/postgres.ts";
import { createDatabase } from "../support/database.ts";
import { create, keysFor, type BenchRequest } from "./calls.ts";
import { postgresCpu } from "./cpu.ts";
import { concurrency, load } from "./load.ts";
import { instructionsOf, microsecondsOf, perSecondOf, pgbench } from "./pgbench.ts";
import { median } from "./result.ts";
import { startThisServer, type BenchServer } from "./servers.ts";

const { TEST_DATABASE_URL } = process.env;
const options = readOptions(
  `npm run bench -- writes [--quick] [--json]

Creations in one workspace beside twelve, 8 and 32 in flight; a batch of 100 beside one creation; and pgbench, which writes the
same rows, with and without the search index. On the PostgreSQL server of TEST_DATABASE_URL.`,
  { quick: { type: "boolean" }, json: { type: "boolean" } },
);
/** `transactions` is how many pgbench runs in a round. Warm is a server that has run for a while, as V8 compiles what runs often. */
const plan = options.quick
  ? { rounds: 1, requests: 80, warmUp: 80, transactions: 400, batches: 2 }
  : { rounds: 5, requests: 2000, warmUp: 4000, transactions: 6000, batches: 40 };
const { rounds, requests, warmUp, transactions, batches } = plan;
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

/** The median of the rounds' ratios: what runs in one round shares the machine's mood. */
function ratio(one: string, other: string, what = perSecondOf): number {
  const others = figures[`${other}: ${what}`] ?? [];
  return median((figures[`${one}: ${what}`] ?? []).map((figure, round) => figure / (others[round] ?? NaN)));
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
  const { id } = await store.database.selectFrom("workspaces").select("id").executeTakeFirstOrThrow();
  await store.close();
  return { url, drop, keys, alone, workspaceId: id };
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
    [perSecondOf]: perSecond,
    "µs of the server": ((await server.cpu()) - byServer) / count,
    [microsecondsOf]: (((await postgresCpu(url)) - byDatabase) * 1e6) / count,
  };
}

/** How many creations one by one take as long as a batch, as much CPU of the server, and as many of its instructions. */
async function compareBatches(server: BenchServer, keys: string[]) {
  const measured = async (calls: number, next: () => BenchRequest) => {
    const [before, instructions] = [await server.cpu(), await server.countInstructions()];
    const { perSecond } = await load(server.address, calls, next, 1);
    const cpu = ((await server.cpu()) - before) / calls;
    return { seconds: 1 / perSecond, cpu, instructions: ((await instructions()) ?? NaN) / calls };
  };
  const batch = () => {
    const contacts = Array.from({ length: elements }, () => JSON.parse(single(keys).body ?? "") as unknown);
    return { ...single(keys), path: "/v1/contacts/batch", body: JSON.stringify({ contacts }) };
  };
  const [one, all] = [await measured(batches * 10, () => single(keys)), await measured(batches, batch)];
  return {
    "creations in time": all.seconds / one.seconds,
    "in CPU of the server": all.cpu / one.cpu,
    "in its instructions": all.instructions / one.instructions,
  };
}

const name = (width: number, count = 1) =>
  `${count === 1 ? "one workspace" : `${count} workspaces`}, ${width} in flight`;

async function measure(server: BenchServer, served: Prepared, indexed: Prepared, plain: Prepared) {
  await createOneByOne(server, served.url, served.keys, concurrency, warmUp);
  await compareBatches(server, served.keys);
  for (let round = 1; round <= rounds; round++) {
    console.error(`round ${round} of ${rounds}`);
    for (const width of widths) {
      note(name(width), await createOneByOne(server, served.url, served.alone, width));
      note(name(width, workspaces), await createOneByOne(server, served.url, served.keys, width));
    }
    note(`a batch of ${elements}`, await compareBatches(server, served.keys));
    note("pgbench", await pgbench(indexed.url, indexed.workspaceId, transactions));
    note("pgbench without search index", await pgbench(plain.url, plain.workspaceId, transactions));
  }
}

function ratios(): Record<string, number> {
  const many = name(concurrency, workspaces);
  const plain = "pgbench without search index";
  return {
    ...Object.fromEntries(
      widths.map((width) => [
        `one workspace against ${name(width, workspaces)}`,
        ratio(name(width), name(width, workspaces)),
      ]),
    ),
    [`a creation against pgbench, ${concurrency} in flight`]: ratio(many, "pgbench"),
    [`a creation against pgbench, ${microsecondsOf}`]: ratio(many, "pgbench", microsecondsOf),
    ...Object.fromEntries(
      ["creations in time", "in CPU of the server", "in its instructions"].map((what) => [
        `a batch of ${elements}: ${what}`,
        median(figures[`a batch of ${elements}: ${what}`] ?? []),
      ]),
    ),
    "share of the search index, creations per second": 1 - ratio("pgbench", plain),
    [`share of the search index, ${microsecondsOf}`]: 1 - ratio(plain, "pgbench", microsecondsOf),
    [`share of the search index, ${instructionsOf}`]: 1 - ratio(plain, "pgbench", instructionsOf),
  };
}

if (!TEST_DATABASE_URL) throw new Error("Set TEST_DATABASE_URL to a PostgreSQL server that may be loaded.");
const folder = mkdtempSync(join(tmpdir(), "contacts-writes-"));
const [served, indexed, plain] = [await prepare(), await prepare(), await prepare()];
try {
  const admin = new pg.Client(plain.url);
  await admin.connect();
  await admin.query("drop index contacts_search_grams");
  await admin.end();
  const server = await startThisServer({ settings: { DATABASE_URL: served.url, DATA_DIR: folder } });
  await measure(server, served, indexed, plain);
  await server.stop();
} finally {
  for (const { drop } of [served, indexed, plain]) await drop();
  rmSync(folder, { recursive: true });
}
if (options.json) console.log(JSON.stringify({ figures, ratios: ratios() }));
else
  for (const [what, value] of Object.entries(ratios())) console.log(`${what.padEnd(66)}${value.toFixed(2)}`);
