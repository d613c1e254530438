import { readdirSync, readFileSync } from "node:fs";
import { readOptions } from "../../openapi/options.ts";
import { openPostgres } from "../../server/store/database/postgres.ts";
import { createDatabase } from "../support/database.ts";
import { createBatch, create, keysFor, type Call, type Data } from "./calls.ts";
import { compare, send, print } from "./compare.ts";
import { makeKeys, startThisServer, type BenchServer } from "./servers.ts";

const { quick } = readOptions(
  `npm run bench -- writes [--quick]

Creations in one workspace beside twelve, and batches of 100: CPU of server and PostgreSQL together (NaN when that is not on
this machine) and speed. On the PostgreSQL server of TEST_DATABASE_URL.`,
  { quick: { type: "boolean" } },
);
const rounds = quick ? 1 : 5;
/** Kind of call → how often it is sent in a round. */
const plan = new Map<Call, number>([
  [create, quick ? 32 : 2000],
  [createBatch, quick ? 1 : 40],
]);
const most = Math.max(...plan.values());

const { url, drop } = await createDatabase(process.env["TEST_DATABASE_URL"]);
try {
  const store = await openPostgres(url);
  const count = Math.max(12, keysFor((rounds + 2) * most * plan.size));
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
  await started.stop();
} finally {
  await drop();
}

/**
 * Seconds of CPU that PostgreSQL has used so far in all its processes, those that have ended too;
 * NaN when it does not run here.
 */
function postgresCpu(): number {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const stats = all.map(
    (name) =>
      read(`/proc/${name}/stat`).split(" (postgres) ")[1]?.split(" ") ?? [],
  );
  // Of user and system, its own and that of those that have ended, in hundredths.
  const used = stats.flatMap((fields) => fields.slice(11, 15).map(Number));
  return used.length === 0
    ? NaN
    : used.reduce((sum, hundredths) => sum + hundredths) / 100;
}

/** Nothing when the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
