import { build, type Plugin } from "esbuild";
import { readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { madeOnce } from "./made-once.ts";

/** The tools that tests run most. They start no program in TypeScript themselves. */
export const tools = [
  "lint",
  "diff",
  "generate",
  "docs",
  "mock",
  "conformance",
].map((name) => `openapi/${name}/main.ts`);

/** Keeps the address of each source file, as the tools find their other files by it. */
const keepAddresses: Plugin = {
  name: "keep-addresses",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/openapi\/.*\.[jt]s$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll(
        "import.meta.url",
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: path.endsWith(".ts") ? "ts" : "js",
    })),
};

/** The tools as plain JavaScript. They start in half of the time of TypeScript. */
export const builtTools = (): Promise<string> =>
  madeOnce("tools", async (folder) => {
    await build({
      entryPoints: tools,
      outdir: folder,
      outbase: ".",
      bundle: true,
      splitting: true,
      packages: "external",
      plugins: [keepAddresses],
      format: "esm",
      platform: "node",
      target: "node20",
      logLevel: "error",
    });
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
    symlinkSync(resolve("package.json"), join(folder, "package.json"));
  });
