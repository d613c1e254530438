import { build } from "esbuild";
import { fileURLToPath } from "node:url";

/**
 * Builds the scripts for the browser: search, samples and requests.
 * @param more name → path of a further script
 */
export const buildScripts = (
  outdir: string,
  more: Record<string, string> = {},
) =>
  build({
    entryPoints: {
      docs: fileURLToPath(new URL("reader/main", import.meta.url)),
      ...more,
    },
    outdir,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    logLevel: "error",
  });
