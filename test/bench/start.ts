import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { makeStore, type BenchStore } from "./stores.ts";

/** From a start to the first response, memory when idle, and what the steps before a start take. */

const { TEST_DATABASE_URL } = process.env;
const { values: options } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, json: { type: "boolean" } },
});
const rounds = Number(options.rounds);
const encryptionKey = Buffer.alloc(32).toString("base64");

const forms = {
  "npm start": ["--import", "tsx", "server/main.ts"],
  "npm run build": ["dist/server/main.js"],
};
const steps = {
  lint: "npm run -s lint",
  generate: "npm run -s generate",
  docs: "npm run -s docs",
  "generate && docs": "npm run -s generate && npm run -s docs",
  "contract unchanged": "node --import tsx openapi/tools/up-to-date.ts",
};

interface Start {
  /** Milliseconds from the start of the process to the end of the first response. */
  milliseconds: number;
  /** Resident memory in MB two seconds later. */
  megabytes: number;
}

async function start(command: string[], key: string, settings: Record<string, string>): Promise<Start> {
  const begun = performance.now();
  const env = { ...process.env, PORT: "0", LOG_LEVEL: "warn", REDIS_URL: "", METRICS_PORT: "", ...settings };
  const child = spawn(process.execPath, command, { env, stdio: ["ignore", "pipe", "inherit"] });
  let address: string | undefined;
  for await (const line of createInterface(child.stdout)) {
    address = /Contacts API +(\S+)/.exec(line)?.[1];
    if (address !== undefined) break;
  }
  if (address === undefined) throw new Error(`${command.join(" ")} did not start.`);
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${address}/v1/contacts?limit=1`, { headers });
  await response.text();
  const milliseconds = performance.now() - begun;
  if (response.status !== 200) throw new Error(`The first response is ${response.status}.`);
  await delay(2000);
  const megabytes =
    Number(execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)], { encoding: "utf8" })) / 1024;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  return { milliseconds, megabytes };
}

function timeOf(command: string): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(command, { shell: true, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
  return performance.now() - begun;
}

const sorted = (values: number[]) => values.toSorted((a, b) => a - b).map(Math.round);
const median = (values: number[]) => sorted(values)[Math.floor(values.length / 2)];
const best = (values: number[]) => sorted(values)[0];

async function main(folder: string): Promise<void> {
  execFileSync("npm", ["run", "-s", "build"], { stdio: ["ignore", "ignore", "inherit"] });
  const stores: Record<string, BenchStore> = {
    embedded: await makeStore(join(folder, "embedded"), undefined, 1),
    ...(TEST_DATABASE_URL && { PostgreSQL: await makeStore(join(folder, "keys"), TEST_DATABASE_URL, 1) }),
  };

  const rows = Object.entries(forms).flatMap(([form, command]) =>
    Object.entries(stores).map(([store, { keys, settings }]) => ({
      ...{ form, store, command, settings },
      key: keys[0] ?? "",
      starts: new Array<Start>(),
    })),
  );
  const times = new Map(Object.keys(steps).map((step) => [step, [] as number[]]));
  // Rounds in which everything is measured once, so that no noise favours anyone.
  for (let round = 1; round <= rounds; round++) {
    for (const { command, key, settings, starts } of rows) {
      starts.push(await start(command, key, { ENCRYPTION_KEY: encryptionKey, ...settings }));
    }
    for (const [step, command] of Object.entries(steps)) times.get(step)?.push(timeOf(command));
    console.error(`round ${round} of ${rounds}`);
  }
  for (const { remove } of Object.values(stores)) await remove();

  const starts = rows.map(({ form, store, starts }) => {
    const responses = starts.map(({ milliseconds }) => milliseconds);
    const megabytes = median(starts.map(({ megabytes }) => megabytes));
    return { form, store, milliseconds: median(responses), best: best(responses), megabytes };
  });
  const before = [...times].map(([step, all]) => ({ step, milliseconds: median(all), best: best(all) }));
  // With --json standard output is for a program; a person still sees the tables.
  const show = options.json ? console.error : console.log;
  for (const { form, store, milliseconds, best, megabytes } of starts) {
    show(
      `${form.padEnd(15)}${store.padEnd(12)}first response ${milliseconds} ms (best ${best}), idle ${megabytes} MB`,
    );
  }
  for (const { step, milliseconds, best } of before)
    show(`${step.padEnd(27)}${milliseconds} ms (best ${best})`);
  show(`Medians of ${rounds} rounds. Node ${process.version}, ${availableParallelism()} cores.`);
  if (options.json) console.log(JSON.stringify({ rounds, starts, steps: before }));
}

const folder = mkdtempSync(join(tmpdir(), "contacts-bench-start-"));
try {
  await main(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
