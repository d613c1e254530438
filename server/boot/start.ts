import type { Express } from "express";
import type { Logger } from "pino";
import { createApp } from "../app.ts";
import type { Settings } from "../settings/settings.ts";
import { loadContract } from "../contract/load.ts";
import { createValidator } from "../contract/validator.ts";
import { createSender } from "../webhooks/send.ts";
import { startWorker } from "../webhooks/worker.ts";
import {
  type Cipher,
  type Encryption,
  howToAddKey,
  isKeyOf,
  openEncryption,
} from "../auth/encryption.ts";
import { boundedLines } from "../http/access-log.ts";
import { listen, messageClasses } from "../http/listen.ts";
import { createKey, listKeys } from "../auth/keys.ts";
import { createMemoryLimiter } from "../limits/limiter.ts";
import { createRedisLimiter } from "../limits/redis.ts";
import type { Measured } from "../telemetry/metrics.ts";
import { serveOperator } from "../operator/socket.ts";
import { createRetention } from "./retention.ts";
import { watchSchema } from "./schema-watch.ts";
import { openStore } from "../store/open/open.ts";
import { hasSchema } from "../store/readiness.ts";
import type { OpenStore } from "../store/open/open-store.ts";
import type { Store } from "../store/store.ts";

/** A server that listens. */
export type Running = Awaited<ReturnType<typeof startServer>>;

/**
 * Starts everything that the settings ask for.
 * @throws Error with one message, which says what to change
 */
export async function startServer(
  settings: Settings,
  log: Logger,
  { demo: isDemoWanted }: { demo: boolean },
) {
  const { store, validator } = await openStoreAndContract(settings);
  const encryption = openEncryption(settings);
  const { cipher } = encryption;
  if (!(await isKeyOf(store, encryption.keys)))
    log.error(
      "The webhooks' secrets were encrypted with a key that this server does not have; their deliveries fail. " +
        howToAddKey(settings),
    );
  const counter = await openLimiter(settings, log);
  const jobs = startJobs(settings, { store, cipher, log });
  const telemetry = await startTelemetry(settings, log, {
    ...jobs,
    store,
    limiter: counter,
    deprecated: validator.deprecations.elements,
  });
  const { limiter = counter, meter, tracer } = telemetry;
  const leaving = new AbortController();
  const app = createApp({
    ...settings,
    validator,
    store,
    cipher,
    limiter,
    log,
    meter,
    tracer,
    leaving: leaving.signal,
    isWhole: jobs.schema.isWhole,
  });
  const stopOperator = await openOperator(settings, store, encryption);
  const logRawError = boundedLines(log);
  const { address, close } = await listen(app, limiter, {
    ...settings,
    isProxy: proxyTest(app),
    noteRawError: (fields) => {
      logRawError(fields);
      telemetry.countRawError?.(fields);
    },
    leaving: leaving.signal,
    classes: messageClasses(app),
  });
  // Only now, as a server that cannot listen adds no data, and shows nobody the key.
  const demo = isDemoWanted ? await openDemo(store) : undefined;
  jobs.retention.start();
  return {
    address,
    metrics: telemetry.address,
    /** A new key, and a path to read with it: of the demo, or of a new embedded store. */
    example: demo ?? (await firstKey(settings, store)),
    /** The workspace for which a key can be made. */
    workspace: await firstWorkspace(store),
    /** Makes `/readyz` respond 503; requests are still served. */
    leave: () => leaving.abort(),
    /**
     * Waits for requests, at most ten seconds, and for attempts of deliveries, at most eighteen;
     * then closes everything.
     */
    stop: async () => {
      await close();
      await jobs.stop();
      stopOperator();
      await telemetry.stop();
      await limiter.close();
      await store.close();
    },
  };
}

/**
 * Opens the store while the contract is compiled.
 * @throws Error when the database lacks what this version needs
 */
async function openStoreAndContract(settings: Settings) {
  const [store, validator] = await Promise.all([
    openStore(settings, { ...settings, report: console.log }),
    createValidator(loadContract()),
  ]);
  await requireSchema(store);
  return { store, validator };
}

