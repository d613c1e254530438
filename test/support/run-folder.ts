import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { writeBundles } from "../../openapi/generate/bundles.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { isGenerated } from "../../openapi/up-to-date.js";
import { dropDatabase } from "./database.ts";

const folder = process.env["TEST_RUN"] ?? "";

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
    rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * Removes the folders of runs that were killed before their end. Each has the number of its process
 * in its name.
 */
function removeAbandoned(): void {
  for (const name of readdirSync(dirname(folder))) {
    const [, id] = /^contacts-test-(\d+)$/.exec(name) ?? [];
    if (id !== undefined && !isRunning(Number(id)))
      rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // somebody else's
  }
}
