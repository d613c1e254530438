import { readFileSync } from "node:fs";
import { hashOfFile, type Memory, save, type TestRun } from "./memory.ts";
import { instrumented, type Mutant } from "./mutants.ts";
import { sources } from "./sources.ts";
import type { WorkingCopy } from "./working-copy.ts";

/**
 * Returns which functions a test file runs, by its last run if it was not edited since. Otherwise it
 * runs the file, alone, in instrumented code.
 */
export async function coverageOf(
  test: string,
  copy: WorkingCopy,
  memory: Memory,
): Promise<TestRun> {
  const known = memory.tests[test];
  const hash = hashOfFile(test);
  if (known?.hash === hash) return known;
  console.log(`  notes what ${test} runs`);
  for (const file of sources)
    copy.write(file, instrumented(file, readFileSync(file, "utf8")));
  const { isGreen, seconds, functions } = await copy.run([test]);
  for (const file of sources) copy.restore(file);
  const run: TestRun = { hash, isGreen, seconds, functions: {} };
  for (const name of functions) {
    const [file = "", number] = name.split(" ");
    run.functions[file] ??= { hash: hashOfFile(file), numbers: [] };
    run.functions[file].numbers.push(Number(number));
  }
  if (!isGreen) {
    console.log(`  red while its coverage is noted, so once more: ${test}`);
    const { isGreen: isGreenNow, failed } = await copy.run([test]);
    run.isGreen = isGreenNow;
    if (!isGreenNow)
      console.log(`  left out, as it is red on the code as it is: ${failed}`);
  }
  memory.tests[test] = run;
  save(memory);
  return run;
}

/**
 * True when a test runs the function that a mutant is in; or any function of its file, if the file
 * was edited since.
 */
export function covers(run: TestRun, { file, inFunction }: Mutant): boolean {
  const noted = run.functions[file];
  if (!noted) return false;
  return noted.hash !== hashOfFile(file) || noted.numbers.includes(inFunction);
}
