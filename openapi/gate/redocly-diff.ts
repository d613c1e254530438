import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NotComparable } from "./finding.ts";
import { lastWords, redocly, unresolved } from "./redocly.ts";

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
  const { status, stderr } = redocly("diff", base, revision, ...options);
  const fault = unresolved(stderr) ?? (status === 0 ? undefined : lastWords(stderr));
  if (fault !== undefined) throw new NotComparable(fault);
  return readReport(output);
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
