import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundleServer } from "../../openapi/tools/bundle-server.ts";

const { TEST_RUN = "" } = process.env;
const folder = join(TEST_RUN, "built");

/** The embedded store is WebAssembly. To compile it well takes longer than a test runs. */
const quickly = "--liftoff-only";

/** What node is given to run the built programs, by their sources. They start with a fourth of the work that TypeScript costs at each start. */
export const builtPrograms: Record<string, string[]> = {
  "server/main.ts": [quickly, join(folder, "server/main.js")],
  "server/operator/main.ts": [quickly, join(folder, "server/operator.js")],
};

/** Builds the server once for all projects of a run, beside the contract, docs and packages of this repository. */
export default async function buildServer(): Promise<() => void> {
  const removeRun = () => rmSync(TEST_RUN, { recursive: true, force: true });
  if (existsSync(folder)) return removeRun;
  mkdirSync(join(folder, "server/demo"), { recursive: true });
  for (const name of ["openapi", "generated", "node_modules", "package.json", "server/demo/data"])
    symlinkSync(resolve(name), join(folder, name));
  await bundleServer(folder);
  return removeRun;
}
