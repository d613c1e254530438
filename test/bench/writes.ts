import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { readOptions } from "../../openapi/options.ts";
import { openPostgres } from "../../server/store/open/postgres.ts";
import { createDatabase } from "../support/database.ts";
import { createBatch, create, keysFor, type Call, type Data } from "./calls.ts";
import { compare, median, send, print } from "./compare.ts";
import { preparePgbench } from "./pgbench.ts";
import {
  makeKeys,
  startBuilt,
  startThisServer,
  type BenchServer,
} from "./servers.ts";

const { base, quick } = readOptions(
  `npm run bench -- writes [options]

  --base FOLDER  creations of another commit too, which is checked out and built in this folder
  --quick        one short round

Creations in one workspace beside twelve, and batches of 100: CPU of server and PostgreSQL together (NaN when that is not on
this machine) and speed. Then creations beside pgbench, which sends the statements of a creation from as many clients. On the
PostgreSQL server of TEST_DATABASE_URL.`,
  { base: { type: "string" }, quick: { type: "boolean" } },
);
const rounds = quick ? 1 : 5;
/** Kind of call → how often it is sent in a round. */
const plan = new Map<Call, number>([
  [create, quick ? 32 : 2000],
  [createBatch, quick ? 1 : 40],
]);
const largestCount = Math.max(...plan.values());

const { url, drop } = await createDatabase(process.env["TEST_DATABASE_URL"]);
try {
  const store = await openPostgres(url);
  const count = Math.max(12, keysFor((rounds + 2) * largestCount * plan.size));
  const twelve = await makeKeys(store, count, (n) => `w${n % 12}`);
  const one = await makeKeys(store, count, () => "one");
  await store.close();
  const started = await startThisServer(url);
  const cpu = async () => (await started.cpu()) + postgresCpu() * 1e6;
  const server: BenchServer = { ...started, cpu };
  const contenders = Object.entries({
    "twelve workspaces": twelve,
    "one workspace": one,
  }).map(([name, keys]) => ({
    name,
    server,
    data: { keys, contacts: [] } satisfies Data,
  }));
  // A server that has run for a while: V8 compiles what runs often.
  for (const { data } of contenders)
    for (const [call, requests] of plan)
      await send(server, call, data, requests);
  for (const [call, requests] of plan)
    print(await compare(contenders, [call], { rounds, requests }));
  await besidePgbench(started, one);
  await started.stop();
} finally {
  await drop();
}

/** Prints the creations of one workspace a second, and their share of what pgbench reaches. */
async function besidePgbench(now: BenchServer, keys: string[]): Promise<void> {
  const pgbench = await preparePgbench(url, "one");
  if (!pgbench) {
    console.log(
      "pgbench is neither beside the PostgreSQL server nor in PATH: install PostgreSQL's programs to compare with it.",
    );
    return;
  }
  const requests = quick ? 32 : 1000;
  // An older server runs on the tables of this commit.
  const other =
    base === undefined ? undefined : await startBuilt(resolve(base), url, {});
  const creations = async (server: BenchServer, count = requests) =>
    (await send(server, create, { keys, contacts: [] }, count))["per second"];
  const runs = new Map([
    ["pgbench", () => pgbench.run(quick ? 1 : 3)],
    ...(other ? [["other commit", () => creations(other)] as const] : []),
    ["this commit", () => creations(now)],
  ]);
  if (other) await creations(other, 2 * requests);
  const samples = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of runs)
      samples.set(name, [...(samples.get(name) ?? []), await run()]);
  /** Returns the median of the ratios of two runs within a round. */
  const ratio = (name: string, to: string) => {
    const values = samples.get(name) ?? [];
    const others = samples.get(to) ?? [];
    const ratios = values.map((value, round) => value / (others[round] ?? NaN));
    return median(ratios).toFixed(2);
  };
  for (const [name, values] of samples)
    console.log(
      `${name}: ${median(values).toFixed(0)} creations a second, ${ratio(name, "pgbench")} of pgbench`,
    );
  if (other)
    console.log(
      `this commit keeps ${ratio("this commit", "other commit")} of the other commit's share`,
    );
  await other?.stop();
  pgbench.remove();
}

/**
 * Returns the seconds of CPU that all processes of PostgreSQL have used so far, those that have
 * ended too. Returns NaN when it does not run here.
 */
function postgresCpu(): number {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  let hundredths = 0;
  let isHere = false;
  for (const id of processes) {
    const [, rest] = read(`/proc/${id}/stat`).split(" (postgres) ");
    if (rest === undefined) continue;
    isHere = true;
    // utime, stime, cutime and cstime of `man proc_pid_stat`: own time, and of ended children.
    for (const time of rest.split(" ").slice(11, 15))
      hundredths += Number(time);
  }
  return isHere ? hundredths / 100 : NaN;
}

/** Reads a file of a process. Returns "" when the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
