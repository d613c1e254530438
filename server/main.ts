import type { Express } from "express";
import { setTimeout } from "node:timers/promises";
import { createApp } from "./app.ts";
import { readArguments } from "./arguments.ts";
import { readConfig, type Config } from "./config.ts";
import { loadContract } from "./contract/load.ts";
import { createValidator } from "./contract/validator/validator.ts";
import type { Demo } from "./demo/demo.ts";
import { openEncryption } from "./encryption/encryption.ts";
import { isKeyOf } from "./encryption/fingerprint.ts";
import { findKeys } from "./encryption/key.ts";
import { listen } from "./http/listen.ts";
import { messageClasses } from "./http/messages.ts";
import { createKey, listKeys } from "./keys/keys.ts";
import { createMemoryLimiter, createRedisLimiter, type Limiter } from "./limiter.ts";
import { createLog } from "./log.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { serveOperator } from "./operator/socket.ts";
import { startRetention } from "./retention.ts";
import { openStore } from "./store/open.ts";
import { hasSchema } from "./store/schema.ts";
import type { OpenStore, Store } from "./store/store.ts";
import { createSender } from "./delivery/send.ts";
import { startWorker, type Worker } from "./delivery/worker.ts";

/**
 * How long a stop takes after draining, at most, in milliseconds: requests have ten seconds, delivery attempts eighteen.
 */
const longestStop = 30_000;

const unknownKey =
  "The webhooks' secrets were encrypted with another key than ENCRYPTION_KEY; their deliveries fail. Add that key to " +
  "ENCRYPTION_KEY, after the present one and a comma. If it is lost, run: npm run -s operator -- reset-secrets";

/** Reads the settings, opens the store, listens, and shuts down cleanly. */
async function main(): Promise<void> {
  const { demo: wantsDemo } = readArguments(process.argv.slice(2));
  // Only this user may read the files that the store writes.
  process.umask(0o077);
  const config = readConfig(process.env);
  findKeys(config); // a missing key ends the start before anything is opened
  const log = createLog(config.logLevel);
  const contract = loadContract();
  // The store opens while the contract is compiled.
  const [store, validator] = await Promise.all([openStore(config, config), createValidator(contract)]);
  await requireSchema(store);
  const encryption = openEncryption(config);
  const { cipher } = encryption;
  if (!(await isKeyOf(store, encryption.keys))) log.error(unknownKey);
  const demo = wantsDemo ? await (await import("./demo/demo.ts")).fillDemo(store, console.log) : undefined;
  const windows =
    config.redisUrl === undefined ? createMemoryLimiter() : await createRedisLimiter(config.redisUrl, log);
  const sender = createSender(config.localWebhooks);
  const worker = startWorker({ store, cipher, sender, log });
  const metrics = await openMetrics(config, store, windows, worker);
  const { limiter = windows, meter } = metrics ?? {};
  // Only when traces are wanted is their library loaded.
  const tracing = config.traces ? (await import("./tracing/tracing.ts")).startTracing(log) : undefined;
  const { tracer } = tracing ?? {};
  const leaving = new AbortController();
  const { signal } = leaving;
  const app = createApp({
    ...config,
    validator,
    store,
    cipher,
    limiter,
    log,
    leaving: signal,
    meter,
    tracer,
  });
  const stopOperator =
    config.databaseUrl === undefined
      ? await serveOperator(config.dataDir, store, encryption)
      : () => undefined;
  const stopRetention = startRetention(store, log);
  const { address, close } = await listen(app, limiter, {
    ...config,
    isProxy: proxies(app),
    leaving: signal,
    classes: messageClasses(app),
  });
  console.log(welcome(config, address, metrics?.address, demo ?? (await firstKey(config, store))));

  const stop = async (name: NodeJS.Signals) => {
    log.info({ signal: name }, "shutting down");
    leaving.abort();
    // Ctrl+C is pressed where no balancer needs time.
    const drain = name === "SIGTERM" ? config.drain : 0;
    globalThis
      .setTimeout(() => {
        log.flush();
        console.error("The shutdown took too long and was cut off.");
        process.exit(1);
      }, drain + longestStop)
      .unref();
    await setTimeout(drain);
    await close();
    await worker.stop();
    sender.close();
    stopRetention();
    stopOperator();
    metrics?.close();
    await tracing?.close();
    await limiter.close();
    await store.close();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, (name) => void stop(name));
}

/** @throws Error when the database lacks something that this version needs, such as a table that was dropped */
async function requireSchema(store: OpenStore): Promise<void> {
  if (await hasSchema(store.database)) return;
  await store.close();
  throw new Error(
    "The database lacks tables or columns that its migrations made: they were dropped, or a backup was restored in " +
      "part. Restore a whole backup into an empty database.",
  );
}

/** Tells the addresses of the proxies in `TRUST_PROXY`, which connect on behalf of many clients. */
function proxies(app: Express): (address: string) => boolean {
  const isTrusted = app.get("trust proxy fn") as (address: string, hop: number) => boolean;
  return (address) => isTrusted(address, 0);
}

/** Metrics, when a port is set for them. Only then is their library loaded. */
async function openMetrics(
  { metricsPort, host, databaseUrl, dataDir }: Config,
  store: OpenStore,
  limiter: Limiter,
  worker: Worker,
): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const { startMetrics } = await import("./metrics/metrics.ts");
  const folder = databaseUrl === undefined ? dataDir : undefined;
  return startMetrics({ store, limiter, worker, folder }, { host, port: metricsPort });
}

/** A key for an embedded store that has none, and a path to read with it. */
async function firstKey({ databaseUrl }: Config, store: Store): Promise<Demo | undefined> {
  if (databaseUrl !== undefined || (await listKeys(store)).length > 0) return undefined;
  const { key } = await createKey(store, { workspace: "main", scopes: ["*"], name: "first key" });
  return { key, path: "/v1/contacts" };
}

/** The first lines for a person: the addresses and, when there is a new key, a call with it. */
function welcome(
  { databaseUrl, redisUrl, dataDir }: Config,
  address: string,
  metrics: string | undefined,
  made: Demo | undefined,
): string {
  const lines = [`Contacts API  ${address}`, `Docs          ${address}/docs`];
  if (metrics !== undefined) lines.push(`Metrics       ${metrics}`);
  if (databaseUrl === undefined) {
    lines.push(`Data          ${dataDir} (embedded: survives a killed process, not a power cut)`);
  } else if (redisUrl === undefined) {
    lines.push("Rate limits   counted per process; set REDIS_URL to share them between processes");
  }
  if (made) {
    lines.push(
      "",
      `Your key, shown only now:  ${made.key}`,
      `Try it:  curl -H "Authorization: Bearer ${made.key}" ${address}${made.path}`,
    );
  }
  return `\n${lines.join("\n")}\n`;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
