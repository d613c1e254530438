import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject } from "ajv";
import { append } from "../model/collections.ts";
import type { Positions } from "../model/positions.ts";
import { requireFile } from "../model/require-file.ts";
import { parseYaml, readYaml } from "../model/yaml.ts";
import type { Finding } from "./findings.ts";

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
export function readApprovals(file: string): Approval[] {
  requireFile(file);
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
  keyword === "pattern" && String(data).trim() === ""
    ? "must be filled in"
    : message;

/** Returns the line of each entry of a list. */
function entryLines(text: string): number[] {
  const positions: Positions = new Map();
  const { value } = readYaml(text, positions);
  const places = Array.isArray(value) ? positions.get(value) : undefined;
  return [...(places?.values() ?? [])].map(({ line }) => line);
}

/** Finds the breaks of each approval. Reports approvals that are expired or match no break. */
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
