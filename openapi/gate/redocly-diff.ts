import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NotComparable } from "./finding.ts";

const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));

/** The gate's own config: that of lint could switch the rules of the diff off without a word. */
export const config = fileURLToPath(new URL("redocly.yaml", import.meta.url));

/** What we read of the report of `redocly diff`. */
export interface Report {
  infoVersions: { base: string | undefined; revision: string | undefined };
  changes: Change[];
}
export interface Change {
  path: string;
  typeName: string;
  kind: "added" | "removed" | "modified";
  impact: "major" | "minor" | "patch";
  verdicts: { ruleId: string; impact: "major" | "minor" | "patch"; message: string; location: Location }[];
  base?: Location & { value: unknown };
  revision?: Location & { value: unknown };
}
export interface Location {
  file: string;
  pointer: string;
  line: number;
  col: number;
}

/**
 * Runs `redocly diff` with our rules on two files.
 * @param folder where its report goes
 * @throws NotComparable when it could not compare all of both
 */
export function redoclyDiff(base: string, revision: string, folder: string): Report {
  const output = join(folder, "report.json");
  const options = ["--config", config, "--format=json", "--fail-on=none", `--output=${output}`];
  // A large contract is much garbage: a larger young generation saves a tenth of the time.
  const command = ["--max-semi-space-size=64", redocly, "diff", base, revision, ...options];
  const { status, stderr } = spawnSync(process.execPath, command, {
    encoding: "utf8",
    maxBuffer: Infinity,
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" },
  });
  const fault = unresolved(stderr) ?? (status === 0 ? undefined : lastWords(stderr));
  if (fault !== undefined) throw new NotComparable(fault);
  return readReport(output);
}

/** What a reference to nothing hides is not compared, and Redocly only warns of it. */
function unresolved(said: string): string | undefined {
  const places = [...said.matchAll(/^\[\d+\] (\S+) at .*\n\n(Can't resolve \$ref)/gm)].map(([, at]) => at);
  return places.length === 0
    ? undefined
    : `A reference leads nowhere, so what stands there could not be compared: ${places.join(", ")}.`;
}

function lastWords(said: string): string {
  const lines = said.split("\n").filter((line) => line.trim() !== "" && !/^\s*[╔║╚]/.test(line));
  const error = lines.find((line) => line.startsWith("Error: ")) ?? lines.slice(0, 2).join(" ");
  return error.replace(/^Error: /, "");
}

function readReport(file: string): Report {
  const report: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!isReport(report)) {
    throw new NotComparable("The report of `redocly diff` is not what it was: has its version changed?");
  }
  return report;
}

function isReport(report: unknown): report is Report {
  if (typeof report !== "object" || report === null) return false;
  const { reportVersion, changes, infoVersions } = report as Record<string, unknown>;
  return reportVersion === "1" && Array.isArray(changes) && typeof infoVersions === "object";
}
