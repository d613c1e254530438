import type { Location } from "../contract/locations.ts";
import { policyOf, type Rule } from "../policy.ts";
import { quoted, without } from "../../model/collections.ts";
import type { Alternative } from "../schema/alternatives.ts";
import { idOf, type Schema } from "../schema/schema.ts";

/** The side of the comparison: a server reads requests, a client reads responses. */
export type Direction = "request" | "response";

/**
 * The notation of a value: JSON, or the texts of a form, of one of its fields, or of an item. A
 * parameter is written as a form is. The fields of a deep object are texts at each depth.
 */
export type Notation = "json" | "form" | "field" | "item" | "deep";

/** A difference between two contracts. */
export interface Difference {
  rule: Rule;
  /** The change in one sentence. `{of}` is replaced by the name of its element. */
  change: string;
  base?: Location | undefined;
  head?: Location | undefined;
  /** The only use in which it counts. */
  only?: keyof Use | undefined;
  /** True when it is harmless only because nobody sends a name that the base does not list. */
  isAssumed?: boolean;
}

/** The use of a schema. */
export interface Use {
  /** True for a body in XML. */
  isXml: boolean;
  /** True for objects that a server stores: the body of a success, or an event. */
  isStored: boolean;
}

/** The effect of a change on the valid values: fewer, more, both (`other`), or undecided. */
export type Effect = "narrower" | "wider" | "other" | "unknown";

/** The effect that readers do not notice. */
const harmlessEffects: Record<Direction, Effect> = {
  request: "wider",
  response: "narrower",
};

/** Keyword → the rule for a change. */
const rules: Record<string, Rule> = {
  type: "schema-type-changed",
  discriminator: "diff/discriminator-changed",
  oneOf: "diff/choice-changed",
};

/**
 * Returns the rule for a changed keyword. A server must accept all requests that it accepted
 * before, and a client must get only responses that were possible before.
 */
export function ruleOf(
  keyword: string,
  effect: Effect,
  direction: Direction,
): Rule {
  if (effect === "unknown") return "diff/cannot-tell";
  if (effect === harmlessEffects[direction]) return "diff/compatible";
  if (keyword === "enum" || keyword === "const")
    return effect === "narrower" ? "enum-values-removed" : "enum-values-added";
  return rules[keyword] ?? "schema-constraint-changed";
}

/** Two alternatives in comparison. */
export interface Comparison {
  direction: Direction;
  today: string;
  base: Alternative;
  head: Alternative;
  /** Compares the schemas of a part of the value. */
  inside(base: Schema, head: Schema): void;
  /** Returns true when the diff can tell that a schema accepts all values of another one. */
  includes(wide: Schema, narrow: Schema): boolean;
  /** Reports a difference at the keyword that changed. */
  report(effect: Effect, change: string, keyword: string): void;
  /** Reports a difference at a property. */
  add(difference: Difference): void;
}

/** Returns the effect of added and removed conditions. */
export function effectOf(from: string[], to: string[]): Effect | undefined {
  const lost = without(from, to).length > 0;
  const gained = without(to, from).length > 0;
  if (lost && gained) return "other";
  if (gained) return "narrower";
  return lost ? "wider" : undefined;
}

/** Describes added and removed values: `gained x and lost y`. */
export function gainsAndLosses(from: string[], to: string[]): string {
  const gained = without(to, from);
  const lost = without(from, to);
  return [
    gained.length > 0 && `gained ${quoted(gained)}`,
    lost.length > 0 && `lost ${quoted(lost)}`,
  ]
    .filter(Boolean)
    .join(" and ");
}

/** The differences of two schemas or alternatives, and the pairs of schemas inside of them. */
export interface PairResult {
  differences: Difference[];
  inner: Pair[];
}

/**
 * Two schemas or two alternatives in comparison. A schema that contains itself is a circle of
 * pairs.
 */
export interface Pair {
  /**
   * Compares the two at the first call, without the pairs inside. A pair in comparison has no
   * differences yet.
   */
  result(): PairResult;
  /** Returns true when the comparison has ended. */
  isFinished(): boolean;
}

