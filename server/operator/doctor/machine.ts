import { statfsSync, type StatsFs } from "node:fs";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { descriptors } from "../../http/connections.ts";
import { connectRedis, permanentHint, whenReady } from "../../limits/redis.ts";
import { nodeHint } from "../../build/node-version.js";
import type { Config } from "../settings.ts";
import { reasonOf } from "../../store/errors.ts";
import { type Checks, error, warning } from "./check.ts";

/** Node, and the files that a process may open. */
export const ofMachine: Checks<void> = {
  node: () => {
    const hint = nodeHint();
    return hint === undefined ? process.version : error(`${process.version} is too old`, hint);
  },
  descriptors: () => {
    const limit = descriptors();
    const found = `this process may open ${limit} files and sockets; half are for connections of callers`;
    if (limit >= 8192) return found;
    const hint = "Raise it: LimitNOFILE=65536 in systemd, or ulimit -n 65536.";
    return limit < 1024 ? error(found, hint) : warning(found, hint);
  },
};

/** The disk of the data folder. PostgreSQL's own disk cannot be seen from here. */
export const ofDisk: Checks<Config> = {
  disk: ({ dataDir, databaseUrl }) => {
    const { bavail, blocks, bsize } = statfsOf(databaseUrl === undefined ? dataDir : ".");
    const megabytes = Math.round((bavail * bsize) / 1024 ** 2);
    const share = Math.round((100 * bavail) / blocks);
    const whose = databaseUrl === undefined ? "of DATA_DIR" : "of this machine, not PostgreSQL's";
    const found = `${megabytes} MiB (${share} %) of the disk ${whose} are free`;
    if (megabytes >= 1024 && share >= 5) return found;
    const hint = "Make room: without it nothing can be written.";
    return megabytes < 100 ? error(found, hint) : warning(found, hint);
  },
};

/** Of the nearest folder that exists. */
function statfsOf(folder: string): StatsFs {
  try {
    return statfsSync(folder);
  } catch (reason) {
    if (dirname(folder) === folder) throw reason;
    return statfsOf(dirname(folder));
  }
}

export const ofRedis: Checks<Config> = {
  redis: async ({ redisUrl }) => {
    if (redisUrl === undefined)
      return "not set: each server counts rate limits on its own, which is right for one server";
    const redis = connectRedis(redisUrl, () => null);
    const { host } = new URL(redisUrl);
    try {
      const late = setTimeout(3000, undefined, { ref: false }).then(() => {
        throw new Error("it does not respond");
      });
      await Promise.race([whenReady(redis), late]);
      const began = performance.now();
      await redis.ping();
      return `${host} responds in ${(performance.now() - began).toFixed(1)} ms`;
    } catch (failure) {
      const reason = reasonOf(failure);
      const away = "Correct REDIS_URL, or start Redis: until then each server counts on its own.";
      return error(`${host} (REDIS_URL): ${reason}`, permanentHint(reason) ?? away);
    } finally {
      redis.disconnect();
    }
  },
};
