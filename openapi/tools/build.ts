import { build } from "esbuild";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { licencesOf } from "./licences.ts";
import { sbomOf } from "./sbom.ts";
import { readOptions } from "../options.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, "dist");

/** What reads files of its own and so stays a package: the embedded database, and the lock of its folder. */
const packages = [
  "@electric-sql/pglite",
  "fs-native-extensions",
  "require-addon",
  "bare-addon-resolve",
  "bare-module-resolve",
  "bare-semver",
  "which-runtime",
];

/** What the server reads while it runs. */
const files = [
  "openapi/openapi.yaml",
  "generated/manifest.json",
  "generated/openapi.yaml",
  "generated/openapi.json",
  "generated/openapi-3.0.json",
  "generated/strict.json",
  "generated/docs",
  "server/demo/data",
  ...packages.map((name) => `node_modules/${name}`),
  "LICENSE",
];

/**
 * Builds `dist/`, which is all that a machine with Node needs to run the server: plain JavaScript with its libraries, the
 * contract, the docs, and a `package.json` of its own. In few files, as loading thousands takes half of a start.
 */
async function main(): Promise<void> {
  readOptions(
    "npm run build   writes dist/, which is all that a machine with Node needs to run the server",
    {},
  );
  rmSync(folder, { recursive: true, force: true });
  const { metafile } = await build({
    metafile: true,
    entryPoints: {
      "server/main": join(root, "server/main.ts"),
      "server/operator": join(root, "server/operator/main.ts"),
    },
    outdir: folder,
    chunkNames: "server/[name]-[hash]",
    bundle: true,
    splitting: true,
    external: ["@electric-sql/pglite", "@electric-sql/pglite/*", "fs-native-extensions", "pg-native"],
    // Libraries that are no ES modules load Node's own modules by `require`.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    // The whole texts are in THIRD_PARTY_LICENSES.
    legalComments: "none",
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "error",
  });
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { recursive: true, dereference: true });
  }
  const bundled = Object.keys(metafile.inputs);
  const copied = packages.map((name) => `node_modules/${name}/`);
  writeFileSync(join(folder, "THIRD_PARTY_LICENSES"), licencesOf(bundled));
  writeFileSync(join(folder, "sbom.cdx.json"), JSON.stringify(sbomOf(root, [...bundled, ...copied])));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
  console.log("wrote dist/; there: npm start");
}

/** Ours, with the commands that a running server needs and nothing to install. */
function manifest(): object {
  const ours = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, unknown>;
  const { name, version, license, type, engines } = ours;
  const operator = "node server/operator.js";
  const scripts = {
    start: "exec node server/main.js",
    migrate: `${operator} migrate`,
    keys: `${operator} keys`,
    operator: `${operator} operator`,
  };
  return { name, version, license, private: true, type, engines, scripts };
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
