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

/** A contract that passed lint, with what was generated from it. */
export interface Checked {
  id: string;
  sources: Sources;
  files: [name: string, content: string][];
}

/** A copy of the repository, and which contract it has. */
export interface Snapshot {
  id: string;
  folder: string;
}

/** The files that a contract is written in, its prose included: path in `openapi/` and text. */
export type Sources = [path: string, text: string][];

/** The contract as it is on the disk now. Prose that is missing is empty. */
export function readSources(root: string): Sources {
  const folder = join(root, "openapi");
  const read = (path: string) =>
    existsSync(join(folder, path))
      ? readFileSync(join(folder, path), "utf8")
      : "";
  const found = existsSync(join(folder, "examples"))
    ? readdirSync(join(folder, "examples")).sort()
    : [];
  // Not what editors keep beside a file.
  const examples = found.filter((name) => /^[^.].*\.yaml$/.test(name));
  const prose = ["introduction.md", "decisions.md"];
  return [
    "openapi.yaml",
    ...prose,
    ...examples.map((name) => `examples/${name}`),
  ].map((path) => [path, read(path)]);
}

/** Writes the contract into another folder, in place of the one that is there. */
export function writeSources(root: string, sources: Sources): void {
  rmSync(join(root, "openapi/examples"), { recursive: true, force: true });
  mkdirSync(join(root, "openapi/examples"), { recursive: true });
  for (const [path, text] of sources)
    writeFileSync(join(root, "openapi", path), text);
}

/** What a person can tell contracts apart by. */
export const idOf = (sources: Sources): string =>
  hash("sha256", JSON.stringify(sources)).slice(0, 7);

/** What a snapshot has of the repository. */
const copied = [
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
/** What the compiler remembers between two snapshots. It names files by their place in the folder. */
export const compilerMemory = ".tsbuildinfo";

/**
 * Copies the repository into a folder of its own, with a contract that was checked, so that no later edit changes what the
 * steps read.
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
  const present = copied.filter((name) => existsSync(join(root, name)));
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
