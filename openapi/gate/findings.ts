import { createCollection } from "./compare/collect.ts";
import type { Difference } from "./compare/difference.ts";
import type { Place } from "./compare/scope.ts";
import { nameAt, type Contract } from "./contract/contract.ts";
import { verdictOf, type Finding } from "./finding.ts";

/** What differs in all places, each change once with all operations that it touches, breaks first. */
export function findingsOf(base: Contract, head: Contract, places: Place[]): Finding[] {
  const differencesOf = createCollection(places);
  const found = new Map<string, Finding>();
  const known = new Map<Difference, Finding>();
  for (const place of places) {
    for (const difference of differencesOf(place)) {
      if (verdictOf(difference.rule).is === "off") continue;
      const made = known.get(difference) ?? findingOf(base, head, difference);
      known.set(difference, made);
      const { rule, change, before, after } = made;
      const where =
        rule === "gate/security-tightened" ? [] : [before, after].map((at) => [at?.file, at?.pointer]);
      const key = JSON.stringify([rule, change, where]);
      const finding = found.get(key) ?? { ...made, in: [], parts: [] };
      found.set(key, finding);
      if (!finding.in.includes(place.operation)) finding.in.push(place.operation);
      if (place.part && !finding.parts.includes(place.part)) finding.parts.push(place.part);
    }
  }
  return [...withoutEchoes([...found.values()])].sort(
    (a, b) => Number(a.is === "addition") - Number(b.is === "addition") || a.line - b.line,
  );
}

/** What is harmless in one direction and a break in the other is one change. */
function withoutEchoes(findings: Finding[]): Finding[] {
  const placeOf = ({ before, after }: Finding) => JSON.stringify([before, after]);
  const broken = new Set(findings.filter(({ is }) => is === "breaking").map(placeOf));
  return findings.filter((finding) => finding.is === "breaking" || !broken.has(placeOf(finding)));
}

function findingOf(base: Contract, head: Contract, difference: Difference): Finding {
  const { rule, change, base: was, head: is } = difference;
  const [before, after] = [was && base.locate(was), is && head.locate(is)];
  const { pointer, file, line, column } = after ?? before ?? head.locate({ node: head.root });
  const name = (was && nameAt(base, was)) ?? (is && nameAt(head, is));
  return {
    rule,
    is: verdictOf(rule).is === "breaking" ? "breaking" : "addition",
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
