import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Answer, Tool } from "./diff-tools.ts";

/** A step between two versions, and what each tool says of it. */
interface Step {
  before: string;
  after: string;
  answers: Map<string, Answer>;
}

/**
 * Compares each file of a folder with the next by name, and prints the steps on which the tools disagree, each with the
 * reason that a tool gives first. Then it prints for each tool how many steps break.
 */
export function compareHistory(tools: Map<string, Tool>, folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  if (files.length < 2) throw new Error(`${folder} has to hold two contracts or more, as .yaml or .json.`);
  const steps = files.slice(1).map((after, i): Step => {
    console.error(`step ${i + 1} of ${files.length - 1}: ${after}`);
    const before = files[i] ?? "";
    const answers = [...tools].map(
      ([name, tool]) => [name, tool(join(folder, before), join(folder, after))] as const,
    );
    const step = { before, after, answers: new Map(answers) };
    if (new Set(answers.map(([, answer]) => verdictOf(answer))).size > 1) console.log(`${told(step)}\n`);
    return step;
  });
  for (const name of tools.keys()) {
    const verdicts = steps.map(({ answers }) => verdictOf(answers.get(name)));
    const count = (verdict: string) => verdicts.filter((one) => one === verdict).length;
    console.log(
      `${name.padEnd(17)}${count("breaks")} of ${steps.length} steps break, ${count("cannot read")} not readable`,
    );
  }
}

function verdictOf(answer: Answer | undefined): string {
  if (!answer || "fault" in answer) return "cannot read";
  return answer.breaks.length > 0 ? "breaks" : "passes";
}

function told({ before, after, answers }: Step): string {
  const lines = [...answers].map(([name, answer]) => {
    const reasons = "fault" in answer ? [answer.fault] : answer.breaks;
    const more = reasons.length > 1 ? ` (and ${reasons.length - 1} more)` : "";
    return `  ${name.padEnd(17)}${verdictOf(answer).padEnd(13)}${reasons[0] ?? ""}${more}`.trimEnd();
  });
  return [`${before} → ${after}`, ...lines].join("\n");
}
