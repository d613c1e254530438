import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { isNode, textIn } from "../model/node.ts";
import { messageOf, NotComparable } from "./contract/source.ts";
import type { Finding } from "./findings.ts";

/** A break or a warning that somebody decided on. */
interface Approval {
  rule: string;
  at: string;
  change: string;
  reason: string;
  owner: string;
  /** The last day on which it holds, YYYY-MM-DD. */
  expires: string;
  /** Whether the break closes a hole: callers of this major version need that too, so a minor version is enough. */
  security: boolean;
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
  return entries.map((entry: unknown, i) => approvalIn(entry, `Entry ${i + 1} of ${file}`));
}

function approvalIn(entry: unknown, name: string): Approval {
  const missing: string[] = [];
  const read = (field: string, form = /\S/) => {
    const text = isNode(entry) ? (textIn(entry, field) ?? "") : "";
    if (!form.test(text)) missing.push(field);
    return text;
  };
  const approval = {
    rule: read("rule"),
    at: read("at"),
    change: read("change"),
    reason: read("reason"),
    owner: read("owner"),
    expires: read("expires", /^\d{4}-\d{2}-\d{2}$/),
  };
  if (missing.length > 0)
    throw new NotComparable(
      `${name} must state ${missing.join(", ")}. Each is a text; expires is a day, as "YYYY-MM-DD".`,
    );
  const security = isNode(entry) ? entry["security"] : undefined;
  if (security !== undefined && security !== true)
    throw new NotComparable(`${name} has a \`security\` that is not true: write true, or leave it out.`);
  return { ...approval, security: security === true };
}

/** The breaks with their approvals, and what is wrong with the list: an entry that approves nothing, or has expired. */
export function applyApprovals(
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
    const fitting = breaks.filter((one) => one.rule === rule && one.at === at && one.change === change);
    for (const finding of fitting) approved.set(finding, approval);
    return fitting.length > 0 ? [] : `The approval of ${name} matches no break: remove it.`;
  });
  return { approved, issues };
}
