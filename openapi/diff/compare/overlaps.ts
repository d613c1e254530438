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
  const overlaps = newOverlaps(before, after, budget, compare);
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
