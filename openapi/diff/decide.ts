import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject } from "ajv";
import { compareContracts, hasOperations } from "./compare/contracts.ts";
import { openContract } from "./contract/contract.ts";
import { append } from "../model/collections.ts";
import type { Positions } from "../model/positions.ts";
import { parseYaml, readYaml } from "../model/yaml.ts";
import { findContract } from "./contract/source.ts";
import { type Finding, findingsOf } from "./findings.ts";
import { defaultLevels, readLevels } from "./levels.ts";

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
  const versions = versionsFor(
    from.version,
    to.version,
    findings.some(isMajor),
    findings.length > 0,
  );
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

/**
 * Computes the version that a change needs: a new major version for a break, a minor one for any
 * other change. Below 1.0.0 a break needs a minor version. Returns undefined when a version is not
 * three numbers.
 */
function versionsFor(
  base = "",
  head = "",
  isBroken: boolean,
  isChanged: boolean,
) {
  const form = /^(\d+)\.(\d+)\.\d+/;
  const [stated, major, minor] = form.exec(base) ?? [];
  if (stated === undefined || !form.test(head)) return undefined;
  const compatible = isChanged ? `${major}.${Number(minor) + 1}.0` : stated;
  const needed =
    isBroken && major !== "0" ? `${Number(major) + 1}.0.0` : compatible;
  return {
    base,
    head,
    needed,
    enough: head.localeCompare(needed, "en", { numeric: true }) >= 0,
  };
}

/** The approval of a break or a warning. */
interface Approval {
  rule: string;
  at: string;
  change: string;
  /** The last valid day, YYYY-MM-DD. */
  expires: string;
  /**
   * Set when the break closes a security hole. Callers of this major version need it too, so a
   * minor version is enough.
   */
  security?: true;
}

const ajv = new Ajv({ allErrors: true, verbose: true });
const nonEmptyText = { type: "string", pattern: "\\S" };
const isListOfApprovals = ajv.compile<Approval[]>({
  type: "array",
  items: {
    type: "object",
    required: ["rule", "at", "change", "reason", "owner", "expires"],
    properties: {
      rule: nonEmptyText,
      at: nonEmptyText,
      change: nonEmptyText,
      reason: nonEmptyText,
      owner: nonEmptyText,
      expires: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
      security: { const: true },
    },
  },
});

/**
 * Reads the list of approved breaks.
 * @throws Error with the lines of incomplete entries, or when the file cannot be read
 */
function readApprovals(file: string): Approval[] {
  const text = readFileSync(file, "utf8");
  const entries = parseYaml(text, file) ?? [];
  if (isListOfApprovals(entries)) return entries;
  const lines = entryLines(text);
  const problems = new Map<string, string[]>();
  for (const error of isListOfApprovals.errors ?? []) {
    const [, entry = "", field] = error.instancePath.split("/");
    const place = entry === "" ? file : `${file}:${lines[Number(entry)] ?? 1}`;
    append(
      problems,
      place,
      `${field ? `\`${field}\` ` : ""}${messageOf(error)}`,
    );
  }
  const list = [...problems].map(
    ([place, all]) => `${place}: ${all.join(", ")}.`,
  );
  throw new Error(`The approved breaks are not complete:\n${list.join("\n")}`);
}

const messageOf = ({ keyword, message = "", data }: ErrorObject) =>
  keyword === "pattern" && data === "" ? "must be filled in" : message;

/** Returns the line of each entry of a list. */
function entryLines(text: string): number[] {
  const positions: Positions = new Map();
  const { value } = readYaml(text, positions);
  const places = Array.isArray(value) ? positions.get(value) : undefined;
  return [...(places?.values() ?? [])].map(({ line }) => line);
}

/** Finds the breaks of each approval. Reports approvals that are expired or match no break. */
function applyApprovals(
  breaks: Finding[],
  approvals: Approval[],
  today: string,
): { approved: Map<Finding, Approval>; issues: string[] } {
  const approved = new Map<Finding, Approval>();
  const issues = approvals.flatMap((approval) => {
    const { rule, at, change, expires } = approval;
    const name = `${rule} at ${at}`;
    if (expires < today)
      return `The approval of ${name} expired on ${expires}: decide anew, or take the change back.`;
    const matching = breaks.filter(
      (finding) =>
        finding.rule === rule && finding.at === at && finding.change === change,
    );
    for (const finding of matching) approved.set(finding, approval);
    return matching.length > 0
      ? []
      : `The approval of ${name} matches no break: remove it.`;
  });
  return { approved, issues };
}
