import { memoized, quoted } from "../../model/collections.ts";
import { isNode, textIn } from "../../model/node.ts";
import { nameOf as nameOfNode } from "../contract/locations.ts";
import type { Rule } from "../policy.ts";
import type { Alternative } from "../schema/alternatives.ts";
import { roughFingerprint } from "../schema/fingerprint.ts";
import { keywordAt } from "../schema/schema.ts";
import {
  differs,
  isBroken,
  isEqual,
  type Direction,
  type Pair,
  type PairResult,
} from "./difference.ts";

/** The search for branches that cover other branches. */
interface Matching {
  isRequest: boolean;
  /** The branches that must be covered: of the base in a request, of the head in a response. */
  expected: Alternative[];
  /** The branches of the other contract, which may cover them. */
  offered: Alternative[];
  /** The expected branches that no other branch covers yet. */
  uncovered: Alternative[];
  /** The offered branches that cover no other branch yet. */
  free: Set<Alternative>;
  pairOf: (expected: Alternative, offered: Alternative) => Pair;
  result: PairResult;
}

/**
 * Compares the branches of one type. Finds for each branch a branch of the other contract that
 * covers it, and reports branches without one. In a request the head has to cover the base, in a
 * response the base has to cover the head.
 */
export function compareBranches(
  result: PairResult,
  base: Alternative[],
  head: Alternative[],
  direction: Direction,
  compare: (base: Alternative, head: Alternative) => Pair,
): void {
  const isRequest = direction === "request";
  const expected = isRequest ? base : head;
  const offered = isRequest ? head : base;
  const matching: Matching = {
    isRequest,
    expected,
    offered,
    uncovered: expected,
    free: new Set(offered),
    pairOf: (one, other) =>
      isRequest ? compare(one, other) : compare(other, one),
    result,
  };
  const [first] = expected;
  const [second] = offered;
  if (first && second && expected.length === 1 && offered.length === 1) {
    result.inner.push(matching.pairOf(first, second));
    return;
  }
  match(matching, (branch) => findAccepting(matching, branch));
  match(matching, (branch) => findCovering(matching, branch));
  match(matching, (branch) => findSuccessor(matching, branch));
  reportUnmatched(matching, base, head);
}

/** Pairs each uncovered branch with the branch that `find` returns for it. */
function match(
  matching: Matching,
  find: (branch: Alternative) => Alternative | undefined,
): void {
  const { free, pairOf, result } = matching;
  matching.uncovered = matching.uncovered.filter((branch) => {
    const found = find(branch);
    if (!found) return true;
    result.inner.push(pairOf(branch, found));
    free.delete(found);
    if (branch.tags && isRenamed(matching, branch, found))
      result.differences.push({
        rule: "diff/discriminator-changed",
        change: `\`discriminator\`{of} leads to other branches by ${quoted(branch.tags.declared)}.`,
        head: keywordAt(found, "discriminator"),
      });
    return false;
  });
}

/**
 * Returns true when a branch is paired with one of another name, although the other contract has
 * one of the same name.
 */
function isRenamed(
  { offered }: Matching,
  branch: Alternative,
  found: Alternative,
): boolean {
  const name = nameOf(branch);
  if (name === "" || name === nameOf(found)) return false;
  return offered.some((each) => nameOf(each) === name);
}

/** Finds a branch that accepts the same, or a similar one that accepts more. */
function findAccepting(
  { free, offered, pairOf }: Matching,
  branch: Alternative,
): Alternative | undefined {
  return bySimilarity(branch, [...free, ...offered]).find((other) =>
    isSimilar(branch, other)
      ? !isBroken(pairOf(branch, other))
      : isEqual(pairOf(branch, other)),
  );
}

/**
 * Finds a free branch that covers this one. In a request, a branch with the fields of several may
 * replace them all. A branch that still exists is not replaced by one with other fields.
 */
