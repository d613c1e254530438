import { tryLock } from "fs-native-extensions";
import { closeSync, existsSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** What all processes of a test run share; undefined outside of one. */
export const runFolder = process.env["TEST_RUN"];

/**
 * Makes what several files of a run need when the first of them asks for it; the others wait for that. `make` writes it to
 * the path that it gets, which this returns.
 */
export async function madeOnce(name: string, make: (path: string) => void | Promise<void>): Promise<string> {
  if (runFolder === undefined) throw new Error(`${name} is made in a test run only.`);
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
