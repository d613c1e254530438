import { execFile } from "node:child_process";
import { compilerMemory } from "./snapshot.ts";

/** The programs that `npm run dev` runs in a snapshot: name → arguments of Node. */
export const programs = {
  compiler: [
    "node_modules/typescript-7/bin/tsc",
    "--pretty",
    "false",
    "--incremental",
    "--tsBuildInfoFile",
    compilerMemory,
  ],
  diff: ["--import", "tsx", "openapi/diff/main.ts"],
  docs: ["--import", "tsx", "openapi/docs/main.ts", "--page-only"],
};

/** The exit code and the output of a program. */
interface ProgramResult {
  code: number | null;
  output: string;
}

/**
 * Runs a program to its end.
 * @param signal kills the program
 */
export async function run(
  args: string[],
  cwd: string,
  signal: AbortSignal,
): Promise<ProgramResult> {
  const options = {
    cwd,
    signal,
    killSignal: "SIGKILL",
    maxBuffer: Infinity,
  } as const;
  return new Promise((done, fail) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (signal.aborted) fail(signal.reason as Error);
      else
        done({
          code: error ? Number(error.code) : 0,
          output: (stdout + stderr).trim(),
        });
    });
  });
}

/**
 * Prints the result of a step with the time since the edit.
 * @param since the time of the edit, by `performance.now()`
 * @param problems follow the line
 */
export const printStep = (
  step: string,
  since: number,
  result: string,
  problems = "",
) =>
  console.log(
    `${step.padEnd(7)}${String(Math.round(performance.now() - since)).padStart(6)} ms  ${result}${problems && `\n\n${problems}\n`}`,
  );

/** The folders of errors, the most important first. */
const folderOrder = ["server/", "client/", "openapi/", "generated/", "test/"];
const maxErrors = 10;

/**
 * Shortens the output of the compiler: the first errors, with errors of the server before errors of
 * tests, and the count.
 */
export function compilerReport(output: string): string {
  const rank = (error: string) =>
    folderOrder.findIndex((folder) => error.startsWith(folder));
  const errors = output.split(/\n(?=\S)/).sort((a, b) => rank(a) - rank(b));
  const hidden = errors.length - maxErrors;
  const more =
    hidden > 0 ? [`and ${hidden} more, which npm run types lists`] : [];
  const count = `${errors.length} ${errors.length === 1 ? "error" : "errors"}`;
  return [...errors.slice(0, maxErrors), ...more, count].join("\n");
}
