import type { Contract } from "../contract/contract.ts";
import { quoted, without, type Node } from "../contract/node.ts";
import { verdictOf } from "../finding.ts";
import { NotComparable } from "../not-comparable.ts";
import { createAlternatives, type Alternative, type Alternatives } from "../schema/alternatives.ts";
import { keyOf } from "../schema/facts.ts";
import { createSameness } from "../schema/sameness.ts";
import { createSchemas, type Schema } from "../schema/schema.ts";
import { createSubtypes } from "../schema/subtypes.ts";
import { types, type Type } from "../schema/types.ts";
import { hurts, ruleOf, type Difference, type Direction, type Effect, type Rule } from "./difference.ts";
import { compareFacts } from "./facts.ts";
import { reached, type Pair } from "./pair.ts";

/** More pairs than any contract has that people wrote. */
const mostPairs = 300_000;

/** Two schemas without a difference. */
const nothing: Pair = { differences: [], inner: [], open: undefined };

/** Compares schemas. Each pair is compared once, whatever refers to it, and circles end where they began. */
export function createSchemaComparison(base: Contract, head: Contract, today: string) {
  const [ofBase, ofHead] = [createSchemas(base), createSchemas(head)];
  const readers = {
    base: {
      ...ofBase,
      alternatives: createAlternatives(base, ofBase),
      subtypes: createSubtypes(base, ofBase),
    },
    head: {
      ...ofHead,
      alternatives: createAlternatives(head, ofHead),
      subtypes: createSubtypes(head, ofHead),
    },
  };
  const pairs = {
    request: new Map<object, Map<object, Pair>>(),
    response: new Map<object, Map<object, Pair>>(),
  };
  const isSame = createSameness(base, head);
  let count = 0;
  const broken = new Set<Pair>();

  function pairOf(from: Schema, to: Schema, direction: Direction): Pair {
    const parts = from.parts.length === to.parts.length && from.never === to.never ? from.parts : undefined;
    if (parts?.every((part, i) => isSame(part, to.parts[i]))) return nothing;
    return once(from, to, direction, (pair) => fill(pair, from, to, direction));
  }

  /** The pair of two schemas, or of two alternatives, filled when it is asked for first. */
  function once(from: object, to: object, direction: Direction, make: (pair: Pair) => void): Pair {
    const known = pairs[direction].get(from)?.get(to);
    if (known) return known;
    if (++count > mostPairs) throw new NotComparable("The schemas refer to each other in too many ways.");
    const pair: Pair = { differences: [], inner: [], open: () => make(pair) };
    pairs[direction].set(from, (pairs[direction].get(from) ?? new Map()).set(to, pair));
    return pair;
  }

  function fill(pair: Pair, from: Schema, to: Schema, direction: Direction): void {
    const [before, after] = [readers.base.alternatives(from), readers.head.alternatives(to)];
    const at = { base: placeOf(from, "type"), head: placeOf(to, "type") };
    const report = (rule: Rule, effect: Effect, change: string) => {
      if (hurts(effect, direction)) pair.differences.push({ rule, change, ...at });
    };
    const [xmlBefore, xmlAfter] = [readers.base.notes(from).xml, readers.head.notes(to).xml];
    if (xmlBefore !== xmlAfter)
      pair.differences.push({
        rule: "schema-constraint-changed",
        change: "How XML writes it{of} changed.",
        xml: true,
        ...at,
      });
    compareTypes(before, after, report);
    const fitsTwo = (type: Type) => {
      const [one, ...others] = of(before, type);
      const covers = of(after, type).filter(
        (two) => one && isEqual(compareAlternatives(one, two, direction)),
      );
      return others.length > 0 || covers.length > 1;
    };
    if (after.exclusive && !before.exclusive && types.some(fitsTwo))
      report("gate/choice-changed", "narrower", "`oneOf`{of} refuses what fits two branches.");
    for (const type of types) {
      const [left, right] = [of(before, type), of(after, type)];
      if (left.length > 0 && right.length > 0) matchAlternatives(pair, left, right, direction);
    }
    const subtypes = readers.head.subtypes(to);
    for (const [value, node] of readers.base.subtypes(from)) {
      const next = subtypes.get(value);
      if (next)
        pair.inner.push(
          pairOf(ofBase.all([...from.parts, node]), ofHead.all([...to.parts, next]), direction),
        );
    }
  }

  /** Finds for each alternative that has to be covered one that covers it, and reports what none covers. */
  function matchAlternatives(
    pair: Pair,
    left: Alternative[],
    right: Alternative[],
    direction: Direction,
  ): void {
    const compare = (a: Alternative, b: Alternative) => compareAlternatives(a, b, direction);
    const [only, other] = [left[0], right[0]];
    if (only && other && left.length === 1 && right.length === 1) {
      pair.inner.push(compare(only, other));
      return;
    }
    const [wanted, offered] = direction === "request" ? [left, right] : [right, left];
    const pairUp = (a: Alternative, b: Alternative) =>
      direction === "request" ? compare(a, b) : compare(b, a);
    const free = new Set(offered);
    const take = (alternative: Alternative, found: Alternative | undefined) => {
      if (!found) return false;
      pair.inner.push(pairUp(alternative, found));
      free.delete(found);
      return true;
    };
    // A branch may be covered by any other that accepts the same. A branch that changed is compared with its own successor.
    const strange = wanted.filter((one) => {
      const same = byLikeness(one, offered).find((other) => {
        const both = pairUp(one, other);
        return isLike(one, other) ? !isBroken(both) : isEqual(both);
      });
      return !take(one, same);
    });
    // One branch of a request may take the place of several, if it lists the fields of all.
    const covers = (one: Alternative, other: Alternative) => {
      const both = pairUp(one, other);
      const mayShare = direction === "request" && !differs(both, isUnlisted);
      return (free.has(other) || mayShare) && !isBroken(both);
    };
    const changed = strange.filter((one) => {
      const candidates = [...byLikeness(one, [...free]), ...byLikeness(one, offered)];
      return !take(
        one,
        candidates.find((other) => covers(one, other)),
      );
    });
    for (const one of changed) {
      const like = [...free].find((other) => isLike(one, other));
      const sameIndex = wanted.length === offered.length ? offered[wanted.indexOf(one)] : undefined;
      const next =
        sameIndex && free.has(sameIndex) && nameOf(sameIndex) === nameOf(one) ? sameIndex : undefined;
      const only = changed.length === 1 && free.size === 1 ? [...free][0] : undefined;
      if (take(one, like ?? only ?? next)) continue;
      const name = `A branch${nameOf(one)}{of}`;
      const at = placeOf(one);
      if (direction === "request")
        pair.differences.push({
          rule: "gate/choice-changed",
          change: `${name} is no longer accepted.`,
          base: at,
        });
      else if (left.some(({ tags }) => tags?.open))
        pair.differences.push({ rule: "added", change: `${name} was added.`, head: at });
      else {
        const change = `${name} may come that clients do not know.`;
        pair.differences.push({ rule: "gate/choice-changed", change, head: at });
      }
    }
  }

  function compareAlternatives(a: Alternative, b: Alternative, direction: Direction): Pair {
    return once(a, b, direction, (pair) =>
      compareFacts({
        direction,
        today,
        base: a,
        head: b,
        inside: (from, to) => void pair.inner.push(pairOf(from, to, direction)),
        report: (effect, change, keyword) => {
          if (!hurts(effect, direction)) return;
          const at = { base: placeOf(a, keyword), head: placeOf(b, keyword) };
          pair.differences.push({ rule: ruleOf(keyword, effect), change, ...at });
        },
        add: (difference) => void pair.differences.push(difference),
        notes: (side, schema) => readers[side].notes(schema),
      }),
    );
  }

  /** Whether a pair, or one inside of it, has a difference that breaks. */
  function isBroken(pair: Pair): boolean {
    const breaks = ({ rule, xml }: Difference) => !xml && verdictOf(rule).is === "breaking";
    if (!broken.has(pair) && differs(pair, breaks)) broken.add(pair);
    return broken.has(pair);
  }

  const isEqual = (pair: Pair) => !differs(pair, () => true);

  function differs(pair: Pair, matters: (difference: Difference) => boolean): boolean {
    for (const { differences } of reached([pair])) if (differences.some(matters)) return true;
    return false;
  }

  return { pairOf, ...readers };
}

