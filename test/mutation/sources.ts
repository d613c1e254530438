import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { idOf } from "./memory.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";

/** The folders whose code is changed, and those with the tests that are to see it. */
export const tested = [
  { folder: "client", tests: ["test/client"] },
  { folder: "server", tests: ["test/server", "test/conformance"] },
  ...["model", "rules", "lint", "diff", "release", "generate"].map((name) => ({
    folder: `openapi/${name}`,
    tests: ["test/openapi", "test/contract"],
  })),
];

/** Examples are for people, and a migration that was released never changes. */
const isMutable = (file: string) =>
  /\.ts$/.test(file) && !/\/(examples|demo|migrations)\/|\.d\.ts$/.test(file);

/** All files of a folder, also in folders within it; none when it does not exist. */
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((name) => join(folder, name))
        .sort()
    : [];

/** All files whose code is changed. */
export const sources: string[] = tested
  .flatMap(({ folder }) => filesIn(folder))
  .filter(isMutable);

/** Tests that copy the whole repository, and take minutes. They are to see no change of these folders. */
const isLong = (test: string) =>
  /^test\/openapi\/(dev|new|package)\//.test(test);

/** The test files that are to see a change of a file. */
export function testsFor(file: string): string[] {
  const found = tested.find(({ folder }) => file.startsWith(`${folder}/`));
  return (found?.tests ?? [])
    .flatMap(filesIn)
    .filter((name) => name.endsWith(".test.ts") && !isLong(name));
}

/** All mutants of a folder or a file; of all code when its name is empty. */
export const mutantsIn = (only: string): Mutant[] =>
  sources
    .filter(
      (file) => only === "" || file === only || file.startsWith(`${only}/`),
    )
    .flatMap((file) => mutantsOf(file, readFileSync(file, "utf8")));

/**
 * Some of the mutants, by chance: those whose hashes with the seed are lowest. So a larger sample
 * has those of a smaller one.
 */
export function draw(
  mutants: Mutant[],
  sample: number,
  seed: number,
): Mutant[] {
  const ranked = mutants.map((mutant) => ({
    mutant,
    rank: hash("sha256", `${seed} ${idOf(mutant)}`),
  }));
  return ranked
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, sample)
    .map(({ mutant }) => mutant);
}
