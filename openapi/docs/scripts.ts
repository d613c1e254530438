import { build } from "esbuild";
import { fileURLToPath } from "node:url";

/** Builds the scripts of the reader's browser into a folder: search, samples and requests, and `more` by their names. */
export const buildScripts = (
  outdir: string,
  more: Record<string, string> = {},
) =>
  build({
    entryPoints: {
      docs: fileURLToPath(new URL("reader/main.ts", import.meta.url)),
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
