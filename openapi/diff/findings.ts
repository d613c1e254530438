import { differencesIn } from "./compare/collect.ts";
import type { Difference } from "./compare/difference.ts";
import type { OperationPart } from "./compare/scope.ts";
import type { Contract } from "./contract/contract.ts";
import { policyOf, type Finding } from "./finding.ts";
import { reasonOf } from "./policy.ts";

const levels: Finding["is"][] = ["breaking", "warning", "addition"];
const directions = ["request", "response"] as const;

/** What differs in all places, each change once with all operations that it touches, breaks first. */
export function findingsOf(base: Contract, head: Contract, operationParts: OperationPart[]): Finding[] {
  const found = new Map<string, { finding: Finding; touched: Set<OperationPart> }>();
  for (const [difference, touched] of differencesIn(operationParts)) {
    if (touched.length === 0 || policyOf(difference.rule).is === "off") continue;
    const finding = findingOf(base, head, difference);
    const { rule, change, before, after } = finding;
    const where =
      rule === "diff/security-tightened" ? [] : [before, after].map((at) => [at?.file, at?.pointer]);
    const key = JSON.stringify([rule, change, where]);
    const entry = found.get(key) ?? { finding, touched: new Set() };
    found.set(key, entry);
    for (const operationPart of touched) entry.touched.add(operationPart);
  }
  const order = new Map(operationParts.map((operationPart, i) => [operationPart, i]));
  const findings = [...found.values()].map(({ finding, touched }) => {
    const sorted = [...touched].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    const has = (field: "part" | "direction") =>
      directions.filter((one) => sorted.some((operationPart) => operationPart[field] === one));
    return {
      ...finding,
      because: reasonOf(policyOf(finding.rule), has("direction")),
      in: [...new Set(sorted.map(({ operation }) => operation))],
      parts: has("part"),
    };
  });
  return withoutEchoes(findings).sort(
    (a, b) => levels.indexOf(a.is) - levels.indexOf(b.is) || a.line - b.line,
  );
}

/** What is harmless in one direction and a break in the other is one change. */
function withoutEchoes(findings: Finding[]): Finding[] {
  const locationOf = ({ before, after }: Finding) => JSON.stringify([before, after]);
  const broken = new Set(findings.filter(({ is }) => is === "breaking").map(locationOf));
  return findings.filter((finding) => finding.is !== "addition" || !broken.has(locationOf(finding)));
}

function findingOf(base: Contract, head: Contract, difference: Difference): Finding {
  const { rule, change, base: was, head: is } = difference;
  const [before, after] = [was && base.locate(was), is && head.locate(is)];
  const { pointer, file, line, column } = after ?? before ?? head.locate({ node: head.root });
  const { is: level, instead } = policyOf(rule);
  const name = (was && base.nameOf(was.node)) ?? (is && head.nameOf(is.node));
  return {
    rule,
    is: level === "off" ? "addition" : level,
    undecided: rule === "diff/cannot-tell",
    because: "",
    instead,
    change: change.replace("{of}", () => (name === undefined ? "" : ` of \`${name}\``)),
    at: pointer,
    file,
    line,
    column,
    in: [],
    parts: [],
    before: before ?? base.nearest(pointer),
    after: after ?? head.nearest(pointer),
  };
}
