import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandFailed, Unavailable, firstCause, has } from "./command.ts";
import { faultOf } from "./expectations.ts";
import {
  questions,
  type Cell,
  type Outcome,
  type Question,
  type Step,
  type Tool,
  type Trial,
} from "./tool.ts";

/** What this machine lacks for a tool, a cell for each program. */
export async function missing({ name, needs }: Tool): Promise<Cell[]> {
  const present = await Promise.all(needs.map(has));
  return needs
    .filter((_, index) => !present[index])
    .map((program) => ({
      tool: name,
      step: "install",
      outcome: { status: "not tried", cause: `no ${program}` },
    }));
}

/** Takes a tool through its steps up to the first that fails, and gives a cell for each. */
export async function tryTool(tool: Tool, trial: Trial, say: (line: string) => void): Promise<Cell[]> {
  const cells: Cell[] = [];
  const began = Date.now();
  // The whole output of a step that failed, as the table has room for one line of it.
  const log = (step: Step) => join(trial.folder, `${step}.log`);
  const add = (step: Step, outcome: Outcome): boolean => {
    cells.push({ tool: tool.name, step, outcome });
    return outcome.status === "ok";
  };

  let isOk = true;
  for (const step of ["install", "check", "generate", "compile"] as const) {
    const work = tool[step];
    if (isOk && work) isOk = add(step, await outcomeOf(() => work(trial), log(step)));
  }
  if (isOk && tool.run) {
    const printed = await tool.run(trial).catch((error: unknown) => String(error));
    for (const question of tool.asks ?? questions) add(question, answerTo(question, printed, trial));
  }

  const bad = cells.filter(({ outcome }) => outcome.status !== "ok");
  const seconds = Math.round((Date.now() - began) / 1000);
  say(
    `${tool.name}: ${bad.length === 0 ? "ok" : bad.map(({ step, outcome }) => `${step} ${outcome.status}`).join(", ")} (${seconds} s)`,
  );
  return cells;
}

async function outcomeOf(work: () => Promise<unknown>, log: string): Promise<Outcome> {
  try {
    await work();
    return { status: "ok" };
  } catch (error) {
    if (error instanceof CommandFailed) {
      writeFileSync(log, error.output);
      return { status: "failed", cause: error.message };
    }
    const cause = firstCause(error instanceof Error ? error.message : String(error)) ?? "no message";
    return { status: error instanceof Unavailable ? "not tried" : "failed", cause };
  }
}

/** Holds what a program printed for a question against what was sent. */
function answerTo(question: Question, printed: string, { world }: Trial): Outcome {
  const line = printed.split("\n").find((each) => each.startsWith(`${question} `));
  if (line === undefined) {
    const cause = `the program ended before: ${firstCause(printed) ?? "it printed nothing"}`;
    return { status: "failed", cause };
  }
  const rest = line.slice(question.length + 1);
  if (!rest.startsWith("ok ")) return { status: "failed", cause: rest.replace(/^failed /, "") };
  const cause = faultOf(question, JSON.parse(rest.slice(3)), world);
  return cause === undefined ? { status: "ok" } : { status: "failed", cause };
}