const isUnlisted = ({ rule }: Difference) => rule === "gate/property-unlisted";

const of = ({ list }: Alternatives, type: Type) => list.filter(({ facts }) => facts.type === type);

function compareTypes(
  before: Alternatives,
  after: Alternatives,
  report: (rule: Rule, effect: Effect, change: string) => void,
): void {
  const [from, to] = [typesOf(before), typesOf(after)];
  const [lost, gained] = [without(from, to), without(to, from)];
  const change = `The type{of} was ${words(from, before)} and is ${words(to, after)}.`;
  if (lost.length > 0 && gained.length > 0) report("schema-type-changed", "other", change);
  else if (lost.length > 0) report("schema-type-changed", "narrower", change);
  else if (gained.length > 0) report("schema-type-changed", "wider", change);
}

const typesOf = ({ list }: Alternatives) =>
  types.filter((type) => list.some(({ facts }) => facts.type === type));

function words(list: Type[], { list: all }: Alternatives): string {
  if (list.length === types.length) return "anything";
  const whole = all.every(({ facts }) => facts.type !== "number" || facts.integer);
  return list.length === 0
    ? "nothing at all"
    : quoted(list.map((type) => (type === "number" && whole ? "integer" : type)));
}

/** Where a schema or a keyword of it is written. */
function placeOf(holder: { parts: Node[] } | undefined, keyword?: string) {
  const part = keyword === undefined ? undefined : holder?.parts.find((one) => keyword in one);
  const node = part ?? holder?.parts[0];
  return node && { node, key: part && keyword };
}

/** Those with the same values of the discriminator, or the same facts, first. */
const byLikeness = (wanted: Alternative, offered: Alternative[]) => {
  const rank = (one: Alternative) =>
    keyOf(one.facts) === keyOf(wanted.facts) ? 0 : isLike(wanted, one) ? 1 : 2;
  return offered.toSorted((a, b) => rank(a) - rank(b));
};

const isLike = (a: Alternative, b: Alternative) => {
  const [tags, names] = [a.tags?.declared ?? [], nameOf(a)];
  return tags.some((tag) => b.tags?.possible.includes(tag)) || (names !== "" && names === nameOf(b));
};

function nameOf({ branch }: Alternative): string {
  const reference =
    typeof branch === "object" && branch !== null && "$ref" in branch ? branch.$ref : undefined;
  return typeof reference === "string" ? ` \`${reference.split("/").pop()}\`` : "";
}
