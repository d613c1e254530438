import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { parse } from "yaml";

/** A change of one place by which something false holds, and the test that kills it, as mutation testing says. */
interface Mutant {
  /** What is false then. */
  says: string;
  file: string;
  /** What is replaced: it stands in the file once. */
  from: string;
  to: string;
  /** The file of the test that fails in `test/`, and a pattern of its name. */
  test: string;
}

/** A text in the place of another says itself what is false. */
export const mutants = (
  parse(readFileSync(join(import.meta.dirname, "mutants.yaml"), "utf8")) as (Omit<Mutant, "says"> &
    Partial<Mutant>)[]
).map((mutant): Mutant => ({ says: mutant.to, ...mutant }));

const root = resolve(import.meta.dirname, "../..");
const left = /(^|\/)node_modules(\/|$)|^(\.git|\.data|dist|release|generated\/docs)(\/|$)/;
const { TEST_DATABASE_URL, CI: _ci, TEST_RUN: _run, ...env } = process.env;

/** How often the text that a mutant replaces stands in its file. */
export const countOf = ({ file, from }: Mutant) =>
  readFileSync(join(root, file), "utf8").split(from).length - 1;

/** Makes mutants in a copy of this repository, one after the other, and runs the test of each. */
export function runMutants(
  chosen: Mutant[],
  onResult: (mutant: Mutant, isKilled: boolean, output: string) => void,
): void {
  const folder = mkdtempSync(join(tmpdir(), "contacts-mutants-"));
  try {
    cpSync(root, folder, { recursive: true, filter: (path) => !left.test(relative(root, path)) });
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    for (const mutant of chosen) {
      const file = join(folder, mutant.file);
      const original = readFileSync(file, "utf8");
      writeFileSync(
        file,
        original.replace(mutant.from, () => mutant.to),
      );
      const output = runTest(folder, mutant);
      writeFileSync(file, original);
      onResult(mutant, /^not ok/m.test(output), output);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** On PostgreSQL where there is one. Gives what was printed. */
function runTest(folder: string, { test }: Mutant): string {
  const [, file = "", name = ""] = /^([^:]+): (.+)$/.exec(test) ?? [];
  const hasStore = !file.startsWith("contract");
  const project = TEST_DATABASE_URL && hasStore ? "postgres" : "embedded";
  const args = ["vitest", "run", `test/${file}`, "-t", name, "--project", project, "--reporter", "tap-flat"];
  const options = { cwd: folder, env: { ...env, TEST_DATABASE_URL, SEED: "1" }, encoding: "utf8" } as const;
  const { stdout, stderr } = spawnSync("npx", [...args, "--bail", "1"], options);
  return stdout + stderr;
}
