import {
  differencesIn,
  type Difference,
  type Direction,
} from "./compare/difference.ts";
import { draftsIn } from "./compare/contracts.ts";
import type { Contract } from "./contract/contract.ts";
import {
  locate,
  nameOf,
  nearest,
  type SourceLocation,
} from "./contract/locations.ts";
import { memoized } from "../model/collections.ts";
import { defaultLevels, type LevelOf } from "./levels.ts";
import {
  levels,
  policyOf,
  reasonOf,
  type Category,
  type Level,
} from "./policy.ts";
import type { OperationPart } from "./compare/scope.ts";

/** One change, as the diff judges it. */
export interface Finding {
  /** Its rule in the policy. */
  rule: string;
  is: Level;
  category: Category;
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
  before: SourceLocation;
  after: SourceLocation;
}

/** What differs in all locations, each change once with all operations that it touches, breaks first. */
export function findingsOf(
  base: Contract,
  head: Contract,
  operationParts: OperationPart[],
  levelOf: LevelOf = defaultLevels,
): Finding[] {
  const changes = new Map<
    string,
    { change: Change; touched: Set<OperationPart> }
  >();
  const entryOf = memoized((difference: Difference) => {
    const change = changeOf(base, head, difference);
    const where = [change.before, change.after].map((at) => [
      at.file,
      at.pointer,
    ]);
    const key = JSON.stringify([change.rule, change.change, where]);
    const entry = changes.get(key) ?? { change, touched: new Set() };
    changes.set(key, entry);
    return entry;
  });
  for (const [difference, operationPart] of touchesIn(operationParts))
    entryOf(difference).touched.add(operationPart);
  const drafts = draftsIn(base);
  const findings = [...changes.values()]
    .map(({ change, touched }) => judged(change, [...touched], levelOf))
    .map((finding) => ofDraft(finding, drafts))
    // The finding that the field is always there says all, where nobody asks what is stored.
    .filter(
      ({ rule, is }) =>
        rule !== "diff/response-property-required" || is !== "addition",
    );
  return withoutEchoes(findings).sort(
    (a, b) =>
      levels.indexOf(a.is) - levels.indexOf(b.is) ||
      a.line - b.line ||
      a.column - b.column,
  );
}

/** A finding about drafts alone, which may change, as a note. */
function ofDraft(finding: Finding, drafts: ReadonlySet<string>): Finding {
  const isOfDraft =
    finding.in.length > 0 && finding.in.every((name) => drafts.has(name));
  return !isOfDraft || finding.is === "addition"
    ? finding
    : {
        ...finding,
        is: "addition",
        undecided: false,
        because: "The operation is a draft by its `x-stability-level`.",
        instead: "",
      };
}

/** What is harmless in one direction and a break in the other is one change. */
function withoutEchoes(findings: Finding[]): Finding[] {
  const locationOf = ({ before, after }: Finding) =>
    JSON.stringify([before, after]);
  const broken = new Set(
    findings.filter(({ is }) => is === "breaking").map(locationOf),
  );
  return findings.filter(
    (finding) => finding.is !== "addition" || !broken.has(locationOf(finding)),
  );
}

type Change = Omit<
  Finding,
  "is" | "category" | "undecided" | "because" | "instead" | "in" | "parts"
>;

function changeOf(
  base: Contract,
  head: Contract,
  { rule, change, ...at }: Difference,
): Change {
  const before = at.base && locate(at.base);
  const after = at.head && locate(at.head);
  const { pointer, file, line, column } =
    after ?? before ?? locate({ node: head.root });
  const name =
    (at.base && nameOf(at.base.node)) ?? (at.head && nameOf(at.head.node));
  return {
    rule,
    change: change.replace("{of}", () =>
      name === undefined ? "" : ` of \`${name}\``,
    ),
    at: pointer,
    file,
    line,
    column,
    before: before ?? nearest(base.root, pointer),
    after: after ?? nearest(head.root, pointer),
  };
}

function judged(
  change: Change,
  touched: OperationPart[],
  levelOf: LevelOf,
): Finding {
  const policy = policyOf(change.rule);
  const has = (field: "part" | "direction") =>
    (["request", "response"] as const).filter((one) =>
      touched.some((part) => part[field] === one),
    );
  return {
    ...change,
    is: levelOf(change.rule),
    category: policy.category,
    undecided: change.rule === "diff/cannot-tell",
    because: reasonOf(policy, has("direction")),
    instead: policy.instead,
    in: [...new Set(touched.flatMap(({ operations }) => operations))],
    parts: has("part"),
  };
}

/** Each difference with a part of an operation that it touches: of its own, or in a schema that it uses. */
function* touchesIn(
  operationParts: OperationPart[],
): Generator<[Difference, OperationPart]> {
  for (const operationPart of operationParts) {
    for (const difference of operationPart.differences)
      yield [difference, operationPart];
    for (const { pair, ...use } of operationPart.schemas)
      for (const difference of differencesIn(pair))
        if (!difference.only || use[difference.only])
          yield [difference, operationPart];
  }
}
