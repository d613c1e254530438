import { verdictOf } from "../finding.ts";
import { NotComparable } from "../not-comparable.ts";
import type { Difference, Direction } from "./difference.ts";

/** A schema of each contract in one direction, what differs between the two, and the pairs inside of them. */
export interface Pair {
  differences: Difference[];
  inner: Pair[];
  /** Compares the two, which happens when somebody asks for what differs. */
  open: (() => void) | undefined;
}

/** More pairs than any contract has that people wrote. */
const mostPairs = 300_000;

/**
 * Makes a function that gives the pair of two schemas, or of two alternatives. Each pair is made once, whatever refers to
 * it, so circles end where they began.
 * @throws NotComparable when there are too many
 */
export function createPairs() {
  const known = {
    request: new Map<object, Map<object, Pair>>(),
    response: new Map<object, Map<object, Pair>>(),
  };
  let count = 0;
  return (from: object, to: object, direction: Direction, compare: (pair: Pair) => void): Pair => {
    const found = known[direction].get(from)?.get(to);
    if (found) return found;
    if (++count > mostPairs) throw new NotComparable("The schemas refer to each other in too many ways.");
    const pair: Pair = { differences: [], inner: [], open: () => compare(pair) };
    known[direction].set(from, (known[direction].get(from) ?? new Map()).set(to, pair));
    return pair;
  };
}

/** A pair whose differences are known. Those inside of it are opened in their turn, so that no chain is too long. */
function opened(pair: Pair): Pair {
  const { open } = pair;
  pair.open = undefined;
  open?.();
  return pair;
}

/** Each pair that is reached from these over pairs that are wanted, once. */
export function* reached(from: Iterable<Pair>, isWanted = (_: Pair) => true): Generator<Pair> {
  const found = new Set([...from].filter(isWanted));
  for (const pair of found) {
    yield opened(pair);
    for (const inner of pair.inner) if (isWanted(inner)) found.add(inner);
  }
}

/** Whether a pair, or one inside of it, has a difference that matters. */
export function differs(pair: Pair, matters: (difference: Difference) => boolean): boolean {
  for (const { differences } of reached([pair])) if (differences.some(matters)) return true;
  return false;
}

const broken = new WeakSet<Pair>();

/** Whether a pair, or one inside of it, has a difference that breaks. */
export function isBroken(pair: Pair): boolean {
  const breaks = ({ rule, only }: Difference) => !only && verdictOf(rule).is === "breaking";
  if (!broken.has(pair) && differs(pair, breaks)) broken.add(pair);
  return broken.has(pair);
}
