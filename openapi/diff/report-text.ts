import { stringify } from "yaml";
import type { Finding } from "./finding.ts";
import type { Decision } from "./decide.ts";

/** The decision for people: what breaks for whom, where, and what to do. */
export function textReport(decision: Decision): string {
  const { breaks, approved, additions, issues } = decision;
  return [
    ...breaks.map(broken),
    ...approved.map((finding) => `approved  ${finding.change}\n${place(finding)}`),
    ...additions.map((finding) => `${labelOf(finding)}${finding.change}\n${place(finding)}`),
    ...issues.map((issue) => `issue     ${issue}`),
    ...(breaks.length > 0 ? [howToApprove(breaks)] : []),
    `${summary(decision)}\n`,
  ].join("\n\n");
}

/** One line: how many of each, and the version that they ask for. */
export function summary({ base, head, passes, breaks, approved, additions, versions }: Decision): string {
  const undecided = breaks.filter((finding) => finding.undecided).length;
  const counts = [
    `${breaks.length - undecided} breaking`,
    ...(undecided > 0 ? [`${undecided} undecided`] : []),
    ...(approved.length > 0 ? [`${approved.length} approved`] : []),
    `${additions.length} ${additions.length === 1 ? "addition" : "additions"}`,
  ];
  const version =
    versions && versions.needed !== versions.base ? ` They ask for version ${versions.needed}.` : "";
  return `${passes ? "Passed" : "Failed"}: ${base} → ${head}: ${counts.join(", ")}.${version}`;
}

/** An entry of the approved breaks, without reason, owner and date. */
function approvalFor({ rule, at, change }: Finding): string {
  return stringify([{ rule, at, change, reason: "", owner: "", expires: "" }], { lineWidth: 0 }).trimEnd();
}

/** The entries of all breaks that nobody approved, to append to the list of the approved ones. */
export const approvalsFor = ({ breaks }: Decision): string =>
  breaks.map((finding) => `${approvalFor(finding)}\n`).join("");

/** The first operations of a list, and how many more there are. */
export function operations(names: string[], most = 3): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

function labelOf({ undecided, rule }: Finding): string {
  if (undecided) return "CANNOT TELL  ";
  return rule === "added" ? "added     " : "changed   ";
}

function broken(finding: Finding): string {
  const { undecided, change, because, instead } = finding;
  const label = undecided ? "CANNOT TELL" : "BREAKING";
  return `${label}  ${change}\n${place(finding)}\n          ${because}\n          Instead: ${instead}`;
}

const place = (finding: Finding) =>
  [
    `          ${finding.file}:${finding.line}:${finding.column}  ${scope(finding)}  (${finding.rule})`,
    ...otherSide(finding).map((line) => `          ${line}`),
  ].join("\n");

/** The place of it in the other contract, where there is one that is the same or around it. */
function otherSide({ file, line, before, after }: Finding): string[] {
  const other = [before, after].find((at) => at && (at.file !== file || at.line !== line));
  return other ? [`${other.file}:${other.line}:${other.column}`] : [];
}

/** In what it is: the parts of which operations. */
export const scope = ({ parts, in: names }: Finding): string =>
  `${parts.length > 0 ? `the ${parts.join(" and ")} of ` : ""}${operations(names)}`;

/** What a break does, and how to reach the same without one. */
export const advice = ({ undecided, because, instead }: Finding): string =>
  [undecided && "Nobody can tell whether this breaks.", because, instead && `Instead: ${instead}`]
    .filter(Boolean)
    .join(" ");

const howToApprove = (breaks: Finding[]) =>
  [
    "To break on purpose, add to openapi/approved-breaks.yaml, with a reason, an owner and a day of expiry:",
    ...breaks.slice(0, 5).map(approvalFor),
    ...(breaks.length > 5 ? [`… and ${breaks.length - 5} more: npm run diff -- --format approvals`] : []),
  ].join("\n");
