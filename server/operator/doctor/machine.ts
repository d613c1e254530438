import { statfsSync, type StatsFs } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../settings.ts";
import { descriptors } from "../../http/connections.ts";
import { nodeHint } from "../../build/node-version.js";
import { not, ok, type Check } from "./check.ts";

/** Checks Node, the open files and the disk of this machine. */
export function checkMachine(config: Pick<Config, "dataDir" | "databaseUrl"> | undefined): Check[] {
  return [checkNode(), checkDescriptors(), ...(config ? [checkDisk(config)] : [])];
}

function checkNode(): Check {
  const hint = nodeHint();
  if (hint === undefined) return ok("node", process.version);
  return not("node", true, `${process.version} is too old`, hint);
}

function checkDescriptors(): Check {
  const limit = descriptors();
  const found = `this process may open ${limit} files and sockets; half are for connections of callers`;
  if (limit >= 8192) return ok("descriptors", found);
  return not(
    "descriptors",
    limit < 1024,
    found,
    "Raise it: LimitNOFILE=65536 in systemd, or ulimit -n 65536.",
  );
}

/** The disk of the data folder. PostgreSQL's own disk cannot be seen from here. */
function checkDisk({ dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">): Check {
  const { bavail, blocks, bsize } = statfsOf(databaseUrl === undefined ? dataDir : ".");
  const megabytes = Math.round((bavail * bsize) / 1024 ** 2);
  const share = Math.round((100 * bavail) / blocks);
  const whose = databaseUrl === undefined ? "of DATA_DIR" : "of this machine, not PostgreSQL's";
  const found = `${megabytes} MiB (${share} %) of the disk ${whose} are free`;
  if (megabytes >= 1024 && share >= 5) return ok("disk", found);
  return not("disk", megabytes < 100, found, "Make room: without it nothing can be written.");
}

/** Of the nearest folder that exists. */
function statfsOf(folder: string): StatsFs {
  try {
    return statfsSync(folder);
  } catch (error) {
    if (dirname(folder) === folder) throw error;
    return statfsOf(dirname(folder));
  }
}
