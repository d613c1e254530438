import { applyApprovals, readApprovals } from "./approvals.ts";
import { compareContracts, hasOperations } from "./compare/contracts.ts";
import { openContract } from "./contract/contract.ts";
import { findContract } from "./contract/source.ts";
import { type Finding, findingsOf } from "./findings.ts";
import { defaultLevels, readLevels } from "./levels.ts";
import { versionsFor } from "./versions.ts";

/** The result of a diff. `--format json` prints it. */
export interface Decision {
  base: string;
  head: string;
  passes: boolean;
  /** The breaks and warnings without an approval. */
  breaks: Finding[];
  approved: Finding[];
  additions: Finding[];
  /** Other problems: an invalid approval, or a wrong version. */
  issues: string[];
  /** The versions of both contracts, and the version that the findings need. */
  versions: ReturnType<typeof versionsFor>;
}

/** The contracts and the options of a diff. */
interface DiffRequest {
  base: string;
  head: string;
  /** The file of the approved breaks. */
  approvals?: string | undefined;
  /** The file of levels that differ from the default ones. */
  levels?: string | undefined;
  /** True to check that `info.version` is raised as the findings need. */
  checkVersion?: boolean;
  /** YYYY-MM-DD. */
  today?: string;
}

/**
 * Compares two contracts, and decides whether the change passes.
 * @throws Error when a part cannot be read: an unreadable part never counts as unchanged
 */
export function decide({
  base,
  head,
  approvals,
  levels,
  checkVersion = false,
  today = new Date().toISOString().slice(0, "YYYY-MM-DD".length),
}: DiffRequest): Decision {
  const from = openContract(findContract(base));
  const to = openContract(findContract(head));
  if (!hasOperations(from) && !hasOperations(to))
    throw new Error(
      `${from.name} has no operation, nor has ${to.name}, so there is nothing to compare.`,
    );
  const levelOf = levels === undefined ? defaultLevels : readLevels(levels);
  const compared = compareContracts(from, to, today);
  const findings = findingsOf(from, to, compared, levelOf);
  const breaks = findings.filter(({ is }) => is !== "addition");
  const list = approvals === undefined ? [] : readApprovals(approvals);
  const { approved, issues } = applyApprovals(breaks, list, today);
  const isMajor = (finding: Finding) =>
    finding.is === "breaking" && !approved.get(finding)?.security;
  const versions = versionsFor({
    base: from.version,
    head: to.version,
    isBroken: findings.some(isMajor),
    isChanged: findings.length > 0,
  });
  if (checkVersion && !versions)
    issues.push(
      "`info.version` must be three numbers, as in 1.2.0, in both contracts.",
    );
  if (checkVersion && versions?.enough === false)
    issues.push(
      `\`info.version\` is ${versions.head}; after ${versions.base} these changes ask for ${versions.needed}.`,
    );
  const unapproved = breaks.filter((finding) => !approved.has(finding));
  return {
    base: from.name,
    head: to.name,
    passes: unapproved.length === 0 && issues.length === 0,
    breaks: unapproved,
    approved: breaks.filter((finding) => approved.has(finding)),
    additions: findings.filter(({ is }) => is === "addition"),
    issues,
    versions,
  };
}
