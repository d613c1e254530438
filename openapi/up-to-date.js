import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hashOfYaml } from "./parsed-yaml.js";

// Plain JavaScript, as compiling TypeScript takes longer than all of this.

const root = fileURLToPath(new URL("../", import.meta.url));
/** The folder of records. `generated/` has only files that belong to the contract. */
export const cache = "node_modules/.cache/contacts-api";

const packages = ["package.json", "node_modules/.package-lock.json"];
const documented = ["client", "CHANGELOG.md", "LICENSE", "tsconfig.json"];

/** Product → its sources and its folder. */
const products = {
  docs: {
    from: ["openapi", "redocly.yaml", ...documented, ...packages],
    to: "generated/docs",
  },
  server: {
    from: ["server", "generated/manifest.json", ...packages],
    to: `${cache}/server`,
  },
};

/** @typedef {keyof typeof products} Product */

/**
 * Returns true when a product was made from the current files, and has not changed since.
 * @param {Product} product
 */
export function isUpToDate(product) {
  try {
    return readFileSync(record(product), "utf8") === stateOf(product);
  } catch {
    return false;
  }
}

/**
 * Reads the sources of a product before it is made.
 * @param {Product} product
 * @returns a function that records that the product was made from these sources
 */
export function begin(product) {
  const inputs = contentsOf(products[product].from);
  return () => {
    mkdirSync(join(root, cache), { recursive: true });
    writeFileSync(record(product), stateOf(product, inputs));
  };
}

/** Returns true when the committed part of `generated/` was generated from the contract, and has not changed since. */
export function isGenerated() {
  const { contract, files } = JSON.parse(
    readFileSync(join(root, "generated/manifest.json"), "utf8"),
  );
  return (
    Object.entries(contract.files).every(([name, expected]) => {
      const file = join(root, "openapi", name);
      return (
        existsSync(file) && hashOfYaml(readFileSync(file, "utf8")) === expected
      );
    }) &&
    Object.entries(files).every(
      ([name, expected]) =>
        name.startsWith("openapi") || hashOf(`generated/${name}`) === expected,
    )
  );
}

/** Lints the contract and generates from it, or ends the process. */
export function generate() {
  const options = /** @type {const} */ ({
    cwd: root,
    shell: true,
    stdio: "inherit",
  });
  const { status } = spawnSync(
    "npm run -s lint && npm run -s generate",
    options,
  );
  if (status !== 0) process.exit(status ?? 1);
}

/** @param {Product} product */
const record = (product) => join(root, cache, `${product}.json`);

/**
 * Returns the state of a product: checksums of its sources, and sizes and times of its files, which are faster to read.
 * @param {Product} product
 */
function stateOf(product, inputs = contentsOf(products[product].from)) {
  const files = filesIn(products[product].to).map((file) =>
    statSync(join(root, file)),
  );
  return JSON.stringify({
    root,
    inputs,
    outputs: files.map(({ size, mtimeMs }) => `${size} ${mtimeMs}`),
  });
}

/** @param {string[]} paths */
const contentsOf = (paths) =>
  paths.flatMap(filesIn).map((file) => [file, hashOf(file)]);

/** @param {string} file */
function hashOf(file) {
  const isThere =
    statSync(join(root, file), { throwIfNoEntry: false }) !== undefined;
  return hash("sha256", isThere ? readFileSync(join(root, file)) : "missing");
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (!statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory())
    return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`));
}
