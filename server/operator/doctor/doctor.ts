import { existsSync } from "node:fs";
import { join } from "node:path";
import { readConfig, type Config } from "../settings.ts";
import { reasonOf } from "../../store/errors.ts";
import { FolderInUse } from "../../store/folder-lock.ts";
import { readArguments } from "../command.ts";
import { type Check, error, type Finding, run } from "./check.ts";
import { checkDatabase } from "./database.ts";
import { ofDisk, ofMachine, ofRedis } from "./machine.ts";

/** Says what is wrong with a deployment, with the settings that its servers have. It opens by itself what it needs. */
export const doctor = {
  usage: "[--json]",
  summary: "check the settings, this machine, the database and Redis; each error with what to do (status 1)",
  /** @returns what to print, and the status of the process */
  run: async (args: string[], env: NodeJS.ProcessEnv): Promise<{ text: string; code: number }> => {
    readArguments(args, {});
    const checks = await examine(env);
    const isHealthy = checks.every(({ state }) => state !== "error");
    const text = args.includes("--json") ? JSON.stringify({ healthy: isHealthy, checks }) : inLines(checks);
    return { text, code: isHealthy ? 0 : 1 };
  },
};

async function examine(env: NodeJS.ProcessEnv): Promise<Check[]> {
  const machine = await run(ofMachine, undefined);
  let config: Config;
  try {
    config = readConfig(env);
  } catch (reason) {
    return [...(await only("settings", error(reasonOf(reason), "Correct the settings."))), ...machine];
  }
  return [
    ...(await only("settings", "can be read")),
    ...machine,
    ...(await run(ofDisk, config)),
    ...(await examineDatabase(config)),
    ...(await run(ofRedis, config)),
  ];
}

const only = (name: string, finding: Finding) => run({ [name]: () => finding }, undefined);

/** Opens the database without running a migration, as the doctor changes nothing. */
async function examineDatabase(config: Config): Promise<Check[]> {
  const { databaseUrl, dataDir } = config;
  try {
    if (databaseUrl !== undefined) {
      const { openForReading } = await import("../../store/postgres.ts");
      const { database, close } = openForReading(databaseUrl);
      return await checkDatabase(database, config).finally(close);
    }
    if (!existsSync(join(dataDir, "pglite")))
      return await only("database", `${dataDir} has none yet; the first start makes it`);
    const { openEmbedded } = await import("../../store/embedded.ts");
    const { database, close } = await openEmbedded(dataDir, { by: "operator" });
    return await checkDatabase(database, config).finally(close);
  } catch (reason) {
    if (reason instanceof FolderInUse)
      return only("database", `a server has ${dataDir} open; /readyz of that server says how it is`);
    return only("database", error(reasonOf(reason)));
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
