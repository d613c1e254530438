import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { isNode, textIn } from "../model/node.ts";
import type { Finding } from "./finding.ts";
import { messageOf, NotComparable } from "./not-comparable.ts";

/** A break or a warning that somebody decided on. */
export interface Approval {
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
export interface Judged {
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
export function readApprovals(file: string): Approval[] {
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
      `Entry ${i + 1} of ${file} must state ${missing}. Each is a text; expires is a day, as "YYYY-MM-DD".`,
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
