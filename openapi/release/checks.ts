import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const tsx = ["--import", import.meta.resolve("tsx")];
const pathOf = (file: string) => join(root, file);

/** A command that has to end well before a release. */
interface Check {
  says: string;
  /** The file that the command reads; a repository of the contract alone has none. */
  reads: string;
  args: string[];
}

const checks: Check[] = [
  {
    says: "npm run lint finds problems",
    reads: "redocly.yaml",
    args: [...tsx, pathOf("openapi/lint/main.ts")],
  },
  {
    says: "generated/ is not of this contract",
    reads: "generated/manifest.json",
    args: [...tsx, pathOf("openapi/generate/main.ts"), "--check"],
  },
  {
    says: "npm run types finds errors, also in the programs of callers in test/consumers",
    reads: "test/consumers",
    args: [pathOf("node_modules/typescript-7/bin/tsc")],
  },
];

/**
 * Checks the contract, what is generated from it and the programs of callers.
 * @throws Error that names the first check that fails, with its output
 */
export function requireChecks(isMajor: boolean): void {
  for (const { says, reads, args } of checks) {
    if (!existsSync(pathOf(reads))) continue;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: root,
      encoding: "utf8",
    });
    if (status === 0) continue;
    const advice =
      isMajor && reads === "test/consumers" ? `\n${majorAdvice}` : "";
    throw new Error(
      `Nothing was released, as ${says}:\n${(stdout + stderr).trim()}${advice}`,
    );
  }
}

/** Advice on the changes that a new major version needs beside the contract. */
export const majorAdvice =
  "This is a new major version. Callers of the version before need its server: keep a branch of it, with its paths and " +
  "test/consumers. Here let paths begin with the new version, e.g. /v2, and write consumers of it.";
