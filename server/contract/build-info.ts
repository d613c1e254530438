import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { contractVersion } from "../../generated/calls.ts";
import { title } from "../../generated/constants.ts";
import { root } from "./load.ts";

/** The commit that was built, which bundle-server.js writes here; not defined in a checkout. */
declare const BUILD_COMMIT: string | undefined;

/**
 * The version of the contract, and the commit. Only operators see the commit: it is in no response
 * of the API.
 */
export interface BuildInfo {
  version: string;
  /**
   * 12 hexadecimal digits, then `-dirty` when files differ from the commit. `unknown` without git.
   */
  commit: string;
}

let known: BuildInfo | undefined;

/** Returns the build that runs. A checkout asks git, once. */
export function buildInfo(): BuildInfo {
  known ??= { version: contractVersion, commit: ownCommit() };
  return known;
}

/** Returns a line for a person, e.g. `Library API 1.3.0 (commit 9b507bb391c1)`. */
export function buildLine(): string {
  const { version, commit } = buildInfo();
  return `${title} ${version} (commit ${commit})`;
}

const ownCommit = (): string =>
  typeof BUILD_COMMIT === "string"
    ? BUILD_COMMIT
    : commitOfFolder(fileURLToPath(root));

/** Returns the commit of a checkout; `unknown` when git, or the folder `.git`, is absent. */
export function commitOfFolder(folder: string): string {
  if (!existsSync(`${folder}.git`)) return "unknown";
  // Without tags, so that git always writes the digits of the commit.
  const options = ["--always", "--dirty", "--abbrev=12", "--exclude=*"];
  const args = ["-C", folder, "describe", ...options];
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return status === 0 ? stdout.trim() : "unknown";
}
