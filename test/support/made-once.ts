import { tryLock } from "fs-native-extensions";
import { execFileSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isUpToDate } from "../../openapi/up-to-date.js";
import { bundleServer } from "../../server/build/bundle-server.js";

/** The folder that all processes of a test run share; undefined outside of a test run. */
export const runFolder = process.env["TEST_RUN"];

/**
 * Makes what several files of a run need when the first of them asks for it; the others wait for
 * that. `make` writes it to the path that it gets, which this returns.
 */
export async function madeOnce(
  name: string,
  make: (path: string) => void | Promise<void>,
): Promise<string> {
  if (runFolder === undefined)
    throw new Error(`${name} is made in a test run only.`);
  const path = join(runFolder, name);
  const lock = openSync(`${path}.lock`, "a+");
  try {
    while (!tryLock(lock)) await setTimeout(20);
    if (!existsSync(path)) await make(path);
  } catch (error) {
    rmSync(path, { recursive: true, force: true });
    throw error;
  } finally {
    closeSync(lock);
  }
  return path;
}

/**
 * The server and its command line as plain JavaScript, beside the contract and packages of this
 * repository. They start in a fourth of the time of TypeScript.
 */
export const builtServer = (): Promise<string> =>
  madeOnce("server", async (folder) => {
    mkdirSync(join(folder, "server/boot/demo"), { recursive: true });
    for (const name of [
      "openapi",
      "generated",
      "node_modules",
      "package.json",
      "server/boot/demo/data",
    ])
      symlinkSync(resolve(name), join(folder, name));
    await bundleServer(folder);
  });

/** Builds `generated/docs/`, unless it is of the files as they are now. */
export const buildDocs = (): Promise<string> =>
  madeOnce("docs", (path) => {
    if (!isUpToDate("docs"))
      execFileSync("npm", ["run", "-s", "docs"], {
        stdio: ["ignore", "ignore", "inherit"],
      });
    writeFileSync(path, "");
  });

/** Builds `dist/`, for a file that reads it. */
export const build = (): Promise<string> =>
  madeOnce("build", (path) => {
    execFileSync("npm", ["run", "-s", "build"], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    writeFileSync(path, "");
  });
