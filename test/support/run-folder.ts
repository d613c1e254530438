import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { writeBundles } from "../../openapi/generate/bundles.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { isGenerated } from "../../openapi/up-to-date.js";
import { dropDatabase } from "./database.ts";
import { memoryFolder } from "./stores-folder.ts";

const folder = process.env["TEST_RUN"] ?? "";
/** Where the folders of runs are: that of the run, and that of its embedded stores. */
const parents = [dirname(folder), memoryFolder].filter(existsSync);

/**
 * Makes the folder that all processes of a run share, and the bundles of the contract, which
 * servers show.
 */
export default async function makeRunFolder(): Promise<() => Promise<void>> {
  if (!isGenerated())
    throw new Error(
      "generated/ is not of the contract as it is now. Run: npm run generate",
    );
  const { contract } = await readContract();
  writeBundles(contract);
  removeAbandoned();
  mkdirSync(folder, { recursive: true });
  return async () => {
    if (!existsSync(folder)) return; // each project has called this
    // The databases that stores were copied from: each of these files holds the address of one.
    for (const name of readdirSync(folder).filter((each) =>
      /^postgres-\w+$/.test(each),
    ))
      await dropDatabase(readFileSync(join(folder, name), "utf8"));
    for (const parent of parents) removeRun(join(parent, basename(folder)));
  };
}

/**
 * Removes this user's folders of runs that were killed before their end. Each has the number of its
 * process in its name.
 */
function removeAbandoned(): void {
  for (const parent of parents)
    for (const entry of readdirSync(parent)) {
      const [, id] = /^contacts-test-(\d+)$/.exec(entry) ?? [];
      const path = join(parent, entry);
      if (id !== undefined && isOwn(path) && !isRunning(Number(id)))
        removeRun(path);
    }
}

const isOwn = (path: string) =>
  lstatSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.();
const removeRun = (path: string) =>
  rmSync(path, { recursive: true, force: true });

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // somebody else's
  }
}
