import { isNode, textIn } from "../../model/node.ts";
import type { Alternative } from "../schema/alternatives.ts";
import { keyOf } from "../schema/constraints.ts";
import { keywordAt } from "../schema/schema.ts";
import type { Rule } from "../policy.ts";
import type { Difference, Direction } from "./difference.ts";
import { differs, isBroken, isEqual, type Compared, type Pair } from "./pairs.ts";

interface Branches {
  base: Alternative[];
  head: Alternative[];
  direction: Direction;
  compare(base: Alternative, head: Alternative): Pair;
}

/**
 * Finds for each alternative that has to be covered one that covers it, and reports what none covers. In a request the
 * new contract has to cover the old one, in a response the old one the new.
 */
export function compareBranches({ base, head, direction, compare }: Branches): Compared {
  const isRequest = direction === "request";
  const [expected, offered] = isRequest ? [base, head] : [head, base];
  const pairOf = (one: Alternative, other: Alternative) =>
    isRequest ? compare(one, other) : compare(other, one);
  const [first, second] = [expected[0], offered[0]];
  if (first && second && expected.length === 1 && offered.length === 1)
    return { differences: [], inner: [pairOf(first, second)] };
  const free = new Set(offered);
  const inner: Pair[] = [];
  let uncovered = expected;
  const match = (find: (one: Alternative) => Alternative | undefined) => {
    uncovered = uncovered.filter((one) => {
      const found = find(one);
      if (!found) return true;
      inner.push(pairOf(one, found));
      free.delete(found);
      return false;
    });
  };

  // First, a branch is covered by any other that accepts the same, and by one that is like it and accepts more.
  const accepts = (one: Alternative, other: Alternative) =>
    isLike(one, other) ? !isBroken(pairOf(one, other)) : isEqual(pairOf(one, other));
  match((one) => byLikeness(one, offered).find((other) => accepts(one, other)));

  // Then by one that is free. One branch of a request may take the place of several, if it lists the fields of all.
  const covers = (one: Alternative, other: Alternative) => {
    const pair = pairOf(one, other);
    const mayShare = isRequest && !differs(pair, ({ rule }) => rule === "diff/property-unlisted");
    return (free.has(other) || mayShare) && !isBroken(pair);
  };
  match((one) =>
    [...byLikeness(one, [...free]), ...byLikeness(one, offered)].find((other) => covers(one, other)),
  );

  // A branch that changed is compared with its successor: one like it, the only one left, or the one in its place.
  const inPlaceOf = (one: Alternative) => {
    const other = expected.length === offered.length ? offered[expected.indexOf(one)] : undefined;
    return other && free.has(other) && nameOf(other) === nameOf(one) ? other : undefined;
  };
  match(
    (one) =>
      [...free].find((other) => isLike(one, other)) ??
      (uncovered.length === 1 && free.size === 1 ? [...free][0] : inPlaceOf(one)),
  );
  const isOpen = base.some(({ tags }) => tags?.open);
  const gone = (one: Alternative) => ({
    change: `A branch${nameOf(one)}{of} is gone.`,
    base: keywordAt(one),
  });
  const came = (one: Alternative) => ({
    change: `A branch${nameOf(one)}{of} was added.`,
    head: keywordAt(one),
  });
  const [lost, gained] = isRequest ? [gone, came] : [came, gone];
  const rule: Rule = isOpen && !isRequest ? "added" : "diff/choice-changed";
  const differences = [
    ...uncovered.map((one): Difference => ({ rule, ...lost(one) })),
    ...[...free].map((one): Difference => ({ rule: "diff/compatible", ...gained(one) })),
  ];
  return { inner, differences };
}

function byLikeness(expected: Alternative, offered: Alternative[]): Alternative[] {
  const rank = (one: Alternative) => {
    if (keyOf(one.constraints) === keyOf(expected.constraints)) return 0;
    return isLike(expected, one) ? 1 : 2;
  };
  return offered.toSorted((a, b) => rank(a) - rank(b));
}

function isLike(a: Alternative, b: Alternative): boolean {
  const [tags, name] = [a.tags?.declared ?? [], nameOf(a)];
  return tags.some((tag) => b.tags?.possible.includes(tag)) || (name !== "" && name === nameOf(b));
}

function nameOf({ branches }: Alternative): string {
  const [branch] = branches.values();
  const reference = isNode(branch) ? textIn(branch, "$ref") : undefined;
  return reference === undefined ? "" : ` \`${reference.split("/").pop()}\``;
}
