import type { Difference } from "./difference.ts";

/** A schema of each contract in one direction, what differs between the two, and the pairs inside of them. */
export interface Pair {
  differences: Difference[];
  inner: Pair[];
  /** Compares the two, which happens when somebody asks for what differs. */
  open: (() => void) | undefined;
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
