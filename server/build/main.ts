import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { commitOfFolder } from "../contract/build-info.ts";
import { bundleServer } from "./bundle-server.js";
import { licencesOf, packagesOf, sbomOf } from "./packages.ts";
import { generate, isUpToDate } from "../../openapi/up-to-date.js";
import { readOptions, runProgram } from "../../openapi/options.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, "dist");

/**
 * Packages that read files of their own, and so are not bundled: the embedded database, and the
 * lock of its folder.
 */
const packages = [
  "@electric-sql/pglite",
  "@electric-sql/pglite-prepopulatedfs",
  "fs-native-extensions",
  "require-addon",
  "bare-addon-resolve",
  "bare-module-resolve",
  "bare-semver",
  "which-runtime",
];

/** Files that the server reads while it runs. */
const files = [
  "generated/manifest.json",
  "generated/openapi.yaml",
  "generated/openapi.json",
  "generated/openapi-3.0.json",
  "generated/openapi-codegen.json",
  "generated/strict.json",
  "generated/docs",
  "server/boot/demo/data",
  "server/store/partitions.sql",
  "server/store/citus.sql",
  // PGlite is PostgreSQL, and its package has no copy of PostgreSQL's licence.
  "server/store/LICENSE.postgresql",
  ...packages.map((name) => `node_modules/${name}`),
  "LICENSE",
];

/**
 * Builds `dist/`, which is all that a machine with Node needs to run the server: plain JavaScript
 * with its libraries, the contract, the docs, and a `package.json` of its own.
 */
async function main(): Promise<void> {
  readOptions(
    `npm run build

Writes dist/, which is all that a machine with Node needs to run the server. The build's commit is COMMIT of the
environment, or that of this repository.`,
    {},
  );
  generate();
  if (!isUpToDate("docs"))
    execFileSync("npm", ["run", "-s", "docs"], { cwd: root, stdio: "inherit" });
  rmSync(folder, { recursive: true, force: true });
  const commit = process.env["COMMIT"] || commitOfFolder(root);
  const bundled = await bundleServer(folder, { commit });
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), {
      recursive: true,
      dereference: true,
      filter: isRun,
    });
  }
  const copied = packages.map((name) => `node_modules/${name}/`);
  writeFileSync(
    join(folder, "THIRD_PARTY_LICENSES"),
    licencesOf(packagesOf(bundled)),
  );
  const { contract } = JSON.parse(
    readFileSync(join(root, "generated/manifest.json"), "utf8"),
  ) as { contract: { version: string } };
  const { version } = contract;
  const sbom = sbomOf(packagesOf([...bundled, ...copied]), version);
  writeFileSync(join(folder, "sbom.cdx.json"), JSON.stringify(sbom));
  writeFileSync(
    join(folder, "package.json"),
    `${JSON.stringify(manifest(version), null, 2)}\n`,
  );
  console.log("wrote dist/; there: npm start");
}

/**
 * Returns whether a file is run or served: source maps, types and copies of ES modules in the older
 * format are not.
 */
const isRun = (file: string) => !/\.(map|cjs|d\.[cm]?ts)$/.test(file);

/**
 * Ours with the version of the contract, with the commands that a running server needs and nothing
 * to install.
 */
function manifest(version: string): object {
  const ours = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  ) as Record<string, unknown>;
  const { name, license, type, engines } = ours;
  const operator = "node server/operator.js";
  const scripts = {
    start: "exec node server/main.js",
    migrate: `${operator} migrate`,
    keys: `${operator} keys`,
    operator: `${operator} operator`,
  };
  return { name, version, license, private: true, type, engines, scripts };
}

await runProgram(main);
