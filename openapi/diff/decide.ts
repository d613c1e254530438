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
  versions: ReturnType<typeof versionsFor>;
}

interface Question {
  base: string;
  head: string;
  /** File of the approved breaks; without it none is. */
  approvals?: string | undefined;
  /** File of levels that differ from the default ones. */
  levels?: string | undefined;
  /** Whether `info.version` has to be raised as the findings ask. */
  checkVersion?: boolean;
  today?: string;
}

/**
 * Compares two contracts.
 * @throws Error when that is not possible: never takes what it could not read for unchanged
 */
export function decide({
  base,
  head,
  approvals,
  levels,
  checkVersion = false,
  today = new Date().toISOString().slice(0, "YYYY-MM-DD".length),
}: Question): Decision {
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

/**
 * What `info.version` has to be: a new major version for a break, a minor one for what else changed. Below 1.0.0 a break
 * asks for a minor version. Undefined when a version is not three numbers.
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

/** A break or a warning that somebody decided on. */
interface Approval {
  rule: string;
  at: string;
  change: string;
  /** The last day on which it holds, YYYY-MM-DD. */
  expires: string;
  /** Whether the break closes a hole: callers of this major version need that too, so a minor version is enough. */
  security?: true;
}

const ajv = new Ajv({ allErrors: true, verbose: true });
const filledIn = { type: "string", pattern: "\\S" };
const isListOfApprovals = ajv.compile<Approval[]>({
  type: "array",
  items: {
    type: "object",
    required: ["rule", "at", "change", "reason", "owner", "expires"],
    properties: {
      rule: filledIn,
      at: filledIn,
      change: filledIn,
      reason: filledIn,
      owner: filledIn,
      expires: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
      security: { const: true },
    },
  },
});

/**
 * Reads the list of approved breaks.
 * @throws Error when it cannot be read, or it is no list of whole entries
 */
function readApprovals(file: string): Approval[] {
  const text = readFileSync(file, "utf8");
  const entries = parseYaml(text, file) ?? [];
  if (isListOfApprovals(entries)) return entries;
  const lines = entryLines(text);
  const wrong = new Map<string, string[]>();
  for (const error of isListOfApprovals.errors ?? []) {
    const [, entry = "", field] = error.instancePath.split("/");
    const place = entry === "" ? file : `${file}:${lines[Number(entry)] ?? 1}`;
    append(wrong, place, `${field ? `\`${field}\` ` : ""}${says(error)}`);
  }
  const list = [...wrong].map(([place, all]) => `${place}: ${all.join(", ")}.`);
  throw new Error(`The approved breaks are not complete:\n${list.join("\n")}`);
}

const says = ({ keyword, message = "", data }: ErrorObject) =>
  keyword === "pattern" && data === "" ? "must be filled in" : message;

/** The lines on which the entries of a list begin. */
function entryLines(text: string): number[] {
  const positions: Positions = new Map();
  const { value } = readYaml(text, positions);
  const places = Array.isArray(value) ? positions.get(value) : undefined;
  return [...(places?.values() ?? [])].map(({ line }) => line);
}

/** The breaks with their approvals, and what is wrong with the list: an entry that approves nothing, or has expired. */
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
    const fitting = breaks.filter(
      (one) => one.rule === rule && one.at === at && one.change === change,
    );
    for (const finding of fitting) approved.set(finding, approval);
    return fitting.length > 0
      ? []
      : `The approval of ${name} matches no break: remove it.`;
  });
  return { approved, issues };
}
