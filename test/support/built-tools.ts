import { build, type Plugin } from "esbuild";
import { readFileSync, symlinkSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { madeOnce } from "./made-once.ts";

/** The tools that tests run most. */
export const tools = [
  "lint",
  "diff",
  "generate",
  "docs",
  "mock",
  "conformance",
  "release",
].map((name) => `openapi/${name}/main.ts`);

/** The variable with the address of the repository, or of its copy, in which a built tool runs. */
export const rootOfTools = "TEST_TOOLS_ROOT";

/** Keeps the place of each source file in the repository, as the tools find their other files by it. */
const keepPlaces: Plugin = {
  name: "keep-places",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.[jt]s$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll(
        "import.meta.url",
        `new URL("${relative("", path)}", process.env.${rootOfTools}).href`,
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
      plugins: [keepPlaces],
      format: "esm",
      platform: "node",
      target: "node20",
      logLevel: "error",
    });
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
    symlinkSync(resolve("package.json"), join(folder, "package.json"));
  });
