import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Lints the contract, generates from it and builds the docs, unless all of it was done with just these files. */

const root = fileURLToPath(new URL("../", import.meta.url));
const steps = "npm run -s lint && npm run -s generate && npm run -s docs";

/** What the steps read: contract, rules and tools, what the docs show and offer, and the packages that are installed. */
const inputs = [
  "openapi",
  "client",
  "CHANGELOG.md",
  "LICENSE",
  "redocly.yaml",
  "tsconfig.json",
  "package.json",
  "node_modules/.package-lock.json",
];
/** What they write. */
const outputs = ["generated"];

/** Not in `generated/`, where only what belongs to the contract may be. */
const record = join(root, "node_modules/.cache/contacts-api/up-to-date.json");

function hashOf(paths: string[]): string {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(filesIn)) hash.update(`${file}\0`).update(contentOf(file)).update("\0");
  return hash.digest("hex");
}

function filesIn(path: string): string[] {
  if (!statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`));
}

function contentOf(file: string): Buffer | string {
  const isThere = statSync(join(root, file), { throwIfNoEntry: false }) !== undefined;
  return isThere ? readFileSync(join(root, file)) : "missing";
}

function recorded(): string | undefined {
  try {
    return readFileSync(record, "utf8");
  } catch {
    return undefined;
  }
}

const before = hashOf(inputs);
const state = () => JSON.stringify({ inputs: before, outputs: hashOf(outputs) });

if (recorded() === state()) {
  console.log("The contract has not changed: lint, generate and docs are skipped.");
} else {
  const { status } = spawnSync(steps, { cwd: root, shell: true, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, state());
}
