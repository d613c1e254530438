import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const tsx = import.meta.resolve("tsx");

/** How a program ended, and what it printed. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a TypeScript program of this repository to its end, e.g. `openapi/gate/main.ts`, in a folder. */
export function run(file: string, args: string[] = [], cwd = "."): Promise<Ended> {
  const program = pathToFileURL(resolve(cwd, file)).pathname;
  return new Promise((done) => {
    execFile(
      process.execPath,
      ["--import", tsx, program, ...args],
      { cwd, maxBuffer: Infinity },
      (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}
