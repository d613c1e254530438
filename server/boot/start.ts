import type { Express } from "express";
import type { Logger } from "pino";
import { createApp } from "../app.ts";
import type { Settings } from "../settings/settings.ts";
import { loadContract } from "../contract/load.ts";
import { createValidator } from "../contract/validator.ts";
import { createSender } from "../webhooks/send.ts";
import { startWorker } from "../webhooks/worker.ts";
import { isKeyOf, openEncryption } from "../auth/encryption.ts";
import { boundedLines } from "../http/access-log.ts";
import { listen, messageClasses } from "../http/listen.ts";
import { createKey, listKeys } from "../auth/keys.ts";
import { createMemoryLimiter } from "../limits/limiter.ts";
import { createRedisLimiter } from "../limits/redis.ts";
import type { Measured } from "../telemetry/metrics.ts";
import { serveOperator } from "../operator/socket.ts";
import { createRetention } from "./retention.ts";
import { watchSchema } from "./schema-watch.ts";
import { openStore } from "../store/open.ts";
import { hasSchema } from "../store/migrate.ts";
import type { OpenStore, Store } from "../store/store.ts";

/** A server that listens. */
export type Running = Awaited<ReturnType<typeof startServer>>;

const unknownKey =
  "The webhooks' secrets were encrypted with another key than ENCRYPTION_KEY; their deliveries fail. Add that key to " +
  "ENCRYPTION_KEY, after the present one and a comma. If it is lost, run: npm run -s operator -- reset-secrets";

/**
 * Starts everything that the settings ask for.
 * @throws Error with one message, which says what to change
 */
export async function startServer(
  settings: Settings,
  log: Logger,
  { demo: isDemoWanted }: { demo: boolean },
) {
  const contract = loadContract();
  // The store opens while the contract is compiled.
  const [store, validator] = await Promise.all([
    openStore(settings, { ...settings, report: console.log }),
    createValidator(contract),
  ]);
  await requireSchema(store);
  const encryption = openEncryption(settings);
  const { cipher } = encryption;
  if (!(await isKeyOf(store, encryption.keys))) log.error(unknownKey);
  const demo = isDemoWanted ? await openDemo(store) : undefined;
  const plainLimiter =
    settings.redisUrl === undefined
      ? createMemoryLimiter()
      : await createRedisLimiter(settings.redisUrl, log);
  const sender = createSender(settings.localWebhooks);
  const worker = startWorker({ store, cipher, sender, log });
  const retention = createRetention(store, log);
  const schema = watchSchema(store, log);
  const metrics = await openMetrics(settings, {
    store,
    schema,
    deprecated: validator.deprecations.elements,
    limiter: plainLimiter,
    worker,
    retention,
  });
  // With metrics, the limiter is wrapped: its decisions are counted.
  const { limiter = plainLimiter, meter } = metrics ?? {};
  const tracing = settings.traces ? await openTracing(log) : undefined;
  const leaving = new AbortController();
  const parts = {
    validator,
    store,
    cipher,
    limiter,
    log,
    meter,
    tracer: tracing?.tracer,
  };
  const app = createApp({
    ...settings,
    ...parts,
    leaving: leaving.signal,
    isWhole: schema.isWhole,
  });
  const stopOperator =
    settings.databaseUrl === undefined
      ? await serveOperator(settings.dataDir, store, encryption)
      : () => undefined;
  const logRawError = boundedLines(log);
  const { address, close } = await listen(app, limiter, {
    ...settings,
    isProxy: proxyTest(app),
    noteRawError: (fields) => {
      logRawError(fields);
      metrics?.countRawError(fields);
    },
    leaving: leaving.signal,
    classes: messageClasses(app),
  });
  retention.start();
  return {
    address,
    metrics: metrics?.address,
    /** A new key, and a path to read with it: of the demo, or of a new embedded store. */
    example: (await demo?.example()) ?? (await firstKey(settings, store)),
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
      await worker.stop();
      sender.close();
      retention.stop();
      schema.stop();
      stopOperator();
      metrics?.close();
      await tracing?.close();
      await limiter.close();
      await store.close();
    },
  };
}

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
 * Returns the test whether an address is that of a proxy in `TRUST_PROXY`, which connects on behalf
 * of many clients.
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
 * @returns a function that makes a key of the demo, to be called when the server listens, as only
 *   then somebody sees the key; undefined when the demo was there before
 */
async function openDemo(store: OpenStore) {
  const { createDemoKey, fillDemo } = await import("./demo/demo.ts");
  const path = await fillDemo(store, console.log);
  if (path === undefined) return undefined;
  return {
    example: async () => ({ key: (await createDemoKey(store)).key, path }),
  };
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
