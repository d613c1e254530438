import { execFileSync, fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { reservePort } from "../../openapi/mock/reserve-port.ts";
import { createKey } from "../../server/auth/keys.ts";
import type { OpenStore } from "../../server/store/open/open-store.ts";

/** Keys with full access, the n-th of the workspace that is given for n. */
export async function makeKeys(
  store: OpenStore,
  count: number,
  workspace: (n: number) => string,
): Promise<string[]> {
  const keys: string[] = [];
  for (let n = 0; n < count; n++) {
    const options = { workspace: workspace(n), scopes: ["*" as const] };
    const { key } = await createKey(store, options);
    keys.push(key);
  }
  return keys;
}

/** A server in a process of its own. */
export interface BenchServer {
  address: string;
  /** Microseconds of CPU that its process has used so far. */
  cpu: () => Promise<number>;
  stop: () => Promise<void>;
}

/** A test run has built it. */
let isBuilt = process.env["TEST_RUN"] !== undefined;
function build(): void {
  if (!isBuilt)
    execFileSync("npm", ["run", "-s", "build"], {
      stdio: ["ignore", "ignore", "inherit"],
    });
  isBuilt = true;
}

const tsx = ["--import", import.meta.resolve("tsx")];
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Three operations as an experienced engineer would write them by hand, without a contract. */
export async function startByHand(DATABASE_URL: string): Promise<BenchServer> {
  return start(path("by-hand.ts"), await reservePort(0), tsx, { DATABASE_URL });
}

/** Three operations on Express, express-openapi-validator and pg, as their documentation shows. */
export async function startOrdinary(
  DATABASE_URL: string,
): Promise<BenchServer> {
  // It reads the published contract, which the build writes.
  build();
  return start(path("ordinary.ts"), await reservePort(0), tsx, {
    DATABASE_URL,
    NODE_ENV: "production",
  });
}

/**
 * Starts this API's server as it is deployed, with keys, rate limit, validation of requests and
 * responses, and its log.
 */
export async function startThisServer(
  DATABASE_URL: string,
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  build();
  return startBuilt(path("../.."), DATABASE_URL, settings);
}

/** A server that `npm run build` has made in a folder, which may be one of another commit. */
export async function startBuilt(
  folder: string,
  DATABASE_URL: string,
  settings: Record<string, string>,
): Promise<BenchServer> {
  const program = join(folder, "dist/server/main.js");
  return start(program, await reservePort(0), [], {
    DATABASE_URL,
    LOG_LEVEL: "info",
    REDIS_URL: "",
    TRUST_PROXY: "",
    ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
    LOCAL_WEBHOOKS: "true",
    ...settings,
  });
}

/** A module that reports to the bench how much CPU the process has used, and ends with the bench. */
const preloaded = `process.on("message", () => process.send(process.cpuUsage()));
process.on("disconnect", () => process.exit());`;

/**
 * Starts a program that listens on a port. What it prints goes nowhere, its log included; faults
 * are shown.
 */
async function start(
  program: string,
  port: number,
  loaders: string[],
  settings: Record<string, string>,
): Promise<BenchServer> {
  const child = fork(program, {
    execArgv: [...loaders, "--import", `data:text/javascript,${preloaded}`],
    env: { ...process.env, ...settings, HOST: "127.0.0.1", PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const address = `http://127.0.0.1:${port}`;
  await untilItResponds(program, child, address);
  return {
    address,
    cpu: async () => {
      child.send("cpu");
      const [{ user, system }] = (await once(child, "message")) as [
        NodeJS.CpuUsage,
      ];
      return user + system;
    },
    stop: async () => {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

/** Waits until the server of a process responds. Fails when it ends before, or after 50 seconds. */
async function untilItResponds(
  program: string,
  child: ChildProcess,
  address: string,
): Promise<void> {
  for (let attempt = 1; attempt <= 1000; attempt++) {
    if (await responds(address)) return;
    if (child.exitCode !== null) break;
    await delay(50);
  }
  throw new Error(`${program} does not respond.`);
}

const responds = (address: string) =>
  fetch(address).then(
    () => true,
    () => false,
  );
