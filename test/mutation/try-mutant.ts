import { readFileSync } from "node:fs";
import { covers, noteCoverage } from "./coverage.ts";
import { hashOfFile, keyOf, type Memory, type Result, save } from "./memory.ts";
import type { Mutant } from "./mutants.ts";
import { testsFor } from "./sources.ts";
import type { WorkingCopy } from "./working-copy.ts";

/**
 * Runs the tests that cover a mutant until one fails: first two files, then twice as many each time,
 * as most mutants are seen by the nearest. One that these do not see is compiled before all others
 * run. What is known from earlier runs is not run again.
 */
export async function tryMutant(
  mutant: Mutant,
  copy: WorkingCopy,
  memory: Memory,
): Promise<Result> {
  const known = memory.results[keyOf(mutant)];
  const isKnown = (test: string) => known?.tests[test] === hashOfFile(test);
  if (known?.outcome === "not compiled") return known;
  if (known?.outcome === "seen" && Object.keys(known.tests).every(isKnown))
    return known;

  const ran = known?.outcome === "not seen" ? { ...known.tests } : {};
  const rest = nearestFirst(mutant, memory).filter((test) => !isKnown(test));
  let isCompiled = known !== undefined;
  for (let size = 2; ; size *= 2) {
    const files = await takeCovering(rest, size, mutant, copy, memory);
    if (files.length > 0) {
      const { isGreen, failed } = await runChanged(mutant, files, copy, memory);
      for (const file of files) ran[file] = hashOfFile(file);
      if (!isGreen)
        return remember({
          outcome: "seen",
          by: failed,
          tests: hashesOf(files),
        });
    }
    if (!isCompiled && !(await compiles(mutant, copy)))
      return remember({ outcome: "not compiled", tests: ran });
    isCompiled = true;
    if (files.length === 0)
      return remember({ outcome: "not seen", tests: ran });
  }

  function remember(result: Result): Result {
    memory.results[keyOf(mutant)] = result;
    save(memory);
    return result;
  }
}

const hashesOf = (files: string[]) =>
  Object.fromEntries(files.map((file) => [file, hashOfFile(file)]));

/** All test files of the folder: those with names like the changed file first, then the quick ones. */
function nearestFirst({ file }: Mutant, { tests }: Memory): string[] {
  const parts = file.replace(/\.ts$/, "").split("/");
  const sharedWith = (test: string) => {
    const others = test.replace(/^test\/|\.test\.ts$/g, "").split("/");
    const differs = parts.findIndex((part, i) => part !== others[i]);
    return differs === -1 ? parts.length : differs;
  };
  return testsFor(file)
    .map((name) => ({
      name,
      seconds: tests[name]?.seconds ?? Infinity,
      near: sharedWith(name),
    }))
    .sort((a, b) => b.near - a.near || a.seconds - b.seconds || 0)
    .map(({ name }) => name);
}

/** Takes the next `size` test files that cover the mutant, from the beginning of the list. */
async function takeCovering(
  rest: string[],
  size: number,
  mutant: Mutant,
  copy: WorkingCopy,
  memory: Memory,
): Promise<string[]> {
  const taken: string[] = [];
  while (taken.length < size && rest.length > 0) {
    const next = rest.splice(0, size - taken.length);
    await noteCoverage(next, copy, memory);
    taken.push(...next.filter((test) => covers(memory.tests[test], mutant)));
  }
  return taken;
}

async function runChanged(
  mutant: Mutant,
  files: string[],
  copy: WorkingCopy,
  memory: Memory,
) {
  const usual = files.map((test) => memory.tests[test]?.seconds ?? 0);
  const limit = 60 + 4 * usual.reduce((a, b) => a + b, 0);
  return changed(mutant, copy, () =>
    copy.run(files, { limit, isToStop: true }),
  );
}

const compiles = (mutant: Mutant, copy: WorkingCopy) =>
  changed(mutant, copy, copy.compiles);

/** Does something while the copy has the mutant. */
async function changed<Outcome>(
  { file, start, end, replacement }: Mutant,
  copy: WorkingCopy,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const text = readFileSync(file, "utf8");
  copy.write(file, text.slice(0, start) + replacement + text.slice(end));
  try {
    return await work();
  } finally {
    copy.restore(file);
  }
}
