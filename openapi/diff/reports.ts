import { stringify } from "yaml";
import { append } from "../model/node.ts";
import type { Decision } from "./decide.ts";
import type { Finding } from "./findings.ts";

/** Findings under a title. */
interface Section {
  title: "Breaking" | "Warnings" | "Approved" | "Additions";
  findings: Finding[];
  /** Whether somebody has to decide on them. */
  isOpen: boolean;
}

/** The findings under their titles; those that say the same of several places are one, with a count. */
function sections({ breaks, approved, additions }: Decision): Section[] {
  const all: Section[] = [
    { title: "Breaking", findings: breaks.filter(({ is }) => is === "breaking"), isOpen: true },
    { title: "Warnings", findings: breaks.filter(({ is }) => is === "warning"), isOpen: true },
    { title: "Approved", findings: approved, isOpen: false },
    { title: "Additions", findings: additions, isOpen: false },
  ];
  return all
    .filter(({ findings }) => findings.length > 0)
    .map((section) => ({ ...section, findings: grouped(section.findings) }));
}

function grouped(findings: Finding[]): Finding[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings)
    append(groups, [finding.rule, finding.change, finding.because].join("\n"), finding);
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group;
    if (!first || others.length === 0) return group;
    const names = new Set(group.flatMap((finding) => finding.in));
    return [{ ...first, change: `${group.length} times: ${first.change}`, in: [...names] }];
  });
}

/** One line: how many of each, and the version that they ask for. */
function summary({ base, head, passes, breaks, approved, additions, versions }: Decision): string {
  const undecided = breaks.filter((finding) => finding.undecided).length;
  const warnings = breaks.filter(({ is }) => is === "warning").length;
  const counts = [
    `${breaks.length - undecided - warnings} breaking`,
    ...(undecided > 0 ? [`${undecided} undecided`] : []),
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? "warning" : "warnings"}`] : []),
    ...(approved.length > 0 ? [`${approved.length} approved`] : []),
    `${additions.length} ${additions.length === 1 ? "addition" : "additions"}`,
  ];
  const version =
    versions && versions.needed !== versions.base ? ` They ask for version ${versions.needed}.` : "";
  return `${passes ? "Passed" : "Failed"}: ${base} → ${head}: ${counts.join(", ")}.${version}`;
}

/** In what it is: the parts of which operations. */
const scope = ({ parts, in: names }: Finding): string =>
  `${parts.length > 0 ? `the ${parts.join(" and ")} of ` : ""}${operations(names)}`;

/** The first operations of a list, and how many more there are. */
export function operations(names: string[], most = 3): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

/** What a break does, and how to reach the same without one. */
const advice = ({ undecided, because, instead }: Finding): string =>
  [undecided && "Nobody can tell whether this breaks.", because, instead && `Instead: ${instead}`]
    .filter(Boolean)
    .join(" ");

/** The decision for people: what breaks for whom, where, and what to do. */
export function textReport(decision: Decision): string {
  const { breaks, issues } = decision;
  return [
    ...sections(decision).flatMap((section) => section.findings.map((finding) => told(finding, section))),
    ...issues.map((issue) => `issue     ${issue}`),
    ...(breaks.length > 0 ? [howToApprove(breaks)] : []),
    `${summary(decision)}\n`,
  ].join("\n\n");
}

function told(finding: Finding, section: Section): string {
  const { rule, change, because, instead, file, line, column, before, after } = finding;
  const other = [before, after].find((at) => at.file !== file || at.line !== line);
  return [
    `${labelOf(finding, section)}${change}`,
    `${file}:${line}:${column}  ${scope(finding)}  (${rule})`,
    ...(other ? [`${other.file}:${other.line}:${other.column}`] : []),
    ...(section.isOpen ? [...changedLines(finding), because, `Instead: ${instead}`] : []),
  ].join("\n          ");
}

/** What was written there, and what is; nothing of a contract that only has what is around it. */
function changedLines({ before, after }: Finding): string[] {
  if (before.text === after.text && before.pointer === after.pointer) return [];
  return [
    ...(after.pointer.startsWith(`${before.pointer}/`) ? [] : [`- ${before.text}`]),
    ...(before.pointer.startsWith(`${after.pointer}/`) ? [] : [`+ ${after.text}`]),
  ];
}

function labelOf({ is, undecided, rule }: Finding, { title, isOpen }: Section): string {
  if (title === "Approved") return "approved  ";
  if (undecided) return "CANNOT TELL  ";
  if (isOpen) return `${is.toUpperCase()}  `;
  return rule === "added" ? "added     " : "changed   ";
}

const howToApprove = (breaks: Finding[]) =>
  [
    "To change it on purpose, add to openapi/approved-breaks.yaml, with a reason, an owner and a day of expiry:",
    ...breaks.slice(0, 5).map((finding) => approvalFor(finding).trimEnd()),
    ...(breaks.length > 5 ? [`… and ${breaks.length - 5} more: npm run diff -- --format approvals`] : []),
  ].join("\n");

/** An entry of the approved breaks, without reason, owner and date. */
const approvalFor = ({ rule, at, change }: Finding): string =>
  stringify([{ rule, at, change, reason: "", owner: "", expires: "" }], { lineWidth: 0 });

/** The entries of all breaks that nobody approved, to append to the list of the approved ones. */
export const approvalsFor = ({ breaks }: Decision): string => breaks.map(approvalFor).join("");

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
  const { rule, change, before, after } = finding;
  const properties = { title: rule, file: after.file, line: after.line, col: after.column };
  const fields = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  const was = `(before: ${before.file}:${before.line})`;
  const message = `${change} In ${scope(finding)} ${was}. ${advice(finding)}`.trimEnd();
  return `::${level} ${fields.join(",")}::${text(message)}`;
}

const text = (value: string) => value.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (value: string) => text(value).replaceAll(":", "%3A").replaceAll(",", "%2C");
