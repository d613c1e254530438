import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { hashOfFile, type Memory, save, type TestRun } from "./memory.ts";
import { instrumented, type Mutant } from "./mutants.ts";
import { sources } from "./sources.ts";
import type { WorkingCopy } from "./working-copy.ts";

/**
 * Notes which functions test files run, of those that no earlier run has noted, or that were edited
 * since. It runs each file alone, in instrumented code, as many at a time as there are processors.
 */
export async function noteCoverage(
  tests: string[],
  copy: WorkingCopy,
  memory: Memory,
): Promise<void> {
  const unknown = tests.filter(
    (test) => memory.tests[test]?.hash !== hashOfFile(test),
  );
  if (unknown.length === 0) return;
  for (const file of sources)
    copy.write(file, instrumented(file, readFileSync(file, "utf8")));
  const reds: [test: string, run: TestRun][] = [];
  const noteNext = async (): Promise<void> => {
    const test = unknown.shift();
    if (test === undefined) return;
    console.log(`  notes what ${test} runs`);
    const run = await runNoting(test, copy);
    if (run.isGreen) {
      memory.tests[test] = run;
      save(memory);
    } else reds.push([test, run]);
    return noteNext();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, noteNext));
  for (const file of sources) copy.restore(file);

  for (const [test, run] of reds) {
    console.log(`  red while its coverage is noted, so once more: ${test}`);
    const { isGreen, failed } = await copy.run([test]);
    if (!isGreen)
      console.log(`  left out, as it is red on the code as it is: ${failed}`);
    memory.tests[test] = { ...run, isGreen };
    save(memory);
  }
}

/** Runs a test file in instrumented code. */
async function runNoting(test: string, copy: WorkingCopy): Promise<TestRun> {
  const hash = hashOfFile(test);
  const { isGreen, seconds, functions } = await copy.run([test]);
  const run: TestRun = { hash, isGreen, seconds, functions: {} };
  for (const name of functions) {
    const [file = "", number] = name.split(" ");
    run.functions[file] ??= { hash: hashOfFile(file), numbers: [] };
    run.functions[file].numbers.push(Number(number));
  }
  return run;
}

/**
 * True when a green test runs the function that a mutant is in; or any function of its file, if the
 * file was edited since.
 */
export function covers(
  run: TestRun | undefined,
  { file, inFunction }: Mutant,
): boolean {
  const noted = run?.functions[file];
  if (!run?.isGreen || !noted) return false;
  return noted.hash !== hashOfFile(file) || noted.numbers.includes(inFunction);
}
