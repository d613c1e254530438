import { createApp } from "./app.ts";
import { readConfig, type Config } from "./config.ts";
import { loadContract } from "./contract/load.ts";
import { createValidator } from "./contract/validator.ts";
import { listen } from "./http.ts";
import { createKey, listKeys } from "./keys/keys.ts";
import { createMemoryLimiter, createRedisLimiter } from "./limiter.ts";
import { createLog } from "./log.ts";
import { serveOperator } from "./operator/socket.ts";
import { openEmbedded } from "./store/embedded.ts";
import { openPostgres } from "./store/postgres.ts";
import type { OpenStore } from "./store/store.ts";

/** Reads the settings, opens the store, listens, and shuts down cleanly. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const validator = await createValidator(loadContract());
  const store = await openStore(config);
  const limiter =
    config.redisUrl === undefined ? createMemoryLimiter() : await createRedisLimiter(config.redisUrl, log);
  const app = createApp({ validator, store, limiter, log, trustProxy: config.trustProxy });
  const stopOperator =
    config.databaseUrl === undefined ? await serveOperator(config.dataDir, store) : () => undefined;
  const { address, close } = await listen(app, limiter, config);
  console.log(await welcome(config, store, address));

  const stop = async (signal: NodeJS.Signals) => {
    log.info({ signal }, "shutting down");
    await close();
    stopOperator();
    await limiter.close();
    await store.close();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, (name) => void stop(name));
}

function openStore({ databaseUrl, dataDir }: Config): Promise<OpenStore> {
  return databaseUrl === undefined ? openEmbedded(dataDir) : openPostgres(databaseUrl);
}

/** What a person needs to start: the address, the docs and, for an empty embedded store, a key. */
async function welcome(config: Config, store: OpenStore, address: string): Promise<string> {
  const lines = [`Contacts API  ${address}`, `Docs          ${address}/docs`];
  if (config.databaseUrl === undefined) {
    lines.push(`Data          ${config.dataDir} (embedded: survives a killed process, not a power cut)`);
    if ((await listKeys(store)).length === 0) {
      const { key } = await createKey(store, { workspace: "demo", scopes: ["*"], name: "first key" });
      lines.push(
        "",
        `Your key, shown only now:  ${key}`,
        `Try it:  curl -H "Authorization: Bearer ${key}" ${address}/v1/contacts`,
      );
    }
  } else if (config.redisUrl === undefined) {
    lines.push("Rate limits   counted per process; set REDIS_URL to share them between processes");
  }
  return `\n${lines.join("\n")}\n`;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
