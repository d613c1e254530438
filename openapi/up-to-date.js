import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Plain JavaScript, as compiling TypeScript takes longer than all of this.

const root = fileURLToPath(new URL("../", import.meta.url));
/** Not in `generated/`, where only what belongs to the contract may be. */
export const cache = "node_modules/.cache/contacts-api";

const packages = ["package.json", "node_modules/.package-lock.json"];
const shown = ["client", "CHANGELOG.md", "LICENSE", "tsconfig.json"];

/** What is made, the files and folders of which it is made, and those that it becomes. */
const products = {
  contract: { from: ["openapi", "redocly.yaml", ...packages], to: () => Object.keys(manifest()) },
  docs: { from: ["openapi", "redocly.yaml", ...shown, ...packages], to: () => ["generated/docs"] },
  server: { from: ["server", "generated/manifest.json", ...packages], to: () => [`${cache}/server`] },
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
  const inputs = hashOf(products[product].from);
  return () => {
    mkdirSync(join(root, cache), { recursive: true });
    writeFileSync(record(product), stateOf(product, inputs));
  };
}

/** Whether what is committed of `generated/` was generated from the contract, as its manifest says. */
export function isGenerated() {
  const isBundle = (/** @type {string} */ file) => file.startsWith("generated/openapi");
  return Object.entries(manifest()).every(
    ([file, hash]) => isBundle(file) || sha256(contentOf(file)) === hash,
  );
}

/**
 * The hashes of the contract and of what was generated from it.
 * @returns {Record<string, string>}
 */
function manifest() {
  const { contract, files } = JSON.parse(readFileSync(join(root, "generated/manifest.json"), "utf8"));
  const inFolder = (/** @type {string} */ folder, /** @type {object} */ hashes) =>
    Object.entries(hashes).map(([name, hash]) => [`${folder}/${name}`, hash]);
  return Object.fromEntries([...inFolder("openapi", contract.files), ...inFolder("generated", files)]);
}

/** @param {Product} product */
const record = (product) => join(root, cache, `${product}.json`);

/** @param {Product} product */
const stateOf = (product, inputs = hashOf(products[product].from)) =>
  JSON.stringify({ inputs, outputs: hashOf(products[product].to(), versionOf) });

/**
 * @param {string[]} paths
 * @param {(file: string) => string | Buffer} read
 */
function hashOf(paths, read = contentOf) {
  const hash = createHash("sha256").update(root);
  for (const file of paths.flatMap(filesIn)) hash.update(`${file}\0`).update(read(file)).update("\0");
  return hash.digest("hex");
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (!statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`));
}

/** @param {string} file */
function contentOf(file) {
  const isThere = statSync(join(root, file), { throwIfNoEntry: false }) !== undefined;
  return isThere ? readFileSync(join(root, file)) : "missing";
}

/**
 * What a file that was made is told by, as reading all of the docs takes longer. An edit of it changes both.
 * @param {string} file
 */
function versionOf(file) {
  const { size, mtimeMs } = statSync(join(root, file));
  return `${size} ${mtimeMs}`;
}

/** @param {string | Buffer} content */
const sha256 = (content) => createHash("sha256").update(content).digest("hex");

/**
 * Runs the commands that make a product.
 * @param {Product} product
 * @param {string} commands
 */
export function make(product, commands) {
  const note = begin(product);
  const { status } = spawnSync(commands, { cwd: root, shell: true, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  note();
}

/** The commands that check the contract and generate from it. */
export const generate = "npm run -s lint && npm run -s generate";

/** Lints the contract, generates from it and builds the docs, unless all of it was done with just these files. */
export function bringUpToDate() {
  const stale = { contract: !isUpToDate("contract"), docs: !isUpToDate("docs") };
  if (stale.contract) make("contract", generate);
  if (stale.docs) make("docs", "npm run -s docs");
  if (!stale.contract && !stale.docs)
    console.log("The contract has not changed: lint, generate and docs are skipped.");
}

if (realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) bringUpToDate();
