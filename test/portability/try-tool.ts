import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
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
  const add = async (step: Step, outcome: Outcome): Promise<boolean> => {
    const judged = await judge(tool, step, outcome, trial);
    cells.push({ tool: tool.name, step, outcome: judged });
    return judged.status === "ok";
  };

  const whole =
    (await add("install", await outcomeOf(tool.install, log("install")))) &&
    (!tool.check || (await add("check", await outcomeOf(() => tool.check?.(trial), log("check"))))) &&
    (!tool.generate ||
      (await add("generate", await outcomeOf(() => tool.generate?.(trial), log("generate"))))) &&
    (!tool.compile || (await add("compile", await outcomeOf(() => tool.compile?.(trial), log("compile")))));
  if (whole && tool.run) {
    const printed = await tool.run(trial).catch((error: unknown) => String(error));
    for (const question of tool.asks ?? questions) await add(question, answerTo(question, printed, trial));
  }

  const bad = cells.filter(({ outcome }) => outcome.status !== "ok");
  const seconds = Math.round((Date.now() - began) / 1000);
  say(
    `${tool.name}: ${bad.length === 0 ? "ok" : bad.map(({ step, outcome }) => `${step} ${outcome.status}`).join(", ")} (${seconds} s)`,
  );
  return cells;
}

async function outcomeOf(work: () => Promise<unknown> | undefined, log: string): Promise<Outcome> {
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

/** A failure that is listed as the tool's own is held against its proof; a listed one that is mended is a failure too. */
async function judge(tool: Tool, step: Step, outcome: Outcome, trial: Trial): Promise<Outcome> {
  const name = tool.faults?.[step];
  if (name === undefined || outcome.status === "not tried") return outcome;
  if (outcome.status === "ok")
    return { status: "failed", cause: `it works, so ${name} is no longer a reason to expect less` };
  const cause = await proof(name, tool, trial);
  if (cause !== undefined) return { status: "fault", cause, name };
  const here = "cause" in outcome ? outcome.cause : "";
  return { status: "failed", cause: `${name} shows the tool's fault no more; here: ${here}` };
}

/** The contracts of `faults.yaml`. */
type Faults = Record<string, { "x-fault": { shows: string; text: string | string[] } }>;
const faults = parse(readFileSync(new URL("faults.yaml", import.meta.url), "utf8")) as Faults;

/** What a contract of `faults.yaml` shows, when the tool still prints or writes it for that contract; otherwise nothing. */
async function proof(name: string, tool: Tool, trial: Trial): Promise<string | undefined> {
  const { "x-fault": fault, ...contract } = faults[name] ?? {};
  if (!fault) throw new Error(`faults.yaml has no ${name}.`);
  const folder = join(trial.folder, `fault-${name}-${Date.now()}`);
  mkdirSync(folder);
  const json = join(folder, "fault.json");
  writeFileSync(json, JSON.stringify(contract));
  const work = tool.generate ?? tool.check;
  const printed = await work?.({ ...trial, folder, contract: json, contract30: json }).then(
    String,
    (error) => (error instanceof CommandFailed ? error.output : String(error)),
  );
  const found = [printed ?? "", ...textsIn(folder, json)].map(inOneLine);
  const isShown = [fault.text].flat().some((text) => found.some((one) => one.includes(inOneLine(text))));
  return isShown ? fault.shows : undefined;
}

const inOneLine = (text: string) => text.replace(/\s+/g, " ");

/** The content of every file that was generated. */
const textsIn = (folder: string, except: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => file !== except)
    .map((file) => readFileSync(file, "utf8"));
