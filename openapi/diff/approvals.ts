import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { messageOf, NotComparable } from "./contract/source.ts";
import type { Finding } from "./findings.ts";

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

const ajv = new Ajv({ allErrors: true });
const text = { type: "string", pattern: "\\S" };
const isListOfApprovals = ajv.compile<Approval[]>({
  type: "array",
  items: {
    type: "object",
    required: ["rule", "at", "change", "reason", "owner", "expires"],
    properties: {
      ...{ rule: text, at: text, change: text, reason: text, owner: text },
      expires: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
      security: { const: true },
    },
  },
});

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
  if (isListOfApprovals(entries)) return entries;
  const wrong = ajv.errorsText(isListOfApprovals.errors, { dataVar: file });
  throw new NotComparable(`The approved breaks are not complete: ${wrong}.`);
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
