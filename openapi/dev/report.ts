import type { Verdict } from "./linter.ts";

/** One line for each step: what it made, and how long after the edit. */
export const say = (step: string, since: number, result: string) =>
  console.log(`${step.padEnd(7)}${String(Math.round(performance.now() - since)).padStart(6)} ms  ${result}`);

/** What a person reads of a step. */
interface Words {
  good: string;
  bad: string;
}

/** Makes a function that prints what is wrong in a step, once while they stay the same, and says whether all is well. */
export function createReport() {
  /** What each step found at the edit before. */
  const found = new Map<string, string>();
  return (step: string, since: number, { clean, output }: Verdict, { good, bad }: Words): boolean => {
    if (clean) say(step, since, good);
    else if (found.get(step) === output) say(step, since, `${bad}: as before`);
    else say(step, since, `${bad}\n\n${output.trim()}\n`);
    found.set(step, clean ? "" : output);
    return clean;
  };
}
