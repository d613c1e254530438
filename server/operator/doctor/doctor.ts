import { existsSync } from "node:fs";
import { join } from "node:path";
import { readConfig, type Config } from "../settings.ts";
import { FolderInUse } from "../../store/folder-lock.ts";
import { hintFor, reasonOf } from "../../store/errors.ts";
import { readArguments } from "../arguments.ts";
import type { CommandApart } from "../command.ts";
import { not, ok, type Check } from "./check.ts";
import { checkDatabase } from "./database.ts";
import { checkMachine } from "./machine.ts";
import { checkRedis } from "./redis.ts";

/** Says what is wrong with a deployment, with the settings that its servers have. */
export const doctor: CommandApart = {
  usage: "[--json]",
  summary: "check the settings, this machine, the database and Redis; each error with what to do (status 1)",
  run: async (args, env) => {
    readArguments(args, {});
    const checks = await examine(env);
    const isHealthy = checks.every(({ state }) => state !== "error");
    const text = args.includes("--json") ? JSON.stringify({ healthy: isHealthy, checks }) : inLines(checks);
    return { text, code: isHealthy ? 0 : 1 };
  },
};

async function examine(env: NodeJS.ProcessEnv): Promise<Check[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    return [not("settings", true, reasonOf(error), "Correct the settings."), ...checkMachine(undefined)];
  }
  const database = await examineDatabase(config);
  return [
    ok("settings", "can be read"),
    ...checkMachine(config),
    ...database,
    await checkRedis(config.redisUrl),
  ];
}

/** Opens the database without running a migration, as the doctor changes nothing. */
async function examineDatabase(config: Config): Promise<Check[]> {
  const { databaseUrl, dataDir } = config;
  try {
    if (databaseUrl !== undefined) {
      const { openForReading } = await import("../../store/postgres.ts");
      const { database, close } = openForReading(databaseUrl);
      return await checkDatabase(database, config).finally(close);
    }
    if (!existsSync(join(dataDir, "pglite"))) {
      return [ok("database", `${dataDir} has none yet; the first start makes it`)];
    }
    const { openEmbedded } = await import("../../store/embedded.ts");
    const { database, close } = await openEmbedded(dataDir, { tables: "as they are" });
    return await checkDatabase(database, config).finally(close);
  } catch (error) {
    if (error instanceof FolderInUse)
      return [ok("database", `a server has ${dataDir} open; /readyz of that server says how it is`)];
    const hint = hintFor(error) ?? "Correct DATABASE_URL, or start that PostgreSQL.";
    return [not("database", true, reasonOf(error), databaseUrl === undefined ? "Set DATA_DIR." : hint)];
  }
}

/** One line for each check. */
function inLines(checks: Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks
    .map(({ name, state, found, hint }) => {
      const line = `${state.padEnd(7)}  ${name.padEnd(width)}  ${found.replaceAll(/\s+/g, " ")}`;
      return hint === undefined ? line : `${line.replace(/\.$/, "")}. ${hint}`;
    })
    .join("\n");
}
