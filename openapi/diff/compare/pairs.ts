import { NotComparable } from "../contract/source.ts";
import { policyOf } from "../policy.ts";
import { idOf } from "../schema/schema.ts";
import type { Difference, Direction } from "./difference.ts";

/** What differs between two schemas or two alternatives themselves, and the pairs inside of them. */
export interface Compared {
  differences: Difference[];
  inner: Pair[];
}

/** Two schemas, or two alternatives, for one who reads them. A schema that contains itself is a circle of pairs. */
export interface Pair {
  /** Compares the two, without the pairs inside, at the first call. A pair that is being compared has no differences yet. */
  compared(): Compared;
}

/** More pairs than any contract has that people wrote. */
const mostPairs = 300_000;

/**
 * Makes a function that gives the pair of two schemas or alternatives, always the same one.
 * @throws NotComparable when there are too many
 */
export function createPairs() {
  const pairs = new Map<string, Pair>();
  return (from: object, to: object, direction: Direction, compare: (result: Compared) => void): Pair => {
    const key = `${direction} ${idOf(from)} ${idOf(to)}`;
    let result: Compared | undefined;
    const compared = () => {
      if (!result) compare((result = { differences: [], inner: [] }));
      return result;
    };
    const pair = pairs.get(key) ?? { compared };
    pairs.set(key, pair);
    if (pairs.size > mostPairs) throw new NotComparable("The schemas refer to each other in too many ways.");
    return pair;
  };
}

/** What differs in a pair and in all that it leads to. The list of pairs to visit may be longer than the stack. */
export function* differencesIn(start: Pair): Generator<Difference> {
  const visited = new Set<Pair>();
  const open = [start];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    if (visited.has(pair)) continue;
    visited.add(pair);
    const { differences, inner } = pair.compared();
    yield* differences;
    open.push(...inner);
  }
}

/** Whether a pair, or one that it leads to, has a difference that matters. */
export function differs(pair: Pair, matters: (difference: Difference) => boolean): boolean {
  for (const difference of differencesIn(pair)) if (matters(difference)) return true;
  return false;
}

const broken = new WeakSet<Pair>();

/** Whether a pair, or one that it leads to, has a difference that breaks. */
export function isBroken(pair: Pair): boolean {
  const breaks = ({ rule, only }: Difference) => !only && policyOf(rule).is === "breaking";
  if (!broken.has(pair) && differs(pair, breaks)) broken.add(pair);
  return broken.has(pair);
}

/** Whether the reader of one finds in the other what it relies on, and nothing that is new. */
export const isEqual = (pair: Pair): boolean =>
  !differs(pair, ({ rule, only }) => only !== "isStored" && rule !== "diff/compatible");
