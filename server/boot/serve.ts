import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { findKeys } from "../auth/encryption.ts";
import { buildInfo, buildLine } from "../contract/build-info.ts";
import { misspeltSettings } from "../settings/misspelt.ts";
import { readSettings, type Settings } from "../settings/settings.ts";
import { createLog, unbuffered } from "../telemetry/log.ts";
import { type Running, startServer } from "./start.ts";

/** The maximum time of a stop after draining, in milliseconds. */
const maxStopTime = 30_000;
/**
 * The number of signals that cut a stop off. It is three, as one Ctrl+C is two signals: the
 * terminal sends one to the server, and `npm start` passes its own on.
 */
const signalsToCutOff = 3;

/**
 * Reads the settings, starts the server, and stops it at a signal. If any of this fails, ends
 * the process with one message.
 */
export function serve(args: string[]): Promise<void> {
  return startAndStop(args).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
}

async function startAndStop(args: string[]): Promise<void> {
  const options = readArguments(args);
  // Only this user may read the files that the store writes.
  process.umask(0o077);
  for (const warning of misspeltSettings(process.env)) console.error(warning);
  const settings = readSettings(process.env);
  findKeys(settings); // a missing key ends the start before anything is opened
  // The first line, before the start prints anything.
  createLog(settings.logLevel, unbuffered()).info(buildInfo(), "starting");
  const log = createLog(settings.logLevel);
  const server = await startServer(settings, log, options);
  let signals = 0;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    // Ctrl+C is pressed on a machine without a load balancer, which would need time to drain.
    const drain = signal === "SIGTERM" ? settings.drain : 0;
    process.on(signal, () => {
      signals++;
      if (signals === 1) void stop(server, drain, log.child({ signal }));
      if (signals === signalsToCutOff)
        cutOff(log, "The shutdown was cut off by another signal.");
    });
  }
  // Last, as who reads it may send a signal.
  console.log(banner(settings, server));
}

const help = `npm start [-- --demo | --version]

Starts the server with its docs. With --demo it fills the workspace demo once; with --version it only prints its version and commit.
Settings are environment variables, which server/OPERATIONS.md lists.`;

/**
 * Reads the arguments after `npm start --`. For `--help` and `--version` it ends the process.
 * @throws Error that shows the known arguments
 */
function readArguments(args: string[]): { demo: boolean } {
  if (args.includes("--help")) {
    console.log(help);
    process.exit();
  }
  if (args.includes("--version")) {
    console.log(buildLine());
    process.exit();
  }
  const unknown = args.filter((argument) => argument !== "--demo");
  if (unknown.length > 0)
    throw new Error(`Unknown argument: ${unknown.join(" ")}.\n${help}`);
  return { demo: args.includes("--demo") };
}

/** Stops the server after `drain` milliseconds, and ends the process when that takes too long. */
async function stop(
  server: Running,
  drain: number,
  log: Logger,
): Promise<void> {
  log.info("shutting down");
  server.leave();
  globalThis
    .setTimeout(
      () => cutOff(log, "The shutdown took too long and was cut off."),
      drain + maxStopTime,
    )
    .unref();
  await setTimeout(drain);
  await server.stop();
}

function cutOff(log: Logger, why: string): never {
  log.flush();
  console.error(why);
  process.exit(1);
}

/** The first lines for a person: the addresses, and a new key with a call, or how to get a key. */
export function banner(
  { databaseUrl, redisUrl, dataDir }: Settings,
  {
    address: listening,
    metrics,
    example,
    workspace,
  }: Pick<Running, "address" | "metrics" | "example" | "workspace">,
): string {
  const address = browsable(listening);
  const lines = [`Contacts API  ${address}`, `Docs          ${address}/docs`];
  if (metrics !== undefined) lines.push(`Metrics       ${browsable(metrics)}`);
  if (address !== listening) {
    lines.push(
      "Listens       on every address of this machine, or of this container (HOST)",
    );
  }
  if (databaseUrl === undefined) {
    lines.push(
      `Data          ${dataDir} (embedded: survives a killed process, not a power cut)`,
    );
  } else if (redisUrl === undefined) {
    lines.push(
      "Rate limits   counted per process; set REDIS_URL to share them between processes",
    );
  }
  if (example) {
    lines.push(
      "",
      `Your key, shown only now:  ${example.key}`,
      `Try it:  curl -H "Authorization: Bearer ${example.key}" ${address}${example.path}`,
    );
  } else {
    // A name that a shell would not read as one plain word is not shown.
    const name = /^[\w.-]+$/.test(workspace) ? workspace : "NAME";
    lines.push(
      `Keys          a new one: npm run -s keys -- create --workspace ${name} --scopes "*"`,
    );
  }
  return `\n${lines.join("\n")}\n`;
}

/**
 * Returns an address that a browser on this machine can open: 0.0.0.0 and :: mean all addresses of
 * the machine.
 */
const browsable = (address: string) =>
  address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
