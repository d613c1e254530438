import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";

/** A message of lint. */
export interface Problem {
  rule: string;
  /** The line that it points at. */
  line: number;
  message: string;
}

interface Report {
  problems: { ruleId: string; message: string; location: { start: { line: number } }[] }[];
}

const redocly = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");

/** What `redocly lint` says of each of these contracts under our `redocly.yaml`. One run for all, as its start is slow. */
export function lint(texts: string[]): Problem[][] {
  const folder = mkdtempSync(join(tmpdir(), "contacts-lint-"));
  const files = texts.map((_, i) => join(folder, `${i}.yaml`));
  files.forEach((file, i) => writeFileSync(file, texts[i] ?? ""));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [redocly, "lint", "--config", "redocly.yaml", "--format", "json", ...files],
    { encoding: "utf8" },
  );
  rmSync(folder, { recursive: true });
  // The reports follow each other without a separator.
  const reports = JSON.parse(`[${stdout.replaceAll("\n}{\n", "\n},{\n")}]`) as Report[];
  expect(reports, stderr).toHaveLength(texts.length);
  return reports.map(({ problems }) => unique(problems.map(toProblem)));
}

function toProblem({ ruleId, message, location }: Report["problems"][number]): Problem {
  return { rule: ruleId, line: location[0]?.start.line ?? 0, message };
}

/** Redocly visits a component once for each of its users. */
const unique = (problems: Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values(),
];
