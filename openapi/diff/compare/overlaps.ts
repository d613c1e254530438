import { answerOf } from "../schema/acceptance.ts";
import {
  areDisjoint,
  intersection,
  type Alternative,
  type Alternatives,
} from "../schema/alternatives.ts";
import { canonical, plain, roughFingerprint } from "../schema/fingerprint.ts";
import { hasChoice } from "../schema/schema.ts";
import { commonValue } from "../schema/common-value.ts";
import { typeOf } from "../schema/rules.ts";
import { isBroken, type Effect, type Pair } from "./difference.ts";

/**
 * Compares the values that fit two branches of a `oneOf` of a request, which rejects them.
 * @param compare compares two alternatives
 */
export function compareOverlaps(
  before: Alternatives,
  after: Alternatives,
  compare: (base: Alternative, head: Alternative) => Pair,
  report: (effect: Effect, change: string) => void,
): void {
  if (before.overlaps.length > 0 && after.overlaps.length === 0)
    report("wider", "`oneOf`{of} accepts what fits two branches.");
  const overlaps = newOverlaps(before, after, compare);
  if (overlaps.length === 0) return;
  const change = "`oneOf`{of} refuses what fits two branches";
  const refused = firstRefused(before, overlaps);
  if (refused)
    report("narrower", `${change}: \`${plain(canonical(refused.value))}\`.`);
  else report("unknown", `${change}, which may have been valid.`);
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

/** The maximum of comparisons of a union. Further overlaps count as new. */
const maxComparisons = 300;

/**
 * Returns the pairs of branches that may accept a value together that was valid: one branch of the
 * base accepts it, and no second one.
 */
function newOverlaps(
  before: Alternatives,
  after: Alternatives,
  compare: (base: Alternative, head: Alternative) => Pair,
): Alternatives["overlaps"] {
  const known = new Set(before.overlaps.map(textOf));
  let comparisons = 0;
  /** Returns true when the values of a pair that a branch of the base accepts fit a second one. */
  const wereRefused = (
    pair: [Alternative, Alternative],
    branch: Alternative,
  ): boolean => {
    const overlapping = before.overlaps
      .filter((old) => old.includes(branch))
      .flatMap((old) => old.filter((each) => each !== branch));
    // To compare choices inside of choices would take too long.
    if ([...pair, branch].some(hasChoiceInside)) return overlapping.length > 0;
    if (++comparisons > maxComparisons) return false;
    const part = intersection([...pair, branch]);
    return !part || overlapping.some((each) => !isBroken(compare(part, each)));
  };
  let isFound = false;
  /** Tries the smallest value of a pair with choices inside, until one such pair is new. */
  const hasNewValue = (pair: [Alternative, Alternative]): boolean => {
    if (isFound || ++comparisons > maxComparisons) return false;
    isFound = firstRefused(before, [pair]) !== undefined;
    return isFound;
  };
  return after.overlaps.filter((pair) => {
    if (known.has(textOf(pair))) return false;
    const touched = touchedBy(pair, before);
    return (
      touched.some((branch) => !wereRefused(pair, branch)) ||
      ([...pair, ...touched].some(hasChoiceInside) && hasNewValue(pair))
    );
  });
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
  pair
    .map(
      ({ branches, constraints: { type } }) =>
        `${type} ${roughFingerprint([...branches.values()])}`,
    )
    .sort()
    .join();

/** Returns true when a schema surely accepts a value. */
function accepts({ all, overlaps }: Alternatives, value: unknown): boolean {
  const answers = all
    .filter(({ constraints }) => constraints.type === typeOf(value))
    .map(({ constraints }) => answerOf(constraints, value));
  const isSure = answers.includes(true);
  if (overlaps.length === 0) return isSure;
  return isSure && answers.filter((answer) => answer !== false).length === 1;
}
