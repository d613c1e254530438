import { answerOf } from "../schema/acceptance.ts";
import {
  areDisjoint,
  intersection,
  type Alternative,
  type Alternatives,
} from "../schema/alternatives.ts";
import { canonical, plain, roughFingerprint } from "../schema/fingerprint.ts";
import { allOf, hasChoice } from "../schema/schema.ts";
import { commonValue } from "../schema/common-value.ts";
import { typeOf } from "../schema/rules.ts";
import { isBroken, type Effect, type Pair } from "./difference.ts";

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
  if (before.overlaps.length > 0 && after.overlaps.length === 0)
    report("wider", "`oneOf`{of} accepts what fits two branches.");
  compareNested(before, after, report);
  const overlaps = newOverlaps(before, after, budget, compare);
  if (overlaps.length === 0) return;
  const change = "`oneOf`{of} refuses what fits two branches";
  const refused = firstShared(before, overlaps);
  if (refused)
    report("narrower", `${change}: \`${plain(canonical(refused.value))}\`.`);
  else report("unknown", `${change}, which may have been valid.`);
}

/** Reports a change of a `oneOf` with a `oneOf` inside, which nobody can compare branch by branch. */
function compareNested(
  before: Alternatives,
  after: Alternatives,
  report: (effect: Effect, change: string) => void,
): void {
  if ([before, after].some(refusesInside) && !areSame(before, after))
    report("unknown", "`oneOf`{of} changed, and has a `oneOf` in a branch.");
}

/**
 * Returns true when a branch has a `oneOf`, whose branches overlap each other and a branch of the
 * outer one: a value that the inner one refuses may be valid, and is not once it accepts the value.
 */
const refusesInside = ({ overlaps }: Alternatives): boolean =>
  overlaps.some(
    (pair) =>
      isInside(pair) &&
      overlaps.some((other) => other.includes(pair[0]) && !isInside(other)),
  );

/** Returns true for a pair that differs in a `oneOf` inside of the same branch of another one. */
const isInside = ([a, b]: [Alternative, Alternative]): boolean =>
  [...a.branches].some(
    ([list, branch]) =>
      b.branches.get(list) === branch &&
      a.parts.some(({ oneOf }) => oneOf === list) &&
      allOf([branch]).parts.some(
        ({ oneOf }) =>
          Array.isArray(oneOf) &&
          a.branches.has(oneOf) &&
          a.branches.get(oneOf) !== b.branches.get(oneOf),
      ),
  );

/** Returns true when both have the same branches, in any order. */
const areSame = (before: Alternatives, after: Alternatives): boolean =>
  textsOf(before).join() === textsOf(after).join();

const textsOf = ({ all }: Alternatives): string[] => all.map(textOfOne).sort();

/** Compares a `oneOf` of a response with an `anyOf`, which accepts what fits two branches. */
export function compareOpened(
  before: Alternatives,
  after: Alternatives,
  report: (effect: Effect, change: string) => void,
): void {
  compareNested(before, after, report);
  if (isAnyOf(before) && after.overlaps.length > 0)
    report("narrower", "`oneOf`{of} refuses what fits two branches.");
  if (!isAnyOf(after) || before.overlaps.length === 0) return;
  const change = "`oneOf`{of} became `anyOf`, which allows what fits two";
  const allowed = firstShared(after, before.overlaps);
  if (allowed)
    report("wider", `${change}: \`${plain(canonical(allowed.value))}\`.`);
  else report("unknown", `${change}, if there is such a value.`);
}

/** Returns true for branches that are all of `anyOf`. */
const isAnyOf = ({ all }: Alternatives): boolean =>
  all.some(({ branches }) => branches.size > 0) && !all.some(isOfOneOf);

const isOfOneOf = ({ branches, parts }: Alternative): boolean =>
  parts.some(({ oneOf }) => Array.isArray(oneOf) && branches.has(oneOf));

/** Finds a value that fits both branches of a pair, and that the other contract accepts. */
function firstShared(
  other: Alternatives,
  overlaps: Alternatives["overlaps"],
): { value: unknown } | undefined {
  for (const pair of overlaps) {
    const found = commonValue(pair, (value) => accepts(other, value));
    if (found) return found;
  }
  return undefined;
}

/** The maximum of comparisons of a union. Further overlaps count as new. */
const maxComparisons = 300;

/**
 * Returns the pairs of branches that may accept a value together that was valid: one branch of the
 * base accepts it, and no second one.
 */
function newOverlaps(
  before: Alternatives,
  after: Alternatives,
  budget: Budget,
  compare: (base: Alternative, head: Alternative) => Pair,
): Alternatives["overlaps"] {
  const known = new Set(before.overlaps.map(textOf));
  let comparisons = 0;
  /** Returns true when the values of a pair that a branch of the base accepts fit a second one. */
  const wereRefused = (
    pair: [Alternative, Alternative],
    branch: Alternative,
  ): boolean => {
    const hasChoices = [...pair, branch].some(hasChoiceInside);
    if (hasChoices && --budget.left < 0) return false;
    if (++comparisons > maxComparisons) return false;
    const part = intersection([...pair, branch]);
    if (!part) return true;
    return before.overlaps
      .filter((old) => old.includes(branch))
      .flatMap((old) => old.filter((each) => each !== branch))
      .some((each) => !isBroken(compare(part, each)));
  };
  return after.overlaps.filter(
    (pair) =>
      !known.has(textOf(pair)) &&
      touchedBy(pair, before).some((branch) => !wereRefused(pair, branch)),
  );
}

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

const textOfOne = ({ branches, constraints: { type } }: Alternative): string =>
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
