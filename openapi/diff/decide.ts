import { applyApprovals, readApprovals } from "./approvals.ts";
import { compareContracts } from "./compare/contracts.ts";
import { openContract } from "./contract/contract.ts";
import { findContract } from "./contract/source.ts";
import { type Finding, findingsOf } from "./findings.ts";

/** What the diff decides, and on what grounds. */
export interface Decision {
  base: string;
  head: string;
  passes: boolean;
  /** The breaks and warnings that nobody approved. */
  breaks: Finding[];
  approved: Finding[];
  additions: Finding[];
  /** What is wrong besides breaks: an approval, the version. */
  issues: string[];
  /** Those of both contracts, and the one that the findings ask for. */
  versions: Versions;
}

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
  today = new Date().toISOString().slice(0, "YYYY-MM-DD".length),
}: Question): Decision {
  const [from, to] = [openContract(findContract(base)), openContract(findContract(head))];
  const findings = findingsOf(from, to, compareContracts(from, to, today));
  const breaks = findings.filter(({ is }) => is !== "addition");
  const list = approvals === undefined ? [] : readApprovals(approvals);
  const { approved, issues } = applyApprovals(breaks, list, today);
  const isMajor = (finding: Finding) => finding.is === "breaking" && !approved.get(finding)?.security;
  const versions = versionsFor(from.version, to.version, findings.some(isMajor), findings.length > 0);
  if (checkVersion) issues.push(...versionIssues(versions));
  const open = breaks.filter((finding) => !approved.has(finding));
  return {
    base: from.name,
    head: to.name,
    passes: open.length === 0 && issues.length === 0,
    breaks: open,
    approved: breaks.filter((finding) => approved.has(finding)),
    additions: findings.filter(({ is }) => is === "addition"),
    issues,
    versions,
  };
}

type Versions = ReturnType<typeof versionsFor>;

/**
 * What `info.version` has to be: a new major version for a break, a minor one for what else changed. Below 1.0.0 a break
 * asks for a minor version. Undefined when a version is not three numbers.
 */
function versionsFor(base = "", head = "", isBroken: boolean, isChanged: boolean) {
  const form = /^(\d+)\.(\d+)\.\d+/;
  const [stated, major, minor] = form.exec(base) ?? [];
  if (stated === undefined || !form.test(head)) return undefined;
  const compatible = isChanged ? `${major}.${Number(minor) + 1}.0` : stated;
  const needed = isBroken && major !== "0" ? `${Number(major) + 1}.0.0` : compatible;
  const enough = head.localeCompare(needed, "en", { numeric: true }) >= 0;
  return { base, head, needed, enough };
}

function versionIssues(versions: Versions): string[] {
  if (!versions) return ["`info.version` must be three numbers, as in 1.2.0, in both contracts."];
  const { base, head, needed, enough } = versions;
  return enough ? [] : [`\`info.version\` is ${head}; after ${base} these changes ask for ${needed}.`];
}
