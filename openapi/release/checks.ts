import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const tsx = ["--import", import.meta.resolve("tsx")];
const pathOf = (file: string) => join(root, file);

/** A command that must succeed before a release. */
interface Check {
  /** The problem when the command fails. */
  problem: string;
  /**
   * A file that the command reads. Without it the check is skipped, as in a repository with only a
   * contract.
   */
  neededFile: string;
  args: string[];
}

const checks: Check[] = [
  {
    problem: "npm run lint finds problems",
    neededFile: "redocly.yaml",
    args: [...tsx, pathOf("openapi/lint/main.ts")],
  },
  {
    problem: "generated/ is not of this contract",
    neededFile: "generated/manifest.json",
    args: [...tsx, pathOf("openapi/generate/main.ts"), "--check"],
  },
  {
    problem:
      "npm run types finds errors, also in the programs of callers in test/consumers",
    neededFile: "test/consumers",
    args: [pathOf("node_modules/typescript-7/bin/tsc")],
  },
];

/**
 * Checks the contract, what is generated from it and the programs of callers.
 * @throws Error that names the first check that fails, with its output
 */
export function requireChecks(isMajor: boolean): void {
  for (const { problem, neededFile, args } of checks) {
    if (!existsSync(pathOf(neededFile))) continue;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: root,
      encoding: "utf8",
    });
    if (status === 0) continue;
    const advice =
      isMajor && neededFile === "test/consumers" ? `\n${majorAdvice}` : "";
    throw new Error(
      `Nothing was released, as ${problem}:\n${(stdout + stderr).trim()}${advice}`,
    );
  }
}

/** Advice for a new major version, which needs more than a new contract. */
export const majorAdvice =
  "This is a new major version. Callers of the version before need its server: keep a branch of it, with its paths. " +
  "Here let paths begin with the new version, e.g. /v2." +
  (existsSync(pathOf("test/consumers"))
    ? " Keep test/consumers in the branch, and write consumers of the new version here."
    : "");