function findCovering(
  matching: Matching,
  branch: Alternative,
): Alternative | undefined {
  const { free, offered, pairOf, isRequest } = matching;
  const ownSuccessor = isRequest ? successorOf(matching, branch) : undefined;
  const candidates = [
    ...bySimilarity(branch, [...free]),
    ...bySimilarity(branch, offered),
  ];
  const covering = candidates.filter((other) => {
    const pair = pairOf(branch, other);
    const mayShare =
      isRequest &&
      !differs(pair, ({ rule }) => rule === "diff/property-unlisted");
    const isReplaced =
      ownSuccessor !== undefined &&
      ownSuccessor !== other &&
      gainsFields(pair) &&
      !gainsFields(pairOf(branch, ownSuccessor));
    return (free.has(other) || mayShare) && !isReplaced && !isBroken(pair);
  });
  // A branch that accepts more may be the only one that covers another branch.
  const isClose = (other: Alternative) =>
    !differs(pairOf(branch, other), ({ rule }) => rule === "diff/compatible");
  return covering.find(isClose) ?? covering[0];
}

const gainsFields = (pair: Pair): boolean =>
  differs(pair, ({ rule }) => rule === "added");

/** Returns the branch of the same name, or the one at the same index of a list without names. */
function successorOf(
  { expected, offered }: Matching,
  branch: Alternative,
): Alternative | undefined {
  const name = nameOf(branch);
  const other =
    name === ""
      ? offered[expected.indexOf(branch)]
      : offered.find((each) => nameOf(each) === name);
  const isSameLength = expected.length === offered.length;
  return other && (name !== "" || isSameLength) ? other : undefined;
}

/**
 * Finds the successor of a changed branch: a similar one, the only one left, or the one at the same
 * index.
 */
function findSuccessor(
  { free, uncovered, expected, offered }: Matching,
  branch: Alternative,
): Alternative | undefined {
  const similar = [...free].find((other) => isSimilar(branch, other));
  if (similar) return similar;
  if (uncovered.length === 1 && free.size === 1) return [...free][0];
  if (expected.length !== offered.length) return undefined;
  const other = offered[expected.indexOf(branch)];
  const isFree = other && free.has(other);
  return isFree && nameOf(other) === nameOf(branch) ? other : undefined;
}

/** Reports removed branches and new ones. */
function reportUnmatched(
  { isRequest, uncovered, free, result }: Matching,
  base: Alternative[],
  head: Alternative[],
): void {
  const report = (rule: Rule, branch: Alternative, isNew: boolean) => {
    const name = branch.branches.size > 0 ? nameOf(branch) : "";
    const words = name === "" ? "A branch" : `A branch \`${name}\``;
    // A branch without parts has no location: take one of the other contract.
    const isLocated = branch.parts.length > 0;
    const [other] = isNew ? base : head;
    const located = isLocated ? branch : other;
    const side = isNew === isLocated ? "head" : "base";
    result.differences.push({
      rule,
      change: `${words}{of} ${isNew ? "was added" : "is gone"}.`,
      [side]: located && keywordAt(located),
    });
  };
  const isOpen = base.some(({ tags }) => tags?.open);
  const rule: Rule = isOpen && !isRequest ? "added" : "diff/choice-changed";
  for (const branch of uncovered) report(rule, branch, !isRequest);
  for (const branch of free) report("diff/compatible", branch, isRequest);
}

/**
 * Sorts branches: the same one first, then similar ones. Names and tags are only hints, as a base
 * may list the values of all.
 */
function bySimilarity(
  expected: Alternative,
  offered: Alternative[],
): Alternative[] {
  const rank = (branch: Alternative) => {
    const isSame = textOf(branch) === textOf(expected);
    const similarity = isSame ? 2 : Number(isSimilar(expected, branch));
    return similarity + Number(nameOf(branch) === nameOf(expected));
  };
  return offered.toSorted((a, b) => rank(b) - rank(a));
}

const textOf = memoized(({ branches }: Alternative) =>
  roughFingerprint([...branches.values()]),
);

/** Returns true when a value of the discriminator leads to both, or both have the same name. */
function isSimilar(a: Alternative, b: Alternative): boolean {
  const tags = a.tags?.declared ?? [];
  const name = nameOf(a);
  return (
    tags.some((tag) => b.tags?.possible.includes(tag)) ||
    (name !== "" && name === nameOf(b))
  );
}

/**
 * Returns the name of the schema to which a branch refers, or otherwise of the element that
 * contains the schema.
 */
function nameOf({ branches, parts: [part] }: Alternative): string {
  const [branch] = branches.values();
  const reference = isNode(branch) ? textIn(branch, "$ref") : undefined;
  const own = branches.size === 0 && part ? nameOfNode(part) : undefined;
  return reference?.split("/").pop() ?? own ?? "";
}
