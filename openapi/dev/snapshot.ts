import { hash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { cp } from "node:fs/promises";
import { basename, join } from "node:path";

/** A contract that passed lint, with the files generated from it. */
export interface Checked {
  id: string;
  sources: Sources;
  files: [name: string, content: string][];
}

/** A copy of the repository. */
export interface Snapshot {
  /** The id of its contract. */
  id: string;
  folder: string;
}

/** The files of a contract, with its prose: path in `openapi/`, and text. */
export type Sources = [path: string, text: string][];

/** Reads the files of the contract. A missing file of prose is empty. */
export function readSources(root: string): Sources {
  const folder = join(root, "openapi");
  const read = (path: string) =>
    existsSync(join(folder, path))
      ? readFileSync(join(folder, path), "utf8")
      : "";
  const found = existsSync(join(folder, "examples"))
    ? readdirSync(join(folder, "examples")).sort()
    : [];
  // Editors keep hidden files beside a file.
  const examples = found.filter((name) => /^[^.].*\.yaml$/.test(name));
  const prose = ["introduction.md", "decisions.md"];
  return [
    "openapi.yaml",
    ...prose,
    ...examples.map((name) => `examples/${name}`),
  ].map((path) => [path, read(path)]);
}

/** Replaces the contract in another folder. */
export function writeSources(root: string, sources: Sources): void {
  rmSync(join(root, "openapi/examples"), { recursive: true, force: true });
  mkdirSync(join(root, "openapi/examples"), { recursive: true });
  for (const [path, text] of sources)
    writeFileSync(join(root, "openapi", path), text);
}

/** Returns a short id of a contract, for people. */
export const idOf = (sources: Sources): string =>
  hash("sha256", JSON.stringify(sources)).slice(0, 7);

/** The parts of the repository in a snapshot. */
const copiedPaths = [
  "openapi",
  "server",
  "client",
  "test",
  "package.json",
  "tsconfig.json",
  "vitest.config.ts",
  "redocly.yaml",
  "CHANGELOG.md",
  "LICENSE",
];
/** The file that the compiler keeps between two snapshots. Its paths are relative. */
export const compilerMemory = ".tsbuildinfo";

/**
 * Copies the repository with a checked contract into a new folder, so that later edits do not
 * affect the steps.
 * @returns the folder
 */
export async function makeSnapshot(
  root: string,
  base: string,
  { sources, files: generated }: Checked,
) {
  const folder = mkdtempSync(join(base, "snapshot-"));
  const options = {
    recursive: true,
    filter: (from: string) => basename(from) !== "node_modules",
  };
  const present = copiedPaths.filter((name) => existsSync(join(root, name)));
  await Promise.all(
    present.map((name) => cp(join(root, name), join(folder, name), options)),
  );
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "generated"));
  writeSources(folder, sources);
  for (const [name, content] of generated)
    writeFileSync(join(folder, "generated", name), content);
  return folder;
}
