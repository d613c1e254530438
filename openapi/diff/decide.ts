import { compareContracts } from "./compare/contracts.ts";
import { openContract } from "./contract/contract.ts";
import { findContract } from "./contract/source.ts";
import { applyApprovals, readApprovals } from "./approvals.ts";
import type { Finding } from "./finding.ts";
import { findingsOf } from "./findings.ts";
import { versionsFor, type Versions } from "./version.ts";

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
export interface Question {
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
