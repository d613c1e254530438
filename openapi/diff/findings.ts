import {
  differencesIn,
  differingPairs,
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

/** A change with its level and its reason. */
export interface Finding {
  /** The name of the rule in the policy. */
  rule: string;
  is: Level;
  category: Category;
  /** True when the effect cannot be decided. The policy sets the level then. */
  undecided: boolean;
  /** The change, in one sentence. */
  change: string;
  /** The effect on callers. */
  because: string;
  /** A way to the same result without a break. */
  instead: string;
  /** The JSON pointer in `file`. */
  at: string;
  file: string;
  line: number;
  column: number;
  /** The affected operations, e.g. `GET /v1/contacts`. */
  in: string[];
  /** The affected parts of the operations. Empty when the operation itself changes. */
  parts: Direction[];
  /** The location in the base contract, or the nearest one. */
  before: SourceLocation;
  /** The location in the head contract, or the nearest one. */
  after: SourceLocation;
}

/** Returns each change once, with all affected operations, breaks first. */
export function findingsOf(
  base: Contract,
  head: Contract,
  operationParts: OperationPart[],
  levelOf: LevelOf = defaultLevels,
): Finding[] {
  const changes = new Map<
    string,
    { change: Change; affected: Set<OperationPart> }
  >();
  const entryOf = memoized((difference: Difference) => {
    const change = changeOf(base, head, difference);
    const where = [change.before, change.after].map((at) => [
      at.file,
      at.pointer,
    ]);
    const key = JSON.stringify([change.rule, change.change, where]);
    const entry = changes.get(key) ?? { change, affected: new Set() };
    changes.set(key, entry);
    return entry;
  });
  for (const [difference, operationPart] of affectedPartsIn(operationParts))
    entryOf(difference).affected.add(operationPart);
  const drafts = draftsIn(base);
  const findings = [...changes.values()]
    .map(({ change, affected }) => findingOf(change, [...affected], levelOf))
    .map((finding) => forDrafts(finding, drafts))
    // Another finding already reports that the field is always present.
    .filter(
      ({ rule, is }) =>
        rule !== "diff/response-property-required" || is !== "addition",
    );
  return withoutRepeats(findings).sort(
    (a, b) =>
      levels.indexOf(a.is) - levels.indexOf(b.is) ||
      a.line - b.line ||
      a.column - b.column,
  );
}

/** Lowers a finding to an addition when it affects only drafts, which may change. */
function forDrafts(finding: Finding, drafts: ReadonlySet<string>): Finding {
  const affectsOnlyDrafts =
    finding.in.length > 0 && finding.in.every((name) => drafts.has(name));
  return !affectsOnlyDrafts || finding.is === "addition"
    ? finding
    : {
        ...finding,
        is: "addition",
        undecided: false,
        because: "The operation is a draft by its `x-stability-level`.",
        instead: "",
      };
}

/**
 * Removes additions at the place of a break: they are the harmless direction of the same change.
 */
function withoutRepeats(findings: Finding[]): Finding[] {
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

/** Adds the level and the reason of a change. */
function findingOf(
  change: Change,
  affected: OperationPart[],
  levelOf: LevelOf,
): Finding {
  const policy = policyOf(change.rule);
  const has = (field: "part" | "direction") =>
    (["request", "response"] as const).filter((value) =>
      affected.some((part) => part[field] === value),
    );
  return {
    ...change,
    is: levelOf(change.rule),
    category: policy.category,
    undecided: change.rule === "diff/cannot-tell",
    because: reasonOf(policy, has("direction")),
    instead: policy.instead,
    in: [...new Set(affected.flatMap(({ operations }) => operations))],
    parts: has("part"),
  };
}

/**
 * Yields each difference with the part of an operation that it affects: its own differences, and
 * the differences of its schemas.
 */
function* affectedPartsIn(
  operationParts: OperationPart[],
): Generator<[Difference, OperationPart]> {
  const starts = operationParts.flatMap(({ schemas }) =>
    schemas.map(({ pair }) => pair),
  );
  const differing = differingPairs(starts);
  for (const operationPart of operationParts) {
    for (const difference of operationPart.differences)
      yield [difference, operationPart];
    for (const { pair, ...use } of operationPart.schemas) {
      if (!differing.has(pair)) continue;
      for (const difference of differencesIn(pair, (each) =>
        differing.has(each),
      ))
        if (!difference.only || use[difference.only])
          yield [difference, operationPart];
    }
  }
}
