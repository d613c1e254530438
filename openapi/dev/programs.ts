import { execFile } from "node:child_process";
import { compilerMemory } from "./snapshot.ts";

/** The programs of this repository that `npm run dev` runs in a snapshot, as Node's arguments. */
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

/** How a program ended, and what it printed. */
interface Ended {
  code: number | null;
  output: string;
}

/**
 * Runs a program to its end.
 * @param signal ends it
 */
export async function run(
  args: string[],
  cwd: string,
  signal: AbortSignal,
): Promise<Ended> {
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

/** One line for each step: what it made, and how long after the edit. What is wrong follows it. */
export const say = (step: string, since: number, result: string, wrong = "") =>
  console.log(
    `${step.padEnd(7)}${String(Math.round(performance.now() - since)).padStart(6)} ms  ${result}${wrong && `\n\n${wrong}\n`}`,
  );

const order = ["server/", "client/", "openapi/", "generated/", "test/"];
const most = 10;

/** The compiler's errors, those of the server before those of the tests, and how many more there are. */
export function compilerReport(output: string): string {
  const rank = (error: string) =>
    order.findIndex((folder) => error.startsWith(folder));
  const errors = output.split(/\n(?=\S)/).sort((a, b) => rank(a) - rank(b));
  const hidden = errors.length - most;
  const more =
    hidden > 0 ? [`and ${hidden} more, which npm run types lists`] : [];
  const count = `${errors.length} ${errors.length === 1 ? "error" : "errors"}`;
  return [...errors.slice(0, most), ...more, count].join("\n");
}
