import { existsSync, statfsSync, type StatsFs } from "node:fs";
import { dirname, join } from "node:path";
import { descriptors } from "../../http/connections.ts";
import { permanentHint, probe } from "../../limits/redis-connection.ts";
import { buildLine } from "../../contract/build-info.ts";
import { bytesInMegabyte } from "../../settings/quotas.ts";
import { redisNodes } from "../../settings/redis-nodes.ts";
import { readSettings, type Settings } from "../../settings/settings.ts";
import { reasonOf } from "../../store/errors.ts";
import { FolderInUse } from "../../store/open/folder-lock.ts";
import { flag, optional, readArguments } from "../command.ts";
import {
  type Check,
  type Checks,
  error,
  type Finding,
  run,
  warning,
} from "./check.ts";
import { checkDatabase } from "./database.ts";
import type { DeepOptions } from "./rows.ts";

/**
 * Finds faults of a deployment, with the settings of its servers. The doctor opens the database and
 * Redis itself.
 */
export const doctor = {
  usage: "[--deep] [--export FILE] [--json]",
  summary:
    "check the settings, this machine, the database and Redis; each error with what to do (status 1); with --deep also " +
    "whether rows are missing, which reads every row; with --export also whether the database has each row of an exported file",
  /** @returns what to print, and the status of the process */
  run: async (
    args: string[],
    env: NodeJS.ProcessEnv,
  ): Promise<{ text: string; code: number }> => {
    const { deep, export: exportFile } = readArguments(args, {
      deep: flag,
      export: optional("FILE"),
    }).values;
    const isDeep = deep === true || exportFile !== undefined;
    const checks = await examine(env, isDeep ? { exportFile } : undefined);
    const isHealthy = checks.every(({ state }) => state !== "error");
    const text = args.includes("--json")
      ? JSON.stringify({ healthy: isHealthy, checks })
      : inLines(checks);
    return { text, code: isHealthy ? 0 : 1 };
  },
};

async function examine(
  env: NodeJS.ProcessEnv,
  deep: DeepOptions | undefined,
): Promise<Check[]> {
  const machine = await run(ofMachine, undefined);
  let settings: Settings;
  try {
    settings = readSettings(env);
  } catch (reason) {
    return [
      ...(await oneCheck(
        "settings",
        error(reasonOf(reason), "Correct the settings."),
      )),
      ...machine,
    ];
  }
  return [
    ...(await oneCheck("settings", "can be read")),
    ...machine,
    ...(await run(ofDisk, settings)),
    ...(await examineDatabase(settings, deep)),
    ...(await examineRedis(settings.redisUrl)),
  ];
}

const oneCheck = (name: string, finding: Finding) =>
  run({ [name]: () => finding }, undefined);

/** Opens the database without running a migration, as the doctor changes nothing. */
async function examineDatabase(
  settings: Settings,
  deep: DeepOptions | undefined,
): Promise<Check[]> {
  const { databaseUrl, dataDir } = settings;
  try {
    if (databaseUrl !== undefined) {
      const { openUnchecked } = await import("../../store/open/unchecked.ts");
      const { database, close } = openUnchecked(databaseUrl);
      return await checkDatabase(database, settings, deep).finally(close);
    }
    if (!existsSync(join(dataDir, "pglite")))
      return await oneCheck(
        "database",
        `${dataDir} has none yet; the first start makes it`,
      );
    const { openEmbedded } = await import("../../store/open/embedded.ts");
    const { database, close } = await openEmbedded(dataDir, { by: "operator" });
    return await checkDatabase(database, settings, deep).finally(close);
  } catch (reason) {
    if (reason instanceof FolderInUse)
      return oneCheck(
        "database",
        deep
          ? error(
              `a server has ${dataDir} open, so its rows cannot be read`,
              "Stop that server, and run the doctor again.",
            )
          : `a server has ${dataDir} open; ask /readyz of that server whether it is well`,
      );
    return oneCheck("database", error(reasonOf(reason)));
  }
}

/** Node, whose version each command checks first, and the files that a process may open. */
const ofMachine: Checks<void> = {
  build: () => buildLine(),
  node: () => process.version,
  descriptors: () => {
    const limit = descriptors();
    const found = `this process may open ${limit} files and sockets; half are for connections of callers`;
    if (limit >= 8192) return found;
    const hint = "Raise it: LimitNOFILE=65536 in systemd, or ulimit -n 65536.";
    return limit < 1024 ? error(found, hint) : warning(found, hint);
  },
};

/** The disk of the data folder. PostgreSQL's own disk cannot be seen from here. */
const ofDisk: Checks<Settings> = {
  disk: ({ dataDir, databaseUrl }) => {
    const { bavail, blocks, bsize } = statfsOf(
      databaseUrl === undefined ? dataDir : ".",
    );
    const megabytes = Math.round((bavail * bsize) / bytesInMegabyte);
    const share = blocks === 0 ? 0 : Math.round((100 * bavail) / blocks);
    const whose =
      databaseUrl === undefined
        ? "of DATA_DIR"
        : "of this machine, not PostgreSQL's";
    const found = `${megabytes} MiB (${share} %) of the disk ${whose} are free`;
    if (megabytes >= 1024 && share >= 5) return found;
    const hint = "Make room: without it nothing can be written.";
    return megabytes < 100 ? error(found, hint) : warning(found, hint);
  },
};

/** Reads the file system of the nearest folder that exists. */
function statfsOf(folder: string): StatsFs {
  try {
    return statfsSync(folder);
  } catch (reason) {
    if (dirname(folder) === folder) throw reason;
    return statfsOf(dirname(folder));
  }
}

/** Asks Redis, and each node where there are several. */
const examineRedis = async (url: string | undefined): Promise<Check[]> => {
  if (url === undefined)
    return oneCheck(
      "redis",
      "not set: each server counts rate limits on its own, which is right for one server",
    );
  const nodes = redisNodes(url);
  const findings = nodes.map(async (node) => {
    const { host } = new URL(node);
    const question = nodes.length > 1 ? "CLUSTER INFO" : "SET";
    try {
      const milliseconds = await probe(node, question);
      return `${host} responds in ${milliseconds.toFixed(1)} ms`;
    } catch (failure) {
      const reason = reasonOf(failure);
      const away =
        "Correct REDIS_URL, or start Redis: until then each server counts on its own.";
      return error(
        `${host} (REDIS_URL): ${reason}`,
        permanentHint(reason) ?? away,
      );
    }
  });
  const checks = findings.map(async (found) => oneCheck("redis", await found));
  return (await Promise.all(checks)).flat();
};

/** Prints one line for each check. */
function inLines(checks: Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks
    .map(({ name, state, found, hint }) => {
      const line = `${state.padEnd(7)}  ${name.padEnd(width)}  ${found.replaceAll(/\s+/g, " ")}`;
      return hint === undefined ? line : `${line.replace(/\.$/, "")}. ${hint}`;
    })
    .join("\n");
}
