import { expect, test } from "vitest";
import { countOf, mutants, runMutants } from "./mutants.ts";

test.each(mutants)("can be made: $says", (mutant) => {
  expect(countOf(mutant), `"${mutant.from}" in ${mutant.file}; write the mutant anew`).toBe(1);
});

test.runIf(process.env["CI"])("the one of today is killed", { timeout: 300_000 }, () => {
  const today = Math.floor(Date.now() / 86_400_000);
  const [mutant] = mutants.slice(today % mutants.length);
  runMutants(mutant ? [mutant] : [], ({ says }, isKilled, output) =>
    expect(isKilled, `${says}\n${output}`).toBe(true),
  );
});
