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
/** Not in `generated/`, where only what belongs to the contract may be. */
export const cache = "node_modules/.cache/contacts-api";

const packages = ["package.json", "node_modules/.package-lock.json"];
const documented = ["client", "CHANGELOG.md", "LICENSE", "tsconfig.json"];

/** What is made, the files and folders of which it is made, and the folder that it becomes. */
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
 * Whether a product was made of just these files, and nobody has changed it.
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
 * Reads what a product is about to be made of.
 * @param {Product} product
 * @returns the function that notes that it was made of this
 */
export function begin(product) {
  const inputs = contentsOf(products[product].from);
  return () => {
    mkdirSync(join(root, cache), { recursive: true });
    writeFileSync(record(product), stateOf(product, inputs));
  };
}

/** Compares the committed part of `generated/` with its manifest: it was generated from the contract, and nobody has edited it. */
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
 * What was made is told by sizes and times, as reading all of the docs takes longer. An edit of it changes both.
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
