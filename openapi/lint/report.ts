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
  return [...problems.slice(0, most).map((problem) => oneReport(problem, folder)), ...more, count].join(
    "\n\n",
  );
}

function oneReport({ message, ruleId, severity, suggest, location }: Problem, folder: string): string {
  const [first] = location;
  if (!first) return message;
  const position = getLineColLocation(first);
  const { line, col } = position.start;
  const suggestion = suggest.length > 0 ? [`Did you mean ${suggest.slice(0, 3).join(", ")}?`] : [];
  const file = relative(folder, first.source.absoluteRef);
  return [
    `${file}:${line}:${col} ${severity} ${ruleId}: ${message}`,
    ...suggestion,
    getCodeframe(position, false),
  ].join("\n");
}
