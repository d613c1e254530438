import { getCodeframe, getLineColLocation } from "@redocly/openapi-core";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { sarifLog, type SarifResult } from "../model/sarif.ts";
import { workflowCommand } from "../model/workflow-command.ts";
import type { Problem } from "./contract-files.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What a person reads of problems: where each one is, what is wrong, and the lines around it. */
export function lintReport(problems: Problem[], folder = root): string {
  const count = `${problems.length} ${problems.length === 1 ? "problem" : "problems"}`;
  const messages = problems.map(({ message }) => message);
  const reports = problems.map((problem, i) =>
    oneReport(problem, folder, messages.indexOf(problem.message) === i),
  );
  return [...reports, count].join("\n\n");
}

/** A problem with its place, for programs. */
interface Placed extends SarifResult {
  suggest: string[];
}

function placed(problem: Problem, folder: string): Placed {
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
  const around = [folder, root].find((each) => path.startsWith(each));
  return around === undefined ? path : relative(around, path);
}

/** The formats for programs. */
export const machineFormats: Record<
  string,
  (problems: Problem[], folder: string) => string
> = {
  json: (problems, folder) =>
    `${JSON.stringify(
      problems.map((each) => placed(each, folder)),
      null,
      2,
    )}\n`,
  github: (problems, folder) =>
    problems
      .map((each) => placed(each, folder))
      .map(({ rule, level, message, file, line, column }) => {
        const place = { title: rule, file, line, col: column };
        const command = level === "error" ? level : "warning";
        return `${workflowCommand(command, place, message)}\n`;
      })
      .join(""),
  sarif: (problems, folder) =>
    sarifLog(
      "lint",
      problems.map((each) => placed(each, folder)),
    ),
};

/** What was said already is only given its place. */
function oneReport(problem: Problem, folder: string, isFirst: boolean): string {
  const { message, ruleId, severity, suggest, location } = problem;
  const [first] = location;
  if (!first) return message;
  const position = getLineColLocation(first);
  const { line, col } = position.start;
  const file = nameOf(first.source.absoluteRef, folder);
  const text = `${file}:${line}:${col} ${severity} ${ruleId}: ${message}`;
  if (!isFirst) return text;
  const suggestion =
    suggest.length > 0
      ? [`Did you mean ${suggest.slice(0, 3).join(", ")}?`]
      : [];
  return [text, ...suggestion, getCodeframe(position, false)].join("\n");
}
