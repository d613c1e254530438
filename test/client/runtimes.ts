import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

/** What `npm install --prefix test/runtimes` installs, as CI does. What is absent is left out of the tests. */
const folder = resolve("test/runtimes/node_modules");
const present = (paths: string[]) => paths.map((path) => resolve(folder, path)).filter(existsSync);

/** Programs of Node: the one that runs the tests, and others. */
export const nodes = [
  process.execPath,
  ...present(["node-22/bin/node", "node-24/bin/node", "node-26/bin/node"]),
];
export const [bun] = present(["@oven/bun-linux-x64/bin/bun"]);
export const [deno] = present(["@deno/linux-x64-glibc/deno"]);
export const [jest] = present(["jest/bin/jest.js"]);
export const [miniflare] = present(["miniflare"]);

/** The compilers of consumers. */
export const compilers = [
  resolve("node_modules/typescript/bin/tsc"),
  ...present(["typescript-5.4/bin/tsc", "typescript-6/bin/tsc", "typescript-7/bin/tsc"]),
];

/** Loads a package that is installed there. */
export const load = createRequire(resolve(folder, "x.js"));
