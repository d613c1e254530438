import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { writeBundles } from "../../openapi/generate/bundles.ts";
import { bundleServer } from "../../server/build/bundle-server.ts";

const { TEST_RUN = "" } = process.env;
const folder = join(TEST_RUN, "built");

/** The embedded store is WebAssembly. To compile it well takes longer than a test runs. */
const quickly = "--liftoff-only";

/** What node is given to run the built programs, by their sources. They start with a fourth of the work that TypeScript costs at each start. */
export const builtPrograms: Record<string, string[]> = {
  "server/main.ts": [quickly, join(folder, "server/main.js")],
  "server/operator/main.ts": [quickly, join(folder, "server/operator.js")],
};

/** Builds the server and the bundles of the contract once for all projects of a run, beside the contract, docs and packages of this repository. */
export default async function buildServer(): Promise<() => void> {
  const removeRun = () => rmSync(TEST_RUN, { recursive: true, force: true });
  if (existsSync(folder)) return removeRun;
  writeBundles();
  removeAbandoned();
  mkdirSync(join(folder, "server/demo"), { recursive: true });
  for (const name of ["openapi", "generated", "node_modules", "package.json", "server/demo/data"])
    symlinkSync(resolve(name), join(folder, name));
  await bundleServer(folder);
  return removeRun;
}

/** Removes the folders of runs that were killed before their end. Each has the number of its process in its name. */
function removeAbandoned(): void {
  for (const name of readdirSync(dirname(TEST_RUN))) {
    const [, id] = /^contacts-test-(\d+)$/.exec(name) ?? [];
    if (id !== undefined && !isRunning(Number(id)))
      rmSync(join(dirname(TEST_RUN), name), { recursive: true, force: true });
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // somebody else's
  }
}
