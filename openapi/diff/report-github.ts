import type { Finding } from "./finding.ts";
import type { Decision } from "./decide.ts";
import { advice, scope, sections, summary } from "./report-text.ts";

/** The decision as workflow commands of GitHub Actions, which shows them beside the lines that they are about. */
export function githubReport(decision: Decision): string {
  const levels = { Breaking: "error", Warnings: "error", Approved: "warning", Additions: "notice" };
  return [
    ...sections(decision).flatMap(({ title, findings }) =>
      findings.map((finding) => command(levels[title], finding)),
    ),
    ...decision.issues.map((issue) => `::error title=contract::${text(issue)}`),
    summary(decision),
    "",
  ].join("\n");
}

function command(level: string, finding: Finding): string {
  const { rule, change, before } = finding;
  const { file, line, column } = finding.after ?? finding;
  const properties = { title: rule, file, line, col: column };
  const fields = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  const was = before ? ` (before: ${before.file}:${before.line})` : "";
  const message = `${change} In ${scope(finding)}${was}. ${advice(finding)}`.trimEnd();
  return `::${level} ${fields.join(",")}::${text(message)}`;
}

const text = (value: string) => value.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (value: string) => text(value).replaceAll(":", "%3A").replaceAll(",", "%2C");
