import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { createKey } from "../../server/keys/keys.ts";
import { openPostgres } from "../../server/store/postgres.ts";
import { createDatabase } from "../support/database.ts";
import { concurrency, load } from "./load.ts";
import { instructionsOf, microsecondsOf, perSecondOf, pgbench } from "./pgbench.ts";
import { postgresCpu } from "./postgres-cpu.ts";
import { keysFor, kinds, type BenchRequest } from "./requests.ts";
import { startThisServer } from "./servers.ts";

/** How many are in flight at a time, and how many workspaces are compared with one. */
const [widths, workspaces] = [[concurrency, 32], 12] as const;
const { TEST_DATABASE_URL } = process.env;
const { values: options } = parseArgs({ options: { quick: { type: "boolean" }, json: { type: "boolean" } } });
const { rounds, requests, warmUp } = options.quick
  ? { rounds: 1, requests: 80, warmUp: 80 }
  : { rounds: 5, requests: 2000, warmUp: 4000 }; // a server that has run for a while, as V8 compiles what runs often
const say = (line: string) => console.error(line);

/** How many transactions `pgbench` runs in a round, which takes a second or two. */
const transactions = options.quick ? 400 : 6000;
/** How many batches a round has, and how many elements each: as many as it can. */
const [batches, elements] = [options.quick ? 2 : 40, 100];

/** What was measured of each kind of write, a figure for each round. */
type Figures = Record<string, number[]>;

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The median of the rounds' ratios: what runs in one round shares the machine's mood. */
const ratio = (figures: Figures, one: string, other: string) =>
  median((figures[one] ?? []).map((figure, round) => figure / (figures[other]?.[round] ?? Number.NaN)));

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

async function main(): Promise<void> {
  if (!TEST_DATABASE_URL) throw new Error("Set TEST_DATABASE_URL to a PostgreSQL server that may be loaded.");
  const folder = mkdtempSync(join(tmpdir(), "contacts-writes-"));
  const [served, indexed, plain] = [await prepare(), await prepare(), await prepare()];
  const admin = new pg.Client(plain.url);
  await admin.connect();
  await admin.query("drop index contacts_search_grams");
  await admin.end();
  const server = await startThisServer({ settings: { DATABASE_URL: served.url, DATA_DIR: folder } });
  const figures: Figures = {};
  const note = (name: string, measured: Record<string, number>) => {
    for (const [what, figure] of Object.entries(measured)) (figures[`${name}: ${what}`] ??= []).push(figure);
    const shown = Object.entries(measured).map(
      ([what, figure]) => `${figure.toFixed(figure < 100 ? 1 : 0)} ${what}`,
    );
    say(`  ${name.padEnd(32)}${shown.join(", ")}`);
  };
  let sent = 0;
  const create = async (keys: string[], inFlight: number, count = requests) => {
    const next = () => kinds[0]!.request(sent++, { keys, contacts: [] });
    const [byServer, byDatabase] = [await server.cpu(), await postgresCpu(served.url)];
    const { perSecond } = await load(server.address, count, next, inFlight);
    return {
      [perSecondOf]: perSecond,
      "µs of the server": ((await server.cpu()) - byServer) / count,
      [microsecondsOf]: (((await postgresCpu(served.url)) - byDatabase) * 1e6) / count,
    };
  };
  const single = () => kinds[0]!.request(sent++, { keys: served.keys, contacts: [] });
  const ofBatch = () => {
    const contacts = Array.from({ length: elements }, () => JSON.parse(single().body ?? "") as unknown);
    return { ...single(), path: "/v1/contacts/batch", body: JSON.stringify({ contacts }) };
  };
  /** How many creations one by one take as long as a batch, as much CPU of the server, and as many of its instructions. */
  const batch = async (count: number) => {
    const measured = async (calls: number, next: () => BenchRequest) => {
      const [before, instructions] = [await server.cpu(), await server.countInstructions()];
      const { perSecond } = await load(server.address, calls, next, 1);
      const cpu = ((await server.cpu()) - before) / calls;
      return { seconds: 1 / perSecond, cpu, instructions: ((await instructions()) ?? NaN) / calls };
    };
    const [one, all] = [await measured(count * 10, single), await measured(count, ofBatch)];
    return {
      "creations in time": all.seconds / one.seconds,
      "in CPU of the server": all.cpu / one.cpu,
      "in its instructions": all.instructions / one.instructions,
    };
  };
  const name = (width: number, count = 1) =>
    `${count === 1 ? "one workspace" : `${count} workspaces`}, ${width} in flight`;
  await create(served.keys, concurrency, warmUp);
  await batch(batches);
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}`);
    for (const inFlight of widths) {
      await setTimeout(1100); // for a second those that were measured last count as present, and one takes turns with them
      note(name(inFlight), await create(served.alone, inFlight));
      note(name(inFlight, workspaces), await create(served.keys, inFlight));
    }
    note(`a batch of ${elements}`, await batch(batches));
    note("pgbench", await pgbench(indexed.url, indexed.workspaceId, transactions));
    note("pgbench without search index", await pgbench(plain.url, plain.workspaceId, transactions));
  }
  await server.stop();
  for (const { drop } of [served, indexed, plain]) await drop();
  rmSync(folder, { recursive: true });
  const between = (one: string, other: string, what = perSecondOf) =>
    ratio(figures, `${one}: ${what}`, `${other}: ${what}`);
  const many = name(concurrency, workspaces);
  const ratios = {
    ...Object.fromEntries(
      widths.map((width) => [
        `one workspace against ${name(width, workspaces)}`,
        between(name(width), name(width, workspaces)),
      ]),
    ),
    [`a creation against pgbench, ${concurrency} in flight`]: between(many, "pgbench"),
    [`a creation against pgbench, ${microsecondsOf}`]: between(many, "pgbench", microsecondsOf),
    ...Object.fromEntries(
      ["creations in time", "in CPU of the server", "in its instructions"].map((what) => [
        `a batch of ${elements}: ${what}`,
        median(figures[`a batch of ${elements}: ${what}`] ?? []),
      ]),
    ),
    "share of the search index, creations per second": 1 - between("pgbench", "pgbench without search index"),
    ...Object.fromEntries(
      [microsecondsOf, instructionsOf].map((what) => [
        `share of the search index, ${what}`,
        1 - between("pgbench without search index", "pgbench", what),
      ]),
    ),
  };
  if (options.json) console.log(JSON.stringify({ figures, ratios }));
  else
    for (const [name, value] of Object.entries(ratios)) console.log(`${name.padEnd(66)}${value.toFixed(2)}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
