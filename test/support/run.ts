import { execFile } from "node:child_process";
import { resolve } from "node:path";

const tsx = import.meta.resolve("tsx");

/** How a program ended, and what it printed. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a TypeScript program of this repository to its end, e.g. `openapi/diff/main.ts`, in a folder. */
export function run(file: string, args: string[] = [], cwd = "."): Promise<Ended> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      ["--import", tsx, resolve(cwd, file), ...args],
      { cwd, maxBuffer: Infinity },
      (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}
