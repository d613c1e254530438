import { getCodeframe, getLineColLocation } from "@redocly/openapi-core";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { sarifLog, type SarifResult } from "../model/sarif.ts";
import { visible } from "../model/visible.ts";
import { workflowCommand } from "../model/workflow-command.ts";
import type { Problem } from "./contract-files.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Removes repeated problems: Redocly visits a component once for each reference to it. An extension
 * has one problem at most at a place.
 */
export function withoutRepeats(problems: Problem[]): Problem[] {
  const byIdentity = new Map<string, Problem>();
  for (const problem of problems) {
    const { ruleId, message, location } = problem;
    const isExtension = ruleId === "contacts/known-extensions";
    const places = location.map(({ source, pointer }) => ({
      file: source.absoluteRef,
      pointer,
    }));
    const text = isExtension ? undefined : message;
    byIdentity.set(JSON.stringify([ruleId, text, places]), problem);
  }
  return [...byIdentity.values()];
}

/**
 * Writes problems for a person: the place, the message and the lines around it.
 * @param folder the paths of files are relative to it
 */
export function lintReport(problems: Problem[], folder = root): string {
  const noun = problems.length === 1 ? "problem" : "problems";
  const reported = new Set<string>();
  const reports = problems.map((problem) => {
    const isRepeated = reported.has(problem.message);
    reported.add(problem.message);
    return problemText(problem, folder, isRepeated);
  });
  return visible([...reports, `${problems.length} ${noun}`].join("\n\n"));
}

/** Writes a problem. A repeated message has only its place. */
function problemText(
  problem: Problem,
  folder: string,
  isRepeated: boolean,
): string {
  const { message, ruleId, severity, suggest, location } = problem;
  const [first] = location;
  if (!first) return message;
  const position = getLineColLocation(first);
  const { line, col } = position.start;
  const file = nameOf(first.source.absoluteRef, folder);
  const text = `${file}:${line}:${col} ${severity} ${ruleId}: ${message}`;
  if (isRepeated) return text;
  const lines = [text];
  if (suggest.length > 0)
    lines.push(`Did you mean ${suggest.slice(0, 3).join(", ")}?`);
  lines.push(getCodeframe(position, false));
  return lines.join("\n");
}

/** A problem with its position, for programs. */
interface ProblemResult extends SarifResult {
  suggest: string[];
}

function resultOf(problem: Problem, folder: string): ProblemResult {
  const { message, ruleId, severity, suggest, location } = problem;
  const [first] = location;
  const level = severity === "error" ? "error" : "warning";
  const common = { rule: ruleId, level, message, suggest } as const;
  if (!first) return { ...common, file: "", line: 1, column: 1 };
  const { line, col } = getLineColLocation(first).start;
  const file = nameOf(first.source.absoluteRef, folder);
  return { ...common, file, line, column: col };
}

function nameOf(path: string, folder: string): string {
  const parent = [folder, root].find((each) => path.startsWith(each));
  return parent === undefined ? path : relative(parent, path);
}

/** Format for programs → the function that writes it. */
export const machineFormats: Record<
  string,
  (problems: Problem[], folder: string) => string
> = {
  json: (problems, folder) => {
    const results = problems.map((problem) => resultOf(problem, folder));
    return `${JSON.stringify(results, null, 2)}\n`;
  },
  github: (problems, folder) =>
    problems.map((problem) => annotationOf(resultOf(problem, folder))).join(""),
  sarif: (problems, folder) => {
    const results = problems.map((problem) => resultOf(problem, folder));
    return sarifLog("lint", results);
  },
};

function annotationOf(result: ProblemResult): string {
  const { rule, level, message, file, line, column } = result;
  const place = { title: rule, file, line, col: column };
  const command = level === "error" ? "error" : "warning";
  return `${workflowCommand(command, place, message)}\n`;
}
