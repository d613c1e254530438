import { build } from "esbuild";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
const file = (/** @type {string} */ name) => fileURLToPath(new URL(name, root));

/**
 * Writes the server and its command line as plain JavaScript with their libraries, `server/main.js` and
 * `server/operator.js`, into a folder. In few files, as loading thousands takes half of a start.
 * @param {string} folder
 * @param {{ isHere?: boolean, commit?: string }} [options] `isHere`: what the server reads is in this repository, and not
 *   beside it. `commit`: the commit that is built; without one the server asks git
 * @returns the files that they were made of
 */
export async function bundleServer(folder, { isHere = false, commit } = {}) {
  const { metafile } = await build({
    metafile: true,
    entryPoints: {
      "server/main": file("server/main.ts"),
      "server/operator": file("server/operator/main.ts"),
    },
    outdir: folder,
    chunkNames: "server/[name]-[hash]",
    bundle: true,
    splitting: true,
    external: [
      "@electric-sql/pglite",
      "@electric-sql/pglite/*",
      "@electric-sql/pglite-prepopulatedfs",
      "fs-native-extensions",
      "pg-native",
    ],
    define: {
      // server/contract/load.ts
      ...(isHere && {
        "import.meta.url": JSON.stringify(
          new URL("server/contract/load.ts", root).href,
        ),
      }),
      // server/contract/build-info.ts
      ...(commit !== undefined && { BUILD_COMMIT: JSON.stringify(commit) }),
    },
    // Libraries that are no ES modules load Node's own modules by `require`. As Node does for what is in node_modules,
    // nobody is told that a library calls what is deprecated: the log is JSON lines.
    banner: {
      js:
        'import { createRequire } from "node:module"; const require = createRequire(import.meta.url); ' +
        "process.noDeprecation = true;",
    },
    // The whole texts are in THIRD_PARTY_LICENSES.
    legalComments: "none",
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "error",
  });
  return Object.keys(metafile.inputs);
}