/** Opens the count of the rate limit: in Redis, where all servers share it, or in memory. */
const openLimiter = ({ redisUrl }: Settings, log: Logger) =>
  redisUrl === undefined
    ? createMemoryLimiter()
    : createRedisLimiter(redisUrl, log);

/**
 * Starts what runs beside the requests: the deliveries of webhooks and the comparison of the
 * schema. The retention is started later.
 */
function startJobs(
  { localWebhooks }: Settings,
  { store, cipher, log }: { store: OpenStore; cipher: Cipher; log: Logger },
) {
  const sender = createSender(localWebhooks);
  const worker = startWorker({ store, cipher, sender, log });
  const retention = createRetention(store, log);
  const schema = watchSchema(store, log);
  const stop = async () => {
    await worker.stop();
    sender.close();
    retention.stop();
    schema.stop();
  };
  return { worker, retention, schema, stop };
}

/** Starts the metrics and the traces that the settings ask for. */
async function startTelemetry(
  settings: Settings,
  log: Logger,
  measured: Omit<Measured, "folder">,
) {
  const metrics = await openMetrics(settings, measured);
  const tracing = settings.traces ? await openTracing(log) : undefined;
  const stop = async () => {
    metrics?.close();
    await tracing?.close();
  };
  return { ...metrics, tracer: tracing?.tracer, stop };
}

/** Lets operator commands reach the embedded store, which no other process can open. */
const openOperator = (
  { databaseUrl, dataDir }: Settings,
  store: Store,
  encryption: Encryption,
) =>
  databaseUrl === undefined
    ? serveOperator(dataDir, store, encryption)
    : () => undefined;

/** @throws Error when a later version has removed a table or a column that this one needs */
async function requireSchema(store: OpenStore): Promise<void> {
  if (await hasSchema(store.database)) return;
  await store.close();
  throw new Error(
    "The database lacks tables or columns that this version needs. Start the version that has migrated it last, or restore " +
      "a whole backup into an empty database.",
  );
}

/**
 * Returns a test for addresses: true for a proxy in `TRUST_PROXY`, which connects on behalf of many
 * clients.
 */
function proxyTest(app: Express): (address: string) => boolean {
  const isTrusted = app.get("trust proxy fn") as (
    address: string,
    hop: number,
  ) => boolean;
  return (address) => isTrusted(address, 0);
}

/**
 * Fills the demo. Its code is loaded only for it.
 * @returns a key of the demo, and a path to read with it; undefined when the demo was there before
 */
async function openDemo(store: Store) {
  const { createDemoKey, fillDemo } = await import("./demo/demo.ts");
  const path = await fillDemo(store, console.log);
  if (path === undefined) return undefined;
  const { key } = await createDemoKey(store);
  return { key, path };
}

/** Starts the traces. Their library is loaded only for them. */
async function openTracing(log: Logger) {
  const { startTracing } = await import("../telemetry/tracing.ts");
  return startTracing(log);
}

/** Starts the metrics, when a port is set for them. Their library is loaded only for them. */
async function openMetrics(
  { metricsPort, metricsHost, databaseUrl, dataDir }: Settings,
  measured: Omit<Measured, "folder">,
) {
  if (metricsPort === undefined) return undefined;
  const { startMetrics } = await import("../telemetry/metrics.ts");
  const folder = databaseUrl === undefined ? dataDir : undefined;
  const where = { host: metricsHost, port: metricsPort };
  return startMetrics({ ...measured, folder }, where);
}

/** The name of the oldest workspace, which may be any name; `main` when there is none yet. */
async function firstWorkspace({ database }: Store): Promise<string> {
  const oldest = await database
    .selectFrom("workspaces")
    .select("name")
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return oldest?.name ?? "main";
}

/** Creates a key in an embedded store that has none; returns it with a path to read. */
async function firstKey({ databaseUrl }: Settings, store: Store) {
  if (databaseUrl !== undefined || (await listKeys(store)).length > 0)
    return undefined;
  const { key } = await createKey(store, {
    workspace: "main",
    scopes: ["*"],
    name: "first key",
  });
  return { key, path: "/v1/contacts" };
}
