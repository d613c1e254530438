import { readFileSync } from "node:fs";
import fc from "fast-check";

/**
 * So many lines of code of the files, chosen by the seed, as Stryker reads them: `FILE:LINE-LINE`. It changes what lies
 * within one line, so a change of several lines, such as an emptied function, is left to a run without a sample.
 */
export function sampleOfLines(files: string[], { lines, seed }: { lines: number; seed: number }): string[] {
  const all = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((text, index) => (isCode(text) ? [`${file}:${index + 1}-${index + 1}`] : [])),
  );
  const count = Math.min(lines, all.length);
  const [chosen = []] = fc.sample(fc.shuffledSubarray(all, { minLength: count, maxLength: count }), {
    seed,
    numRuns: 1,
  });
  return chosen;
}

/** Whether a line may hold something to change: neither a comment nor an import or a type, and with an operator or a call. */
const isCode = (line: string) =>
  /[=<>!?&|+*%(-]/.test(line) &&
  !/^\s*(\/\/|\/?\*|import\b|export (interface|type|\*|\{)|interface\b|type\b|\} from\b)/.test(line);
