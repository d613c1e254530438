import { getCodeframe, getLineColLocation } from "@redocly/openapi-core";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Problem } from "./lint.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** More problems than these come of one mistake. */
const most = 50;

/** What a person reads of problems: where each one is, what is wrong, and the lines around it. */
export function lintReport(problems: Problem[]): string {
  const hidden = problems.length - most;
  const parts = problems.slice(0, most).map(oneReport);
  if (hidden > 0) parts.push(`and ${hidden} more`);
  return parts.join("\n\n");
}

function oneReport({ message, ruleId, severity, suggest, location }: Problem): string {
  const [first] = location;
  if (!first) return message;
  const place = getLineColLocation(first);
  const { line, col } = place.start;
  const suggestion = suggest.length > 0 ? [`Did you mean ${suggest.slice(0, 3).join(", ")}?`] : [];
  const file = relative(root, first.source.absoluteRef);
  return [
    `${file}:${line}:${col} ${severity} ${ruleId}: ${message}`,
    ...suggestion,
    getCodeframe(place, false),
  ].join("\n");
}
