import { resolve } from "node:path";
import type { Finding } from "./finding.ts";
import type { Input } from "./input.ts";
import type { Change, Location, Report } from "./redocly-diff.ts";

/** What a change adds that callers may want to know of. Descriptions and the like are none. */
const telling = new Set([
  "PathItem",
  "Operation",
  "Parameter",
  "RequestBody",
  "Response",
  "Header",
  "MediaType",
  "Schema",
  "Server",
]);

/**
 * The findings of a report, the same finding of several operations once.
 * @param inputs whose names replace the files that were compared
 * @param today as YYYY-MM-DD: what is deprecated may go when the date of its sunset has passed
 */
export function findingsOf(report: Report, inputs: Input[], today: string): Finding[] {
  const found = report.changes.flatMap((change) => {
    const verdicts = change.verdicts.filter(({ impact }) => impact !== "patch");
    if (verdicts.length === 0) return isAddition(change) ? [addition(change)] : [];
    return verdicts.map(({ ruleId, impact, message, location }): Found => ({
      rule: ruleId,
      is: impact === "major" && !hasSetBefore(change, today) ? "breaking" : "addition",
      change: message,
      location,
      in: placeOf(change.path),
    }));
  });
  return fold(found.map((finding) => named(finding, inputs)));
}

type Found = Pick<Finding, "rule" | "is" | "change"> & { location: Location; in: string };

const isAddition = ({ impact, typeName, path }: Change) =>
  impact === "minor" && telling.has(typeName) && /^#\/(paths|webhooks|servers)/.test(path);

function addition({ path, typeName, revision }: Change): Found {
  const location = revision ?? { file: "", pointer: path, line: 1, col: 1 };
  const name = path.split("/").at(-1) ?? "";
  const what = typeName === "Schema" && path.includes("/properties/") ? "Property" : typeName;
  return {
    rule: "added",
    is: "addition",
    change: `${what} \`${unescape(name)}\` was added.`,
    location,
    in: placeOf(path),
  };
}

/** Whether what was removed had been marked as deprecated, with a day that has passed. */
function hasSetBefore({ kind, base }: Change, today: string): boolean {
  if (kind !== "removed" || typeof base?.value !== "object" || base.value === null) return false;
  const { deprecated, "x-sunset": sunset } = base.value as Record<string, unknown>;
  return deprecated === true && typeof sunset === "string" && sunset < today;
}

/** `GET /v1/contacts` for `#/paths/~1v1~1contacts/get/…`. */
function placeOf(path: string): string {
  const [, section = "", name = "", method = ""] = path.split("/").map(unescape);
  if (section === "paths") return methods.has(method) ? `${method.toUpperCase()} ${name}` : name;
  return section === "webhooks" ? `webhook ${name}` : section;
}

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]);
const unescape = (name: string) => name.replaceAll("~1", "/").replaceAll("~0", "~");

function named({ location, in: place, ...finding }: Found, inputs: Input[]): Finding {
  const { file, pointer, line, col } = location;
  const name = inputs.find((input) => resolve(input.file) === resolve(file))?.name ?? file;
  return { ...finding, at: pointer, file: name, line, column: col, in: [place] };
}

/** What security asks for changes in one place and shows in all operations, and an inherited schema in all heirs. */
function fold(findings: Finding[]): Finding[] {
  const folded = new Map<string, Finding>();
  for (const finding of findings) {
    const { rule, change, file, line } = finding;
    const key = JSON.stringify([rule, change, rule.endsWith("security-tightened") || [file, line]]);
    const known = folded.get(key);
    if (known) known.in = [...new Set([...known.in, ...finding.in])];
    else folded.set(key, finding);
  }
  return [...folded.values()].sort(
    (a, b) => Number(a.is === "addition") - Number(b.is === "addition") || a.line - b.line,
  );
}
