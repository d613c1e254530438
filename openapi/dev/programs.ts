import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import type { Verdict } from "./linter.ts";

/** What the compiler remembers between two edits. */
export const compilerMemory = `${tmpdir()}/contacts-dev-${process.pid}.tsbuildinfo`;

/** The programs of this repository that `npm run dev` runs at an edit, as Node's arguments. */
export const programs = {
  compiler: [
    "node_modules/typescript-7/bin/tsc",
    ...["--pretty", "false", "--incremental"],
    ...["--tsBuildInfoFile", compilerMemory],
  ],
  diff: [
    ...["--import", "tsx", "openapi/diff/main.ts"],
    ...["openapi/released/openapi.yaml", "openapi/openapi.yaml"],
    ...["--approvals", "openapi/approved-breaks.yaml"],
  ],
  docs: ["--import", "tsx", "openapi/docs/main.ts"],
};

/**
 * Makes a function that runs a program to its end.
 * @param signal ends what runs
 */
export const createRun =
  (cwd: string, signal: AbortSignal) =>
  (args: string[]): Promise<Verdict> =>
    promisify(execFile)(process.execPath, args, { cwd, maxBuffer: Infinity, signal }).then(
      ({ stdout }) => ({ clean: true, output: stdout.trim() }),
      ({ stdout = "", stderr = "" }: { stdout?: string; stderr?: string }) => ({
        clean: false,
        output: `${stdout}\n${stderr}`.trim(),
      }),
    );
