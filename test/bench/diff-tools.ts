import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { decide } from "../../openapi/diff/decide.ts";

/** What a tool says of two files: the breaks that it finds, or why it cannot read them. */
export type Answer = { breaks: string[] } | { fault: string };

/** Compares two files. */
export type Tool = (before: string, after: string) => Answer;

/** The program of `redocly`. */
const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));

/**
 * The tools that are compared, by the name under which their results are shown.
 * @param folder where they may write
 * @param oasdiff the program; without one it is left out
 */
export function toolsIn(folder: string, oasdiff: string | undefined): Map<string, Tool> {
  return new Map<string, Tool>([
    ["npm run diff", breaksOfDiff],
    ["redocly diff", breaksOfRedocly(folder)],
    ...(oasdiff === undefined
      ? []
      : ([
          ["oasdiff, errors", breaksOfOasdiff(oasdiff, 3)],
          ["… and warnings", breaksOfOasdiff(oasdiff, 2)],
        ] as const)),
  ]);
}

function breaksOfDiff(before: string, after: string): Answer {
  try {
    const { breaks } = decide({ base: before, head: after, today: "2026-01-01" });
    return { breaks: breaks.map(({ change, line }) => `line ${line}: ${change}`) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

interface RedoclyReport {
  changes: { impact: string; verdicts: { message: string; location: { line: number } }[] }[];
}

function breaksOfRedocly(folder: string): Tool {
  const [config, output] = [join(folder, "redocly.yaml"), join(folder, "report.json")];
  writeFileSync(config, "telemetry: off\nextends: [diff-recommended]\n");
  return (before, after) => {
    const options = ["--config", config, "--format=json", "--fail-on=none", `--output=${output}`];
    const { status, stderr } = run(process.execPath, [redocly, "diff", before, after, ...options]);
    if (status !== 0) return { fault: lastLine(stderr) };
    const { changes }: RedoclyReport = JSON.parse(readFileSync(output, "utf8"));
    const major = changes.filter(({ impact }) => impact === "major");
    return {
      breaks: major.flatMap(({ verdicts }) =>
        verdicts.map(({ message, location }) => `line ${location.line}: ${message}`),
      ),
    };
  };
}

/** @param from the least level that counts as a break: 3 for errors, 2 for warnings */
function breaksOfOasdiff(oasdiff: string, from: number): Tool {
  return (before, after) => {
    const { status, stdout, stderr } = run(oasdiff, ["breaking", before, after, "--format", "json"]);
    if (status !== 0) return { fault: lastLine(stderr) };
    const found: { level: number; text: string; operation?: string; path?: string }[] = JSON.parse(stdout);
    const counted = found.filter(({ level }) => level >= from);
    return {
      breaks: counted.map(({ operation = "", path = "", text }) => `${operation} ${path}: ${text}`),
    };
  };
}

/** @throws Error when there is no such program */
function run(program: string, args: string[]) {
  const result = spawnSync(program, args, { encoding: "utf8", maxBuffer: Infinity });
  if (result.error) throw new Error(`${program} did not start: ${result.error.message}`);
  return result;
}

const lastLine = (text: string) => text.trim().split("\n").at(-1) ?? "";
