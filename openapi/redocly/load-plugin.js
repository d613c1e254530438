import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * Redocly loads JavaScript. This is `plugin.ts` as one file of JavaScript, which is made when a source has changed. Each
 * folder and each state of its sources has a file of its own, so that processes that run at once cannot disagree.
 */
const sources = fileURLToPath(new URL("../", import.meta.url));
const hash = createHash("sha256").update(sources);
for (const name of readdirSync(sources, { recursive: true, encoding: "utf8" }).sort())
  if (name.endsWith(".ts")) hash.update(readFileSync(sources + name));
const bundle = `${sources}../node_modules/.cache/contacts-api/plugin-${hash.digest("hex").slice(0, 16)}.mjs`;

if (!existsSync(bundle)) {
  const { buildSync } = await import("esbuild");
  const outfile = `${bundle}.${process.pid}`;
  buildSync({
    entryPoints: [`${sources}redocly/plugin.ts`],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    sourcemap: "inline",
    // Where the texts are that the plugin reads.
    define: { "import.meta.url": JSON.stringify(import.meta.url) },
  });
  renameSync(outfile, bundle);
}

export default (await import(pathToFileURL(bundle).href)).default;
