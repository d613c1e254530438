import { nameOf as nameOfNode } from "../contract/locations.ts";
import { memoized, quoted } from "../../model/collections.ts";
import { isNode, textIn } from "../../model/node.ts";
import {
  alternativesOf,
  type Alternative,
  type Alternatives,
} from "../schema/alternatives.ts";
import { canonical, fingerprint } from "../schema/fingerprint.ts";
import { allOf, keywordAt, type Schema } from "../schema/schema.ts";
import { subtypesOf } from "../schema/discriminators.ts";
import { types, type Type } from "../schema/rules.ts";
import { compareConstraints } from "./constraints.ts";
import {
  createPairs,
  differs,
  effectOf,
  isBroken,
  isEqual,
  ruleOf,
  type Compared,
  type Direction,
  type Effect,
  type Pair,
  type Use,
} from "./difference.ts";
import type { Rule } from "../policy.ts";

/** Compares schemas. Each pair is compared once, whatever refers to it, and circles end where they began. */
export function createSchemaComparison(today: string) {
  const once = createPairs();

  function pairOf(from: Schema, to: Schema, direction: Direction): Pair {
    return once(from, to, direction, (result) =>
      compareSchemas(result, from, to, direction),
    );
  }

  function compareSchemas(
    result: Compared,
    from: Schema,
    to: Schema,
    direction: Direction,
  ): void {
    const before = alternativesOf(from);
    const after = alternativesOf(to);
    const compare = (a: Alternative, b: Alternative) =>
      compareAlternatives(a, b, direction);
    const report = reporter(result, from, to, direction);
    if (xmlOf(from) !== xmlOf(to))
      report("other", "The form in XML{of} changed.", "xml", "isXml");
    // A type less is a condition more.
    const retyped = effectOf(typesOf(after), typesOf(before));
    if (retyped)
      report(
        retyped,
        `The type{of} was ${words(before)} and is ${words(after)}.`,
        "type",
      );
    if (excludesMore(before, after, compare))
      report(
        "narrower",
        "`oneOf`{of} refuses what fits two branches.",
        "oneOf",
      );
    if (before.exclusive && !after.exclusive && direction === "request")
      report("wider", "`oneOf`{of} accepts what fits two branches.", "oneOf");
    for (const type of types) {
      const left = of(before, type);
      const right = of(after, type);
      if (left.length === 0 || right.length === 0) continue;
      compareBranches(result, left, right, direction, compare);
    }
    const subtypes = subtypesOf(to);
    for (const [value, node] of subtypesOf(from)) {
      const next = subtypes.get(value);
      if (next)
        result.inner.push(
          pairOf(
            allOf([...from.parts, node]),
            allOf([...to.parts, next]),
            direction,
          ),
        );
    }
  }

  function compareAlternatives(
    a: Alternative,
    b: Alternative,
    direction: Direction,
  ): Pair {
    return once(a, b, direction, (result) =>
      compareConstraints({
        direction,
        today,
        base: a,
        head: b,
        inside: (from, to) =>
          void result.inner.push(pairOf(from, to, direction)),
        report: reporter(result, a, b, direction),
        add: (difference) => void result.differences.push(difference),
      }),
    );
  }

  return pairOf;
}

type Parts = Pick<Schema, "parts">;

/** Reports what differs between two at the keyword that changed. */
const reporter =
  ({ differences }: Compared, from: Parts, to: Parts, direction: Direction) =>
  (effect: Effect, change: string, keyword: string, only?: keyof Use): void => {
    const at = { base: keywordAt(from, keyword), head: keywordAt(to, keyword) };
    differences.push({
      rule: ruleOf(keyword, effect, direction),
      change,
      only,
      ...at,
    });
  };

const xmlOf = ({ parts }: Schema) =>
  canonical(parts.map((part) => part["xml"]).find(isNode));

const of = ({ list }: Alternatives, type: Type) =>
  list.filter(({ constraints }) => constraints.type === type);

/** Whether a `oneOf` now refuses values for fitting two branches, of which one was enough before. */
function excludesMore(
  before: Alternatives,
  after: Alternatives,
  compare: (a: Alternative, b: Alternative) => Pair,
): boolean {
  const fitsTwo = (type: Type) => {
    const [one, ...others] = of(before, type);
    const covers = of(after, type).filter(
      (two) => one && isEqual(compare(one, two)),
    );
    return others.length > 0 || covers.length > 1;
  };
  return after.exclusive && !before.exclusive && types.some(fitsTwo);
}

const typesOf = ({ list }: Alternatives) =>
  types.filter((type) =>
    list.some(({ constraints }) => constraints.type === type),
  );

function words(all: Alternatives): string {
  const list = typesOf(all);
  if (list.length === types.length) return "anything";
  if (list.length === 0) return "nothing at all";
  const isWhole = of(all, "number").every(({ constraints }) =>
    Number.isInteger(constraints.limits["multipleOf"]?.value),
  );
  return quoted(
    list.map((type) => (type === "number" && isWhole ? "integer" : type)),
  );
}