/** The maximum of pairs. No contract written by people has so many. */
const maxPairs = 300_000;

/**
 * Creates a function that returns the pair of two schemas or alternatives, always the same one.
 * @throws Error when there are too many pairs
 */
export function createPairs() {
  const pairs = new Map<string, Pair>();
  return (
    from: object,
    to: object,
    kind: `${Direction} ${Notation}`,
    compare: (result: PairResult) => void,
  ): Pair => {
    const key = `${kind} ${idOf(from)} ${idOf(to)}`;
    const pair = pairs.get(key) ?? createPair(compare);
    pairs.set(key, pair);
    if (pairs.size > maxPairs)
      throw new Error("The schemas refer to each other in too many ways.");
    return pair;
  };
}

/** Creates a pair that is compared at the first use of its result. */
function createPair(compare: (result: PairResult) => void): Pair {
  let result: PairResult | undefined;
  let isFinished = false;
  return {
    result: () => {
      if (result) return result;
      // Set before the comparison, which may come back to this pair.
      result = { differences: [], inner: [] };
      compare(result);
      isFinished = true;
      return result;
    },
    isFinished: () => isFinished,
  };
}

/**
 * Yields a pair, and all pairs inside. Recursion could exceed the stack here.
 * @param mayDiffer returns false for a pair without differences inside, which needs no visit
 */
function* pairsIn(
  start: Pair,
  mayDiffer: (pair: Pair) => boolean = () => true,
): Generator<Pair> {
  const visited = new Set<Pair>();
  const open = [start];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    if (visited.has(pair)) continue;
    visited.add(pair);
    yield pair;
    for (const each of pair.result().inner)
      if (mayDiffer(each)) open.push(each);
  }
}

/**
 * Yields the differences of a pair and of all pairs inside.
 * @param mayDiffer returns false for a pair without differences inside, which needs no visit
 */
export function* differencesIn(
  start: Pair,
  mayDiffer?: (pair: Pair) => boolean,
): Generator<Difference> {
  for (const pair of pairsIn(start, mayDiffer))
    yield* pair.result().differences;
}

/**
 * Finds the pairs that have differences, or contain a pair that has some. Operations share most of
 * their schemas: to visit all of them for each operation would take as long as there are
 * operations.
 */
export function differingPairs(starts: Pair[]): Set<Pair> {
  const containing = new Map<Pair, Pair[]>();
  const visited = new Set<Pair>();
  const differing: Pair[] = [];
  const open = [...starts];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    if (visited.has(pair)) continue;
    visited.add(pair);
    const { differences, inner } = pair.result();
    if (differences.length > 0) differing.push(pair);
    for (const each of inner) {
      const above = containing.get(each);
      if (above) above.push(pair);
      else containing.set(each, [pair]);
      open.push(each);
    }
  }
  const found = new Set<Pair>();
  for (let pair = differing.pop(); pair; pair = differing.pop()) {
    if (found.has(pair)) continue;
    found.add(pair);
    differing.push(...(containing.get(pair) ?? []));
  }
  return found;
}

/** Returns true when a pair, or one inside, has a difference that matters. */
export function differs(
  pair: Pair,
  matters: (difference: Difference) => boolean,
): boolean {
  for (const difference of differencesIn(pair))
    if (matters(difference)) return true;
  return false;
}

/** Returns true when a pair, or one inside, has a breaking difference. */
export const isBroken = (pair: Pair): boolean =>
  differs(pair, ({ rule, only }) => !only && policyOf(rule).is === "breaking");

/** Returns true when readers of one find all that they rely on in the other, and nothing new. */
export const isEqual = (pair: Pair): boolean =>
  !differs(
    pair,
    ({ rule, only }) => only !== "isStored" && rule !== "diff/compatible",
  );

/**
 * Returns true when a pair is equal, and no pair inside is still in comparison: that one may still
 * find differences.
 */
export function isEqualForSure(pair: Pair): boolean {
  if (!isEqual(pair)) return false;
  for (const each of pairsIn(pair)) if (!each.isFinished()) return false;
  return true;
}
