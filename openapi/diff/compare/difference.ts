import type { Location } from "../contract/locations.ts";
import { policyOf, type Rule } from "../policy.ts";
import { quoted, without } from "../../model/collections.ts";
import type { Alternative } from "../schema/alternatives.ts";
import { idOf, type Schema } from "../schema/schema.ts";

/** Who reads what is compared: a server reads requests, a client reads responses. */
export type Direction = "request" | "response";

/** One thing that differs between two contracts. */
export interface Difference {
  rule: Rule;
  /** What changed, in one sentence; `{of}` becomes the name of what it is part of. */
  change: string;
  base?: Location | undefined;
  head?: Location | undefined;
  /** Where alone it counts; everywhere without. */
  only?: keyof Use | undefined;
}

/** What a schema is used for. */
export interface Use {
  /** A body in XML. */
  isXml: boolean;
  /** What a server reads from its store: the body of a success, or an event. */
  isStored: boolean;
}

/** Whether fewer or more is valid after a change; both when it is something else. */
export type Effect = "narrower" | "wider" | "other" | "unknown";

const harmless: Record<Direction, Effect> = {
  request: "wider",
  response: "narrower",
};

const rules: Record<string, Rule> = {
  type: "schema-type-changed",
  discriminator: "diff/discriminator-changed",
  oneOf: "diff/choice-changed",
};

/** The rule by which a changed keyword is judged: a server may not refuse what it accepted, a client not get what could not come. */
export function ruleOf(
  keyword: string,
  effect: Effect,
  direction: Direction,
): Rule {
  if (effect === "unknown") return "diff/cannot-tell";
  if (effect === harmless[direction]) return "diff/compatible";
  if (keyword === "enum" || keyword === "const")
    return effect === "narrower" ? "enum-values-removed" : "enum-values-added";
  return rules[keyword] ?? "schema-constraint-changed";
}

/** What the comparison of two alternatives needs. */
export interface Comparison {
  direction: Direction;
  today: string;
  base: Alternative;
  head: Alternative;
  /** Compares what stands inside. */
  inside(base: Schema, head: Schema): void;
  /** Reports a difference at the keyword that changed. */
  report(effect: Effect, change: string, keyword: string): void;
  /** Reports a difference at a property. */
  add(difference: Difference): void;
}

/** The effect of conditions that come and go. */
export function effectOf(from: string[], to: string[]): Effect | undefined {
  const lost = without(from, to).length > 0;
  const gained = without(to, from).length > 0;
  if (lost && gained) return "other";
  if (gained) return "narrower";
  return lost ? "wider" : undefined;
}

/** `gained x and lost y`. */
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
 * @throws Error when there are too many
 */
export function createPairs() {
  const pairs = new Map<string, Pair>();
  return (
    from: object,
    to: object,
    direction: Direction,
    compare: (result: Compared) => void,
  ): Pair => {
    const key = `${direction} ${idOf(from)} ${idOf(to)}`;
    let result: Compared | undefined;
    const compared = () => {
      if (!result) compare((result = { differences: [], inner: [] }));
      return result;
    };
    const pair = pairs.get(key) ?? { compared };
    pairs.set(key, pair);
    if (pairs.size > mostPairs)
      throw new Error("The schemas refer to each other in too many ways.");
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
export function differs(
  pair: Pair,
  matters: (difference: Difference) => boolean,
): boolean {
  for (const difference of differencesIn(pair))
    if (matters(difference)) return true;
  return false;
}

/** Whether a pair, or one that it leads to, has a difference that breaks. */
export const isBroken = (pair: Pair): boolean =>
  differs(pair, ({ rule, only }) => !only && policyOf(rule).is === "breaking");

/** Whether the reader of one finds in the other what it relies on, and nothing that is new. */
export const isEqual = (pair: Pair): boolean =>
  !differs(
    pair,
    ({ rule, only }) => only !== "isStored" && rule !== "diff/compatible",
  );
