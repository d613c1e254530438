import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { compareContracts } from "./compare/contracts.ts";
import { openContract } from "./contract/contract.ts";
import { findContract, messageOf, NotComparable } from "./contract/source.ts";
import { type Finding, findingsOf } from "./findings.ts";
import { isNode, textIn } from "../model/node.ts";

/** What the diff decides, and on what grounds. */
export interface Decision {
  base: string;
  head: string;
  passes: boolean;
  breaks: Finding[];
  approved: Finding[];
  additions: Finding[];
  /** What is wrong besides breaks: an approval, the version. */
  issues: string[];
  versions: Versions | undefined;
}

/** What to compare, and by which lists. */
interface Question {
  base: string;
  head: string;
  /** File of the approved breaks; without it none is. */
  approvals?: string | undefined;
  /** Whether `info.version` has to be raised as the findings ask. */
  checkVersion?: boolean;
  today?: string;
}

/**
 * Compares two contracts.
 * @throws NotComparable when that is not possible: never takes what it could not read for unchanged
 */
export function decide({
  base,
  head,
  approvals,
  checkVersion = false,
  today = isoDay(),
}: Question): Decision {
  const [from, to] = [openContract(findContract(base)), openContract(findContract(head))];
  const findings = findingsOf(from, to, compareContracts(from, to, today));
  const list = approvals === undefined ? [] : readApprovals(approvals);
  const { open, approved, security, issues } = applyApprovals(findings, list, today);
  const versions = versionsFor(findings, security, from.version, to.version);
  if (checkVersion) issues.push(...versionIssues(versions));
  return {
    base: from.name,
    head: to.name,
    passes: open.length === 0 && issues.length === 0,
    breaks: open,
    approved,
    additions: findings.filter(({ is }) => is === "addition"),
    issues,
    versions,
  };
}

const isoDay = () => new Date().toISOString().slice(0, "YYYY-MM-DD".length);

function versionIssues(versions: Versions | undefined): string[] {
  if (!versions) return ["`info.version` must be three numbers, as in 1.2.0, in both contracts."];
  if (versions.enough) return [];
  return [
    `\`info.version\` is ${versions.head}; after ${versions.base} these changes ask for ${versions.needed}.`,
  ];
}

/** The versions of the two contracts, and the one that the findings ask for. */
interface Versions {
  base: string;
  head: string;
  needed: string;
  enough: boolean;
}

/**
 * What `info.version` has to be: a new major version for a break, approved or not, a minor one for an addition and for a
 * break that closes a hole. Below 1.0.0 a break asks for a minor version. Undefined when a version is not three numbers.
 */
function versionsFor(findings: Finding[], security: Finding[], base = "", head = ""): Versions | undefined {
  const from = numbers(base);
  if (!from || !numbers(head)) return undefined;
  const [major, minor] = from;
  const breaks = findings.some((finding) => finding.is === "breaking" && !security.includes(finding));
  const compatible: Numbers = findings.length > 0 ? [major, minor + 1, 0] : from;
  const needed: Numbers = breaks && major > 0 ? [major + 1, 0, 0] : compatible;
  const enough = head.localeCompare(needed.join("."), "en", { numeric: true }) >= 0;
  return { base, head, needed: needed.join("."), enough };
}

type Numbers = [major: number, minor: number, patch: number];

function numbers(version: string): Numbers | undefined {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

/** A break or a warning that somebody decided on. */
interface Approval {
  rule: string;
  at: string;
  change: string;
  reason: string;
  owner: string;
  /** The day until which it holds, YYYY-MM-DD. */
  expires: string;
  /** Whether the break closes a hole: callers of this major version need that too, so a minor version is enough. */
  security?: boolean;
}

const fields = ["rule", "at", "change", "reason", "owner", "expires"] as const;

/** The breaks that nobody approved, those that somebody did, and what is wrong with the list itself. */
interface Judged {
  open: Finding[];
  approved: Finding[];
  /** Those of the approved that close a hole. */
  security: Finding[];
  issues: string[];
}

/**
 * Reads the list of approved breaks.
 * @throws NotComparable when it is no list of whole entries
 */
function readApprovals(file: string): Approval[] {
  let entries: unknown;
  try {
    entries = parse(readFileSync(file, "utf8")) ?? [];
  } catch (error) {
    throw new NotComparable(`${file} cannot be read: ${messageOf(error)}`);
  }
  if (!Array.isArray(entries)) throw new NotComparable(`${file} must be a list of approved breaks.`);
  return entries.map((entry: unknown, i) => {
    if (isApproval(entry)) return entry;
    const missing = fields.filter((field) => !isStated(entry, field)).join(", ");
    throw new NotComparable(
      missing === ""
        ? `Entry ${i + 1} of ${file} has a \`security\` that is not true: write true, or leave it out.`
        : `Entry ${i + 1} of ${file} must state ${missing}. Each is a text; expires is a day, as "YYYY-MM-DD".`,
    );
  });
}

const isApproval = (entry: unknown): entry is Approval =>
  fields.every((field) => isStated(entry, field)) &&
  isNode(entry) &&
  [undefined, true].includes(entry["security"] as true | undefined);

function isStated(entry: unknown, field: (typeof fields)[number]): boolean {
  const text = isNode(entry) ? (textIn(entry, field) ?? "") : "";
  return field === "expires" ? /^\d{4}-\d{2}-\d{2}$/.test(text) : text.trim() !== "";
}

/** Takes from the findings what is approved. An entry that approves nothing, or has expired, is an issue. */
export function applyApprovals(findings: Finding[], approvals: Approval[], today: string): Judged {
  const breaks = findings.filter(({ is }) => is !== "addition");
  const issues = approvals.flatMap((approval) => {
    const name = `${approval.rule} at ${approval.at}`;
    if (approval.expires < today)
      return [
        `The approval of ${name} expired on ${approval.expires}: decide anew, or take the change back.`,
      ];
    return breaks.some((finding) => matches(finding, approval))
      ? []
      : [`The approval of ${name} matches no break: remove it.`];
  });
  const valid = approvals.filter(({ expires }) => expires >= today);
  const approvalOf = (finding: Finding) => valid.find((approval) => matches(finding, approval));
  return {
    open: breaks.filter((finding) => !approvalOf(finding)),
    approved: breaks.filter(approvalOf),
    security: breaks.filter((finding) => approvalOf(finding)?.security),
    issues,
  };
}

const matches = (finding: Finding, approval: Approval) =>
  finding.rule === approval.rule && finding.at === approval.at && finding.change === approval.change;
