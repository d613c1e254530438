import { policyOf } from "../policy.ts";
import { NotComparable } from "../contract/source.ts";
import { idOf } from "../schema/schema.ts";
import type { Difference, Direction } from "./difference.ts";

/**
 * A schema, or an alternative, of each contract, for one who reads it. Pairs are the nodes of a graph: comparing one only
 * names the pairs inside of it, and who walks on compares those, as a chain of them may be longer than the stack.
 */
export interface Pair {
  /** Compares the two when it is called for the first time. Of a circle it returns what is known so far. */
  compared(): Compared;
}

/** What differs between two schemas, and the pairs inside of them. */
export interface Compared {
  differences: Difference[];
  inner: Pair[];
}

/** More pairs than any contract has that people wrote. */
const mostPairs = 300_000;

/**
 * Makes a function that gives the pair of two schemas or alternatives: always the same one, so that a circle of schemas is
 * a circle of pairs.
 * @throws NotComparable when there are too many
 */
export function createPairs() {
  const pairs = new Map<string, Pair>();
  return (from: object, to: object, direction: Direction, compare: (result: Compared) => void): Pair => {
    const key = `${direction} ${idOf(from)} ${idOf(to)}`;
    const pair = pairs.get(key) ?? createPair(compare);
    pairs.set(key, pair);
    if (pairs.size > mostPairs) throw new NotComparable("The schemas refer to each other in too many ways.");
    return pair;
  };
}

function createPair(compare: (result: Compared) => void): Pair {
  let result: Compared | undefined;
  return {
    compared: () => {
      if (!result) compare((result = { differences: [], inner: [] }));
      return result;
    },
  };
}

/** What is reached from some nodes of a graph, each node once, the nearest first. A chain may be longer than the stack. */
export function* reached<T extends object>(
  starts: Iterable<T>,
  next: (node: T) => Iterable<T>,
): Generator<T> {
  const found = new Set(starts);
  const queue = [...found];
  for (let i = 0, node = queue[0]; node; node = queue[++i]) {
    yield node;
    for (const other of next(node)) {
      if (found.has(other)) continue;
      found.add(other);
      queue.push(other);
    }
  }
}

/** The pairs inside of a pair. */
export const innerOf = (pair: Pair): Pair[] => pair.compared().inner;

/** Whether a pair, or one that is reached from it, has a difference that matters. */
export function differs(pair: Pair, matters: (difference: Difference) => boolean): boolean {
  for (const one of reached([pair], innerOf)) if (one.compared().differences.some(matters)) return true;
  return false;
}

const broken = new WeakSet<Pair>();

/** Whether a pair, or one that is reached from it, has a difference that breaks. */
export function isBroken(pair: Pair): boolean {
  const breaks = ({ rule, only }: Difference) => !only && policyOf(rule).is === "breaking";
  if (!broken.has(pair) && differs(pair, breaks)) broken.add(pair);
  return broken.has(pair);
}
