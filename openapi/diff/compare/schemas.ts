import { isNode, quoted } from "../../model/node.ts";
import { alternativesOf, type Alternative, type Alternatives } from "../schema/alternatives.ts";
import { canonical } from "../schema/fingerprint.ts";
import { allOf, keywordAt, type Schema } from "../schema/schema.ts";
import { subtypesOf } from "../schema/discriminators.ts";
import { types, type Type } from "../schema/rules.ts";
import { compareBranches } from "./branches.ts";
import { compareConstraints } from "./constraints.ts";
import { effectOf, ruleOf, type Direction, type Effect } from "./difference.ts";
import { createPairs, isEqual, type Compared, type Pair } from "./pairs.ts";

/** Compares schemas. Each pair is compared once, whatever refers to it, and circles end where they began. */
export function createSchemaComparison(today: string) {
  const once = createPairs();

  function pairOf(from: Schema, to: Schema, direction: Direction): Pair {
    return once(from, to, direction, (result) => compareSchemas(result, from, to, direction));
  }

  function compareSchemas(result: Compared, from: Schema, to: Schema, direction: Direction): void {
    const [before, after] = [alternativesOf(from), alternativesOf(to)];
    const compare = (a: Alternative, b: Alternative) => compareAlternatives(a, b, direction);
    const at = { base: keywordAt(from, "type"), head: keywordAt(to, "type") };
    const report = (effect: Effect, change: string, keyword: string) =>
      void result.differences.push({ rule: ruleOf(keyword, effect, direction), change, ...at });
    if (xmlOf(from) !== xmlOf(to)) {
      const change = "The form in XML{of} changed.";
      result.differences.push({ rule: "schema-constraint-changed", change, only: "isXml", ...at });
    }
    // A type less is a condition more.
    const retyped = effectOf(typesOf(after), typesOf(before));
    if (retyped) report(retyped, `The type{of} was ${words(before)} and is ${words(after)}.`, "type");
    if (excludesMore(before, after, compare))
      report("narrower", "`oneOf`{of} refuses what fits two branches.", "oneOf");
    if (before.exclusive && !after.exclusive && direction === "request")
      report("wider", "`oneOf`{of} accepts what fits two branches.", "oneOf");
    for (const type of types) {
      const [left, right] = [of(before, type), of(after, type)];
      if (left.length === 0 || right.length === 0) continue;
      const branches = compareBranches({ base: left, head: right, direction, compare });
      result.inner.push(...branches.inner);
      result.differences.push(...branches.differences);
    }
    const subtypes = subtypesOf(to);
    for (const [value, node] of subtypesOf(from)) {
      const next = subtypes.get(value);
      if (next)
        result.inner.push(pairOf(allOf([...from.parts, node]), allOf([...to.parts, next]), direction));
    }
  }

  function compareAlternatives(a: Alternative, b: Alternative, direction: Direction): Pair {
    return once(a, b, direction, (result) =>
      compareConstraints({
        direction,
        today,
        base: a,
        head: b,
        inside: (from, to) => void result.inner.push(pairOf(from, to, direction)),
        report: (effect, change, keyword) => {
          const at = { base: keywordAt(a, keyword), head: keywordAt(b, keyword) };
          result.differences.push({ rule: ruleOf(keyword, effect, direction), change, ...at });
        },
        add: (difference) => void result.differences.push(difference),
      }),
    );
  }

  return pairOf;
}

const xmlOf = ({ parts }: Schema) => canonical(parts.map((part) => part["xml"]).find(isNode));

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
    const covers = of(after, type).filter((two) => one && isEqual(compare(one, two)));
    return others.length > 0 || covers.length > 1;
  };
  return after.exclusive && !before.exclusive && types.some(fitsTwo);
}

const typesOf = ({ list }: Alternatives) =>
  types.filter((type) => list.some(({ constraints }) => constraints.type === type));

function words(all: Alternatives): string {
  const list = typesOf(all);
  if (list.length === types.length) return "anything";
  if (list.length === 0) return "nothing at all";
  const isWhole = of(all, "number").every(({ constraints }) =>
    Number.isInteger(constraints.limits["multipleOf"]?.value),
  );
  return quoted(list.map((type) => (type === "number" && isWhole ? "integer" : type)));
}