/**
 * Finds for each alternative that has to be covered one that covers it, and reports what none covers. In a request the
 * new contract has to cover the old one, in a response the old one the new.
 */
function compareBranches(
  { inner, differences }: Compared,
  base: Alternative[],
  head: Alternative[],
  direction: Direction,
  compare: (base: Alternative, head: Alternative) => Pair,
): void {
  const isRequest = direction === "request";
  const [expected, offered] = isRequest ? [base, head] : [head, base];
  const pairOf = (one: Alternative, other: Alternative) =>
    isRequest ? compare(one, other) : compare(other, one);
  const first = expected[0];
  const second = offered[0];
  if (first && second && expected.length === 1 && offered.length === 1)
    return void inner.push(pairOf(first, second));
  const free = new Set(offered);
  let uncovered = expected;
  const match = (find: (one: Alternative) => Alternative | undefined) => {
    uncovered = uncovered.filter((one) => {
      const found = find(one);
      if (!found) return true;
      inner.push(pairOf(one, found));
      free.delete(found);
      if (one.tags && isElsewhere(one, found)) {
        const change = `\`discriminator\`{of} leads to other branches by ${quoted(one.tags.declared)}.`;
        const at = keywordAt(found, "discriminator");
        differences.push({
          rule: "diff/discriminator-changed",
          change,
          head: at,
        });
      }
      return false;
    });
  };

  /** Whether a branch is compared with another one although that of its name is still there. */
  const isElsewhere = (one: Alternative, other: Alternative) =>
    ![nameOf(other), ""].includes(nameOf(one)) &&
    offered.some((own) => nameOf(own) === nameOf(one));

  // First, a branch is covered by any other that accepts the same, and by one that is like it and accepts more.
  const accepts = (one: Alternative, other: Alternative) =>
    isLike(one, other)
      ? !isBroken(pairOf(one, other))
      : isEqual(pairOf(one, other));
  match((one) =>
    byLikeness(one, [...free, ...offered]).find((other) => accepts(one, other)),
  );

  // Then by one that is free. One branch of a request may take the place of several, if it lists the fields of all.
  const covers = (one: Alternative, other: Alternative) => {
    const pair = pairOf(one, other);
    const mayShare =
      isRequest &&
      !differs(pair, ({ rule }) => rule === "diff/property-unlisted");
    return (free.has(other) || mayShare) && !isBroken(pair);
  };
  match((one) =>
    [...byLikeness(one, [...free]), ...byLikeness(one, offered)].find((other) =>
      covers(one, other),
    ),
  );

  // A branch that changed is compared with its successor: one like it, the only one left, or the one in its place.
  const inPlaceOf = (one: Alternative) => {
    const other =
      expected.length === offered.length
        ? offered[expected.indexOf(one)]
        : undefined;
    return other && free.has(other) && nameOf(other) === nameOf(one)
      ? other
      : undefined;
  };
  match(
    (one) =>
      [...free].find((other) => isLike(one, other)) ??
      (uncovered.length === 1 && free.size === 1
        ? [...free][0]
        : inPlaceOf(one)),
  );
  const isOpen = base.some(({ tags }) => tags?.open);
  const report = (rule: Rule, one: Alternative, isNew: boolean) => {
    const name = one.branches.size > 0 && nameOf(one);
    const change = `A branch${name ? ` \`${name}\`` : ""}{of} ${isNew ? "was added" : "is gone"}.`;
    // An empty schema has no location: then that of the other contract tells it.
    const isLocated = one.parts.length > 0;
    const at = isLocated ? one : (isNew ? base : head)[0];
    differences.push({
      rule,
      change,
      [isNew === isLocated ? "head" : "base"]: at && keywordAt(at),
    });
  };
  const rule: Rule = isOpen && !isRequest ? "added" : "diff/choice-changed";
  for (const one of uncovered) report(rule, one, !isRequest);
  for (const one of free) report("diff/compatible", one, isRequest);
}

/** The same branch first, then those like it. A base may list the values of all kinds, so that each is like the others. */
function byLikeness(
  expected: Alternative,
  offered: Alternative[],
): Alternative[] {
  const isSame = (one: Alternative) => textOf(one) === textOf(expected);
  const rank = (one: Alternative) =>
    Number(nameOf(one) === nameOf(expected)) +
    (isSame(one) ? 2 : Number(isLike(expected, one)));
  return offered.toSorted((a, b) => rank(b) - rank(a));
}

const textOf = memoized(({ branches }: Alternative) =>
  fingerprint([...branches.values()]),
);

function isLike(a: Alternative, b: Alternative): boolean {
  const tags = a.tags?.declared ?? [];
  const name = nameOf(a);
  return (
    tags.some((tag) => b.tags?.possible.includes(tag)) ||
    (name !== "" && name === nameOf(b))
  );
}

/** What a branch refers to; what is no branch has the name of where it stands. */
function nameOf({ branches, parts: [part] }: Alternative): string {
  const [branch] = branches.values();
  const reference = isNode(branch) ? textIn(branch, "$ref") : undefined;
  const own = branches.size === 0 && part ? nameOfNode(part) : undefined;
  return reference?.split("/").pop() ?? own ?? "";
}
