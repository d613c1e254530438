import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { nodeArguments } from "./process.ts";

const tsx = import.meta.resolve("tsx");

/** How a program ended, and what it printed. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program of this repository to its end, e.g. `openapi/diff/main.ts`, or of its copy in another folder. */
export function run(
  file: string,
  args: string[] = [],
  cwd = ".",
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const program = cwd === "." ? nodeArguments(file) : ["--import", tsx, resolve(cwd, file)];
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: Infinity };
  return new Promise((done) => {
    execFile(process.execPath, [...program, ...args], options, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}
