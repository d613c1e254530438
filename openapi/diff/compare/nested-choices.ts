import type { Alternative, Alternatives } from "../schema/alternatives.ts";
import { allOf } from "../schema/schema.ts";
import type { Effect } from "./difference.ts";
import { textOfOne } from "./overlaps.ts";

/** Reports a change of a `oneOf` with a `oneOf` inside, which nobody can compare branch by branch. */
export function compareNested(
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
