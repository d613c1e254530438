import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { reservePort } from "../../openapi/mock/main.ts";
import { createKey } from "../../server/auth/keys.ts";
import { openEmbedded } from "../../server/store/embedded.ts";
import { openPostgres } from "../../server/store/postgres.ts";
import { createDatabase } from "../support/database.ts";

/** A store, as the server's settings say where it is. */
export interface BenchStore {
  settings: { DATA_DIR: string; DATABASE_URL: string };
  keys: string[];
  remove: () => Promise<void>;
}

/** Makes a store with this many keys of one workspace: a database on a PostgreSQL server, or else an embedded one in the folder. */
export async function makeStore(
  folder: string,
  server: string | undefined,
  keyCount: number,
): Promise<BenchStore> {
  const { url, drop } = server === undefined ? embedded : await createDatabase(server);
  const store = url === "" ? await openEmbedded(folder) : await openPostgres(url);
  const keys: string[] = [];
  while (keys.length < keyCount)
    keys.push((await createKey(store, { workspace: "bench", scopes: ["*"] })).key);
  await store.close();
  return { settings: { DATA_DIR: folder, DATABASE_URL: url }, keys, remove: drop };
}
const embedded = { url: "", drop: () => Promise.resolve() };

/** A server in a process of its own. */
export interface BenchServer {
  address: string;
  /** Microseconds of CPU that its process has used so far. */
  cpu: () => Promise<number>;
  stop: () => Promise<void>;
}

const tsx = ["--import", import.meta.resolve("tsx")];
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Three operations as an experienced engineer would write them by hand: the yardstick. */
export async function startByHand({ settings }: BenchStore): Promise<BenchServer> {
  return start(path("by-hand.ts"), await reservePort(0), tsx, settings);
}

/** This API's server as it is deployed: keys, rate limit, validation of requests and responses, and its log. */
export async function startThisServer({ settings }: Pick<BenchStore, "settings">): Promise<BenchServer> {
  build();
  return start(path("../../dist/server/main.js"), await reservePort(0), [], {
    ...settings,
    LOG_LEVEL: "info",
    REDIS_URL: "",
    TRUST_PROXY: "",
    ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
    LOCAL_WEBHOOKS: "true",
  });
}

const isTest = process.env["TEST_RUN"] !== undefined;
/** A test run has built it. */
let isBuilt = isTest;
function build(): void {
  if (!isBuilt) execFileSync("npm", ["run", "-s", "build"], { stdio: ["ignore", "ignore", "inherit"] });
  isBuilt = true;
}

/** Starts a program that listens on a port. What it prints goes nowhere, its log included; faults are shown. */
async function start(
  program: string,
  port: number,
  loaders: string[],
  settings: Record<string, string>,
): Promise<BenchServer> {
  const child = fork(program, {
    // To compile the embedded store, which is WebAssembly, well takes longer than a test runs.
    execArgv: [
      ...loaders,
      "--import",
      import.meta.resolve("./report-cpu.js"),
      ...(isTest ? ["--liftoff-only"] : []),
    ],
    env: { ...process.env, ...settings, HOST: "127.0.0.1", PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const address = `http://127.0.0.1:${port}`;
  for (let attempt = 1; !(await responses(address)); attempt++) {
    if (child.exitCode !== null || attempt === 1000) throw new Error(`${program} does not respond.`);
    await delay(50);
  }
  return {
    address,
    cpu: async () => {
      child.send("cpu");
      const [{ user, system }] = (await once(child, "message")) as [NodeJS.CpuUsage];
      return user + system;
    },
    stop: async () => {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

const responses = (address: string) =>
  fetch(address).then(
    () => true,
    () => false,
  );
