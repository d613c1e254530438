import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { printStep } from "./programs.ts";
import { idOf, readSources, writeSources, type Checked } from "./snapshot.ts";
import type { LoopOptions } from "./steps.ts";

/** The result of a check. */
interface CheckedContract {
  /** Undefined for a contract with problems. */
  checked: Checked | undefined;
}

/**
 * Lints the contract, generates from it, and writes the generated files.
 * @param good the last good contract
 * @returns undefined when there is no contract, or a later edit
 */
export async function checkContract(
  { root, base, lint: linter, generator }: LoopOptions,
  good: Checked | undefined,
  since: number,
  isLatest: () => boolean,
): Promise<CheckedContract | undefined> {
  const last = good
    ? `the last good contract is ${good.id}`
    : "there is no good contract yet";
  if (!existsSync(join(root, "openapi/openapi.yaml"))) {
    printStep("lint", since, `there is no openapi/openapi.yaml; ${last}`);
    return undefined;
  }
  const sources = readSources(root);
  const id = idOf(sources);
  const folder = join(base, "checked");
  writeSources(folder, sources);
  const generating = generator.check(folder, isLatest);
  const lint = await linter.check(folder, isLatest);
  if (!lint || !isLatest()) return undefined;
  if (!lint.ok) {
    const state = lint.ok === undefined ? "could not be checked" : "is broken";
    printStep("lint", since, `${id} ${state}; ${last}`, lint.output);
    return { checked: undefined };
  }
  printStep("lint", since, `${id} is clean`, lint.output);
  const generation = await generating;
  if (!generation || !isLatest()) return undefined;
  if (!generation.ok) {
    const result = `nothing can be generated from ${id}; ${last}`;
    printStep("types", since, result, generation.output);
    return { checked: undefined };
  }
  const checked = { id, sources, files: generation.files };
  const written = writeGenerated(join(root, "generated"), checked);
  const result =
    written.length > 0 ? `wrote ${written.join(", ")}` : "as they were";
  printStep("types", since, result);
  return { checked };
}

/** Writes the generated files that differ. Returns their names. */
function writeGenerated(folder: string, { files }: Checked): string[] {
  const stale = files.filter(([name, content]) => {
    const file = join(folder, name);
    return !existsSync(file) || readFileSync(file, "utf8") !== content;
  });
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of stale)
    writeFileSync(join(folder, name), content);
  return stale.map(([name]) => name);
}
