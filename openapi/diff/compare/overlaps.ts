import { listIn } from "../../model/node.ts";
import { answerOf } from "../schema/acceptance.ts";
import {
  areDisjoint,
  intersection,
  overlap,
  type Alternative,
  type Alternatives,
} from "../schema/alternatives.ts";
import { canonical, plain, roughFingerprint } from "../schema/fingerprint.ts";
import { hasChoice, type Schema } from "../schema/schema.ts";
import { commonValue } from "../schema/common-value.ts";
import { typeOf } from "../schema/rules.ts";
import { policyOf } from "../policy.ts";
import { differs, type Effect, type Pair } from "./difference.ts";

/**
 * The comparisons that are left for branches with choices inside, in all unions of a contract: many
 * unions that contain each other would take minutes.
 */
export interface Budget {
  left: number;
}

/**
 * Compares the values that fit two branches of a `oneOf` of a request, which rejects them.
 * @param compare compares two alternatives
 */
export function compareOverlaps(
  before: Alternatives,
  after: Alternatives,
  budget: Budget,
  compare: (base: Alternative, head: Alternative) => Pair,
  report: (effect: Effect, change: string) => void,
): void {
  if (before.isTooLong || after.isTooLong) {
    if (mayHaveNewOverlap(before, after))
      report("unknown", "`oneOf`{of} changed, and has too many branches.");
    return;
  }
  if (before.overlaps.length > 0 && after.overlaps.length === 0)
    report("wider", "`oneOf`{of} accepts what fits two branches.");
  const overlaps = newOverlaps(before, after, budget, compare);
  if (overlaps.length === 0) return;
  const change = "`oneOf`{of} refuses what fits two branches";
  // Another branch may accept the value that a oneOf inside of a branch refuses.
  const refused = after.hasInner ? undefined : firstRefused(before, overlaps);
  if (refused)
    report("narrower", `${change}: \`${plain(canonical(refused.value))}\`.`);
  else report("unknown", `${change}, which may have been valid.`);
}

/** The maximum of pairs of branches in a union of many branches. */
const maxPairs = 100_000;

/** Returns true when a new or changed branch may accept a value together with another branch. */
function mayHaveNewOverlap(before: Alternatives, after: Alternatives): boolean {
  const known = new Set(before.all.map(textOfOne));
  const changed = after.all.filter((each) => !known.has(textOfOne(each)));
  return (
    changed.length * after.all.length > maxPairs ||
    changed.some((one) =>
      after.all.some((other) => other !== one && overlap(one, other)),
    )
  );
}

/** Finds a value that was valid and fits both branches of a pair. */
function firstRefused(
  before: Alternatives,
  overlaps: Alternatives["overlaps"],
): { value: unknown } | undefined {
  for (const pair of overlaps) {
    const found = commonValue(pair, (value) => accepts(before, value));
    if (found) return found;
  }
  return undefined;
}

/** Returns true when both have the same lists of branches, each in any order. */
export const haveSameChoices = (from: Schema, to: Schema): boolean =>
  choicesIn(from) === choicesIn(to);

const choicesIn = ({ parts }: Schema): string =>
  parts
    .flatMap((part) =>
      ["oneOf", "anyOf"].map(
        (name) => name + listIn(part, name).map(roughFingerprint).sort().join(),
      ),
    )
    .sort()
    .join();

/** The maximum of comparisons of a union. Further overlaps count as new. */
const maxComparisons = 300;

/**
 * Returns the pairs of branches that may accept a value together that was valid, and is not any
 * more.
 */
function newOverlaps(
  before: Alternatives,
  after: Alternatives,
  budget: Budget,
  compare: (base: Alternative, head: Alternative) => Pair,
): Alternatives["overlaps"] {
  const known = new Set(before.hasInner ? [] : before.refused.map(textOf));
  const overlapping = new Set(after.overlaps.flat());
  const alone = after.all.filter((each) => !overlapping.has(each));
  let comparisons = 0;
  /**
   * Returns true when the values of a pair that a branch of the base accepts fit a second one, or
   * a branch of the head that has no overlap.
   */
  const isHarmless = (
    pair: [Alternative, Alternative],
    branch: Alternative,
  ): boolean => {
    const hasChoices = [...pair, branch].some(hasChoiceInside);
    if (hasChoices && --budget.left < 0) return false;
    if (++comparisons > maxComparisons) return false;
    const part = intersection([...pair, branch]);
    if (!part) return true;
    return before.refused
      .filter((old) => old.includes(branch))
      .flatMap((old) => old.filter((each) => each !== branch))
      .concat(alone)
      .some((other) => covers(part, other, compare));
  };
  return after.overlaps.filter(
    (pair) =>
      !known.has(textOf(pair)) &&
      touchedBy(pair, before).some((branch) => !isHarmless(pair, branch)),
  );
}

/** Returns true when one accepts all values of a part, also those with names that no schema lists. */
const covers = (
  part: Alternative,
  other: Alternative,
  compare: (base: Alternative, head: Alternative) => Pair,
): boolean =>
  part.constraints.type === other.constraints.type &&
  !differs(
    compare(part, other),
    ({ rule, only, isAssumed }) =>
      !only && (isAssumed || policyOf(rule).is === "breaking"),
  );

const hasChoiceInside = ({ constraints: { object } }: Alternative): boolean =>
  [...(object?.properties.values() ?? [])].some(hasChoice);

/** Returns the branches of the base that may accept a value of a pair. */
const touchedBy = (
  pair: [Alternative, Alternative],
  { all }: Alternatives,
): Alternative[] =>
  all.filter((old) =>
    pair.every((each) => !areDisjoint(old.constraints, each.constraints)),
  );

/** Returns a text that is mostly the same for equal pairs, in any order. */
const textOf = (pair: [Alternative, Alternative]): string =>
  pair.map(textOfOne).sort().join();

/** Returns a text that is mostly the same for equal branches. */
export const textOfOne = ({
  branches,
  constraints: { type },
}: Alternative): string =>
  `${type} ${roughFingerprint([...branches.values()])}`;

/** Returns true when a schema surely accepts a value. */
function accepts({ all, overlaps }: Alternatives, value: unknown): boolean {
  const answers = all
    .filter(({ constraints }) => constraints.type === typeOf(value))
    .map(({ constraints }) => answerOf(constraints, value));
  const isSure = answers.includes(true);
  if (overlaps.length === 0) return isSure;
  return isSure && answers.filter((answer) => answer !== false).length === 1;
}
