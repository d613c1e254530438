import { spawn } from "node:child_process";
import { once } from "node:events";
import { compilerMemory } from "./snapshot.ts";

/** The programs of this repository that `npm run dev` runs in a snapshot, as Node's arguments. */
export const programs = {
  compiler: [
    "node_modules/typescript-7/bin/tsc",
    ...["--pretty", "false", "--incremental", "--tsBuildInfoFile", compilerMemory],
  ],
  diff: ["--import", "tsx", "openapi/diff/main.ts"],
  docs: ["--import", "tsx", "openapi/docs/main.ts", "--page-only"],
};

/** How a program ended, and what it printed. */
export interface Ended {
  code: number | null;
  output: string;
}

/**
 * Runs a program to its end.
 * @param signal ends it, and what it started
 */
export async function run(args: string[], cwd: string, signal: AbortSignal): Promise<Ended> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, args, { cwd, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  };
  signal.addEventListener("abort", end);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  signal.removeEventListener("abort", end);
  signal.throwIfAborted();
  return { code, output: output.trim() };
}
