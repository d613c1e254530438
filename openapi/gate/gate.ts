import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyApprovals, readApprovals } from "./approvals.ts";
import type { Finding } from "./finding.ts";
import { findingsOf } from "./findings.ts";
import { findContract } from "./input.ts";
import { redoclyDiff } from "./redocly-diff.ts";
import { versionsFor, type Versions } from "./version.ts";

/** What the gate decides, and on what grounds. */
export interface Decision {
  base: string;
  head: string;
  passes: boolean;
  breaks: Finding[];
  approved: Finding[];
  additions: Finding[];
  /** What is wrong besides breaks: an approval, the version. */
  faults: string[];
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
  const folder = mkdtempSync(join(tmpdir(), "contract-gate-"));
  try {
    const [from, to] = [
      findContract(base, mkdtempSync(join(folder, "base-"))),
      findContract(head, mkdtempSync(join(folder, "head-"))),
    ];
    const report = redoclyDiff(from.file, to.file, folder);
    const findings = findingsOf(report, [to, from], today);
    const list = approvals === undefined ? [] : readApprovals(approvals);
    const { open, approved, faults } = applyApprovals(findings, list, today);
    const versions = versionsFor(findings, report.infoVersions);
    if (checkVersion) faults.push(...versionFaults(versions));
    return {
      base: from.name,
      head: to.name,
      passes: open.length === 0 && faults.length === 0,
      breaks: open,
      approved,
      additions: findings.filter(({ is }) => is === "addition"),
      faults,
      versions,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const isoDay = () => new Date().toISOString().slice(0, "YYYY-MM-DD".length);

function versionFaults(versions: Versions | undefined): string[] {
  if (!versions) return ["`info.version` must be three numbers, as in 1.2.0, in both contracts."];
  if (versions.enough) return [];
  return [
    `\`info.version\` is ${versions.head}; after ${versions.base} these changes ask for ${versions.needed}.`,
  ];
}
