import { getCodeframe, getLineColLocation } from "@redocly/openapi-core";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Problem } from "./contract-files.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** More problems than these come of one mistake. */
const most = 50;

/** What a person reads of problems: where each one is, what is wrong, and the lines around it. */
export function lintReport(problems: Problem[], folder = root): string {
  const hidden = problems.length - most;
  const more = hidden > 0 ? [`and ${hidden} more`] : [];
  const count = `${problems.length} ${problems.length === 1 ? "problem" : "problems"}`;
  const messages = problems.map(({ message }) => message);
  const reports = problems
    .slice(0, most)
    .map((problem, i) =>
      oneReport(problem, folder, messages.indexOf(problem.message) === i),
    );
  return [...reports, ...more, count].join("\n\n");
}

/** What was said already is only given its place. */
function oneReport(problem: Problem, folder: string, isFirst: boolean): string {
  const { message, ruleId, severity, suggest, location } = problem;
  const [first] = location;
  if (!first) return message;
  const position = getLineColLocation(first);
  const { line, col } = position.start;
  const path = first.source.absoluteRef;
  const file = relative(path.startsWith(folder) ? folder : root, path);
  const text = `${file}:${line}:${col} ${severity} ${ruleId}: ${message}`;
  if (!isFirst) return text;
  const suggestion =
    suggest.length > 0
      ? [`Did you mean ${suggest.slice(0, 3).join(", ")}?`]
      : [];
  return [text, ...suggestion, getCodeframe(position, false)].join("\n");
}
