import { stringify } from "yaml";
import { append } from "../model/collections.ts";
import { sarifLog, type SarifResult } from "../model/sarif.ts";
import { workflowCommand } from "../model/workflow-command.ts";
import { visible } from "../model/visible.ts";
import type { Decision } from "./decide.ts";
import type { Finding } from "./findings.ts";

/** Groups findings with the same texts to one with a count. */
export function grouped(findings: Finding[]): Finding[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings)
    append(
      groups,
      [finding.rule, finding.change, finding.because].join("\n"),
      finding,
    );
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group;
    if (!first || others.length === 0) return group;
    const names = new Set(group.flatMap((finding) => finding.in));
    return [
      {
        ...first,
        change: `${group.length} times: ${first.change}`,
        in: [...names],
      },
    ];
  });
}

/** Summarizes a decision in one line: the counts, and the version that is needed. */
export function summary({
  base,
  head,
  passes,
  breaks,
  approved,
  additions,
  versions,
}: Decision): string {
  const undecided = breaks.filter((finding) => finding.undecided).length;
  const warnings = breaks.filter(({ is }) => is === "warning").length;
  const counts = [
    `${breaks.length - undecided - warnings} breaking`,
    undecided > 0 && `${undecided} undecided`,
    warnings > 0 && `${warnings} ${warnings === 1 ? "warning" : "warnings"}`,
    approved.length > 0 && `${approved.length} approved`,
    `${additions.length} ${additions.length === 1 ? "addition" : "additions"}`,
  ];
  const asks = versions && versions.needed !== versions.base;
  const version = asks ? ` They ask for version ${versions.needed}.` : "";
  return `${passes ? "Passed" : "Failed"}: ${base} → ${head}: ${counts.filter(Boolean).join(", ")}.${version}`;
}

/** Describes the scope of a finding: the parts and their operations. */
export const scope = ({ parts, in: names }: Finding): string =>
  `${parts.length > 0 ? `the ${parts.join(" and ")} of ` : ""}${operations(names)}`;

/** Lists the first three operations, and the number of the others. */
export function operations(names: string[]): string {
  const firstThree = names.slice(0, 3).join(", ");
  return names.length > 3
    ? `${firstThree} and ${names.length - 3} more`
    : firstThree;
}

/** Writes the decision for a person. */
export function textReport(decision: Decision): string {
  const { breaks, approved, additions, issues } = decision;
  const paragraphs = [
    ...grouped(breaks).map((finding) =>
      findingText(
        finding.undecided ? "CANNOT TELL" : finding.is.toUpperCase(),
        finding,
        [
          ...changedLines(finding),
          finding.because,
          `Instead: ${finding.instead}`,
        ],
      ),
    ),
    ...grouped(approved).map((finding) => findingText("approved", finding)),
    ...grouped(additions).map((finding) =>
      findingText(finding.rule === "added" ? "added" : "changed", finding),
    ),
    ...issues.map((issue) => `issue     ${issue}`),
    ...(breaks.length > 0 ? [howToApprove] : []),
    `${summary(decision)}\n`,
  ];
  return visible(paragraphs.join("\n\n"));
}

const indent = 10;

function findingText(
  label: string,
  finding: Finding,
  more: string[] = [],
): string {
  const { rule, change, file, line, column, before, after } = finding;
  const other = [before, after].find(
    (location) => location.file !== file || location.line !== line,
  );
  return [
    `${`${label}  `.padEnd(indent)}${change}`,
    `${file}:${line}:${column}  ${scope(finding)}  (${rule})`,
    ...(other ? [`${other.file}:${other.line}:${other.column}`] : []),
    ...more,
  ].join(`\n${" ".repeat(indent)}`);
}

/**
 * Returns the old and the new line of a finding. Leaves out the line of a contract that has only a
 * parent of the place.
 */
export function changedLines({ before, after }: Finding): string[] {
  if (before.text === after.text && before.pointer === after.pointer) return [];
  return [
    ...(after.pointer.startsWith(`${before.pointer}/`)
      ? []
      : [`- ${before.text}`]),
    ...(before.pointer.startsWith(`${after.pointer}/`)
      ? []
      : [`+ ${after.text}`]),
  ];
}

const howToApprove = `To change it on purpose, append the entries to the approved breaks, and fill in reason, owner and day of expiry:
npm run -s diff -- --format approvals >> openapi/approved-breaks.yaml`;

/**
 * Writes an entry for each break without an approval, to append to the list of the approved ones.
 */
export const approvalsFor = ({ breaks }: Decision): string =>
  breaks
    .map(({ rule, at, change }) => [
      { rule, at, change, reason: "", owner: "", expires: "" },
    ])
    .map((entry) => stringify(entry, { lineWidth: 0 }))
    .join("");

/**
 * Writes the decision as workflow commands, which GitHub Actions shows beside the lines of the
 * contract.
 */
export const githubReport = (decision: Decision): string =>
  [
    ...grouped(decision.breaks).map((finding) => command("error", finding)),
    ...grouped(decision.approved).map((finding) => command("warning", finding)),
    ...grouped(decision.additions).map((finding) => command("notice", finding)),
    ...decision.issues.map((issue) =>
      workflowCommand("error", { title: "contract" }, issue),
    ),
    `${summary(decision)}\n`,
  ].join("\n");

function command(
  level: "error" | "warning" | "notice",
  finding: Finding,
): string {
  const { rule, undecided, change, because, instead, before, after } = finding;
  const message = [
    `${change} In ${scope(finding)} (before: ${before.file}:${before.line}).`,
    undecided && "Nobody can tell whether this breaks.",
    because,
    instead && `Instead: ${instead}`,
  ];
  const place = {
    title: rule,
    file: after.file,
    line: after.line,
    col: after.column,
  };
  return workflowCommand(
    level,
    place,
    visible(message.filter(Boolean).join(" ")),
  );
}

/** Writes the decision as SARIF. */
export function sarifReport(decision: Decision): string {
  const { breaks, approved, additions, issues, head } = decision;
  const result = (level: SarifResult["level"]) => (finding: Finding) => {
    const { rule, change, because, after } = finding;
    const message = `${change} In ${scope(finding)}. ${because}`.trim();
    return { rule, level, message, ...after };
  };
  const issueResult = (message: string): SarifResult => {
    const place = { file: head, line: 1, column: 1 };
    return { rule: "diff/issue", level: "error", message, ...place };
  };
  return sarifLog("diff", [
    ...breaks.map((finding) =>
      result(finding.is === "warning" ? "warning" : "error")(finding),
    ),
    ...approved.map(result("note")),
    ...additions.map(result("note")),
    ...issues.map(issueResult),
  ]);
}
