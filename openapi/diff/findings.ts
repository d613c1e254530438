import type { Direction, Difference, Use } from "./compare/difference.ts";
import type { Contract } from "./contract/contract.ts";
import { locate, nameOf, nearest, type Location } from "./contract/places.ts";
import { levels, type Policy, policyOf, reasonOf } from "./policy.ts";
import type { OperationPart } from "./compare/scope.ts";
import { append } from "../model/node.ts";
import { NotComparable } from "./contract/source.ts";
import { innerOf, reached, type Pair } from "./compare/pair.ts";

/** One change, as the diff judges it. */
export interface Finding {
  /** Its rule in the policy. */
  rule: string;
  is: Policy["is"];
  /** Whether nobody can decide what it does; the policy says what it counts as. */
  undecided: boolean;
  /** What changed, in one sentence. */
  change: string;
  /** What it does to whom. */
  because: string;
  /** How to reach the same without a break. */
  instead: string;
  /** JSON pointer to it, in the file below. */
  at: string;
  file: string;
  line: number;
  column: number;
  /** Each operation that it touches, e.g. `GET /v1/contacts`. */
  in: string[];
  /** The parts of the operations that it touches; none when it is the operation itself. */
  parts: Direction[];
  /** Where it is, or would be, in the contract that callers have, and in the one that they get. */
  before: Location;
  after: Location;
}

const directions = ["request", "response"] as const;

/** What differs in all places, each change once with all operations that it touches, breaks first. */
export function findingsOf(base: Contract, head: Contract, operationParts: OperationPart[]): Finding[] {
  const found = new Map<string, { change: Change; touched: Set<OperationPart> }>();
  for (const [difference, touched] of differencesIn(operationParts)) {
    if (touched.length === 0) continue;
    const change = changeOf(base, head, difference);
    const { before, after } = change;
    const where =
      change.rule === "diff/security-tightened" ? [] : [before, after].map((at) => [at.file, at.pointer]);
    const key = JSON.stringify([change.rule, change.change, where]);
    const entry = found.get(key) ?? { change, touched: new Set() };
    found.set(key, entry);
    for (const operationPart of touched) entry.touched.add(operationPart);
  }
  const findings = [...found.values()].map(({ change, touched }) =>
    findingOf(
      change,
      operationParts.filter((operationPart) => touched.has(operationPart)),
    ),
  );
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

/** A difference as it is told, with its places. */
type Change = Omit<Finding, "is" | "undecided" | "because" | "instead" | "in" | "parts">;

function changeOf(base: Contract, head: Contract, { rule, change, ...at }: Difference): Change {
  const [before, after] = [at.base && locate(at.base), at.head && locate(at.head)];
  const { pointer, file, line, column } = after ?? before ?? locate({ node: head.root });
  const name = (at.base && nameOf(at.base.node)) ?? (at.head && nameOf(at.head.node));
  return {
    rule,
    change: change.replace("{of}", () => (name === undefined ? "" : ` of \`${name}\``)),
    ...{ at: pointer, file, line, column },
    before: before ?? nearest(base.root, pointer),
    after: after ?? nearest(head.root, pointer),
  };
}

function findingOf({ rule, change, before, after, ...at }: Change, touched: OperationPart[]): Finding {
  const policy = policyOf(rule);
  const has = (field: "part" | "direction") =>
    directions.filter((one) => touched.some((operationPart) => operationPart[field] === one));
  return {
    rule,
    is: policy.is,
    undecided: rule === "diff/cannot-tell",
    because: reasonOf(policy, has("direction")),
    instead: policy.instead,
    change,
    ...at,
    in: [...new Set(touched.map(({ operation }) => operation))],
    parts: has("part"),
    before,
    after,
  };
}

/** More places of changes than anybody reads. */
const mostUses = 5_000_000;

/** Each difference with the parts of operations that it touches: its own, or those that lead to its schemas. */
function* differencesIn(operationParts: OperationPart[]): Generator<[Difference, OperationPart[]]> {
  const uses = new Map<Pair, (Use & { operationPart: OperationPart })[]>();
  for (const operationPart of operationParts) {
    for (const difference of operationPart.differences) yield [difference, [operationPart]];
    for (const { pair, ...use } of operationPart.schemas) append(uses, pair, { operationPart, ...use });
  }
  const all = [...reached(uses.keys(), innerOf)];
  const outer = new Map<Pair, Pair[]>();
  for (const pair of all) for (const inner of innerOf(pair)) append(outer, inner, pair);
  let count = 0;
  for (const pair of all) {
    const { differences } = pair.compared();
    if (differences.length === 0) continue;
    const leading = reached([pair], (one) => outer.get(one) ?? []);
    const touched = [...leading].flatMap((one) => uses.get(one) ?? []);
    count += touched.length;
    if (count > mostUses)
      throw new NotComparable(
        "More changes touch more operations than a list can hold. Compare fewer paths at once.",
      );
    for (const difference of differences) {
      const { only } = difference;
      const where = only ? touched.filter((use) => use[only]) : touched;
      yield [difference, where.map(({ operationPart }) => operationPart)];
    }
  }
}
