import { memoized } from "../../model/collections.ts";
import { isNode, listIn, type Node, nodeIn, textIn } from "../../model/node.ts";
import { haveDisjointLimits } from "./bounds.ts";
import {
  accepts,
  constraintsOf,
  keyOf,
  type Constraints,
} from "./constraints.ts";
import type { ObjectConstraints } from "./object-constraints.ts";
import { tagsOf, type Tags } from "./discriminators.ts";
import { fingerprint } from "./fingerprint.ts";
import { matches } from "./rules.ts";
import { allOf, type Schema } from "./schema.ts";

/**
 * One way for a value to be valid: a type with constraints. A schema has an alternative for each of
 * its types, and for each branch of `oneOf` and `anyOf` in each of them.
 */
export interface Alternative {
  constraints: Constraints;
  /** The parts of the schema that apply, with the chosen branches. */
  parts: Node[];
  /** The list of a `oneOf` or `anyOf` → its chosen branch. */
  branches: Branches;
  /** The values of the discriminator that lead to this alternative. */
  tags: Tags | undefined;
}

type Branches = Map<unknown[], unknown>;

/** The alternatives of a schema. */
export interface Alternatives {
  list: Alternative[];
  /** The same, before equal ones are merged. */
  all: Alternative[];
  /**
   * Pairs of alternatives from two branches of a `oneOf`, which rejects the values that fit both.
   * There may be such values.
   */
  overlaps: [Alternative, Alternative][];
  /** The overlaps whose `oneOf` surely rejects the common values. */
  refused: [Alternative, Alternative][];
  /** True for overlaps of a `oneOf` inside of a branch: another branch may accept their values. */
  hasInner: boolean;
  /** True for too many alternatives to find the overlaps. */
  isTooLong: boolean;
}

/** The maximum of alternatives that are compared with each other. */
const maxCompared = 500;

/** Returns the alternatives of a schema. Equal ones are merged. */
export const alternativesOf = memoized((schema: Schema): Alternatives => {
  const all = combinationsOf(schema);
  if (all.every(({ branches }) => branches.size === 0))
    return {
      list: all,
      all,
      overlaps: [],
      refused: [],
      hasInner: false,
      isTooLong: false,
    };
  const mayOverlap =
    partWithDiscriminator(schema) === undefined &&
    all.some((one) =>
      [...one.branches.keys()].some((list) => isOneOfIn(one, list)),
    );
  const isTooLong = mayOverlap && all.length > maxCompared;
  const overlaps = mayOverlap && !isTooLong ? overlapsIn(all) : [];
  const inner = innerLists(schema, overlaps);
  return {
    list: distinct(all),
    all,
    overlaps,
    refused: refusedIn(overlaps, inner),
    hasInner: inner.length > 0,
    isTooLong,
  };
});

/**
 * Returns the alternatives of a schema, equal ones too. Does not read its properties, which may
 * refer back to it.
 */
const combinationsOf = memoized((schema: Schema): Alternative[] => {
  const holder = partWithDiscriminator(schema);
  return chosenFrom(schema)
    .flatMap(({ schema: chosen, branches, opaque }) =>
      constraintsOf(chosen, opaque).map((constraints): Alternative => {
        const tags = holder && tagsIn(holder, branches, constraints);
        return { constraints, parts: chosen.parts, branches, tags };
      }),
    )
    .filter(
      ({ constraints, parts }) =>
        !holder || constraints.type === "object" || parts.some(isTyped),
    );
});

const partWithDiscriminator = ({ parts }: Schema) =>
  parts.find((part) => isNode(part["discriminator"]));

/** Returns true when a part states a type. Otherwise a schema with a discriminator is an object. */
const isTyped = (part: Node) =>
  ["type", "enum", "const"].some((name) => name in part);

function tagsIn(
  holder: Node,
  branches: Branches,
  { object }: Constraints,
): Tags | undefined {
  const [branch] = branches.values();
  const property = object?.properties.get(
    textIn(nodeIn(holder, "discriminator"), "propertyName") ?? "",
  );
  const subtypes = property
    ? combinationsOf(property).map(({ constraints }) => constraints)
    : [];
  return object && branch !== undefined
    ? tagsOf(holder, branch, subtypes)
    : undefined;
}

const overlapsIn = (all: Alternative[]): Alternatives["overlaps"] =>
  all.flatMap((one, i) =>
    all
      .slice(i + 1)
      .filter((other) => overlap(one, other))
      .map((other): [Alternative, Alternative] => [one, other]),
  );

/** Returns true when two branches of a `oneOf` may accept the same value. */
export const overlap = (a: Alternative, b: Alternative): boolean =>
  differingLists(a, b).length > 0 && !areDisjoint(a.constraints, b.constraints);

/** Returns each `oneOf` from which two alternatives have different branches. */
const differingLists = (a: Alternative, b: Alternative): unknown[][] =>
  [...a.branches]
    .filter(
      ([list, branch]) =>
        isOneOfIn(a, list) &&
        b.branches.has(list) &&
        b.branches.get(list) !== branch,
    )
    .map(([list]) => list);

const isOneOfIn = ({ parts }: { parts: Node[] }, list: unknown): boolean =>
  parts.some(({ oneOf }) => oneOf === list);

/** Returns the lists of overlaps that are inside of a branch of another list. */
function innerLists(
  schema: Schema,
  overlaps: Alternatives["overlaps"],
): unknown[][] {
  const lists = new Set(overlaps.flatMap(([a, b]) => differingLists(a, b)));
  return [...lists].filter((list) => !isOneOfIn(schema, list));
}

/**
 * Returns the overlaps whose common values the `oneOf` surely rejects: no other one in a branch may
 * reject them first, so that they fit one branch only.
 */
const refusedIn = (
  overlaps: Alternatives["overlaps"],
  inner: unknown[][],
): Alternatives["refused"] =>
  overlaps.filter(([a, b]) => {
    const chosen = inner.filter(
      (list) => a.branches.has(list) || b.branches.has(list),
    );
    return differingLists(a, b).some((list) =>
      chosen.every((each) => each === list),
    );
  });

/** Returns true when surely no value fits both. */
export function areDisjoint(a: Constraints, b: Constraints): boolean {
  return (
    areDisjointAlone(a, b) ||
    haveDisjointProperties(a, b) ||
    haveDisjointProperties(b, a)
  );
}

/** Does not read the properties of objects. */
function areDisjointAlone(a: Constraints, b: Constraints): boolean {
  if (a.type !== b.type) return true;
  // The values of a type such as `file` are not known, and differ from the values of other types.
  if (a.rules["type"]?.join() !== b.rules["type"]?.join()) return true;
  if (a.values && b.values)
    return ![...a.values.keys()].some((value) => b.values?.has(value));
  const listed = a.values ?? b.values;
  const other = a.values ? b : a;
  if (listed) return ![...listed.values()].some((each) => accepts(other, each));
  return haveDisjointLimits(a.limits, b.limits);
}

/** Returns true when one requires a property of which no value fits both. */
function haveDisjointProperties(
  { object: from }: Constraints,
  { object: to }: Constraints,
): boolean {
  return [...(from?.required ?? [])].some((name) => {
    if (to?.additional.never && isUnnamed(to, name)) return true;
    const one = from?.properties.get(name);
    const other = to?.properties.get(name);
    if (!one || !other) return false;
    const others = combinationsOf(other);
    return combinationsOf(one).every((x) =>
      others.every((y) => areDisjointAlone(x.constraints, y.constraints)),
    );
  });
}

const isUnnamed = ({ properties, patterns }: ObjectConstraints, name: string) =>
  !properties.has(name) &&
  ![...patterns.keys()].some((pattern) => matches(pattern, name) !== false);

/** Returns the alternative with the requirements of all, or undefined when no value fits all. */
export function intersection(
  alternatives: Alternative[],
): Alternative | undefined {
  const schema = allOf(alternatives.flatMap(({ parts }) => parts));
  const [first] = alternatives;
  const constraints = constraintsOf(schema, []).find(
    ({ type }) => type === first?.constraints.type,
  );
  return (
    constraints && {
      constraints,
      parts: schema.parts,
      branches: new Map(),
      tags: undefined,
    }
  );
}

/** Removes equal alternatives. Merges those that differ only in their lists of values. */
function distinct(all: Alternative[]): Alternative[] {
  const found = new Map<string, Alternative>();
  for (const one of all) {
    const { values } = one.constraints;
    const key = `${one.tags?.declared.join() ?? ""} ${keyOf({ ...one.constraints, values: values && new Map() })}`;
    const same = found.get(key);
    const both =
      values &&
      same?.constraints.values &&
      new Map([...same.constraints.values, ...values]);
    found.set(
      key,
      same && both
        ? { ...same, constraints: { ...same.constraints, values: both } }
        : one,
    );
  }
  return [...found.values()];
}

/** A schema with one branch chosen from each of its lists. */
interface Combination {
  schema: Schema;
  branches: Branches;
  /** The lists without a choice, each as a text. */
  opaque: string[];
}

/** The maximum of combinations of a schema. Further lists are compared as texts. */
const maxCombinations = 64;

/**
 * Chooses one branch of each `oneOf` and `anyOf`, in all ways. A list of one branch is no choice.
 */
function chosenFrom(from: Schema): Combination[] {
  const open: Combination[] = [
    { schema: from, branches: new Map(), opaque: [] },
  ];
  const closed: Combination[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    const { schema, branches } = next;
    if (schema.never) continue;
    const lists = schema.parts
      .flatMap((part) => [listIn(part, "oneOf"), listIn(part, "anyOf")])
      .filter((list) => list.length > 1 && !branches.has(list));
    const [list] = lists;
    if (!list) closed.push(next);
    else if (
      branches.size > 0 &&
      open.length + closed.length + list.length > maxCombinations
    )
      closed.push({ ...next, opaque: lists.map(fingerprint).sort() });
    else
      for (const branch of branchesOf(schema, list).toReversed())
        open.push({
          schema: allOf([...schema.parts, branch]),
          branches: new Map([...branches, [list, branch]]),
          opaque: [],
        });
  }
  return closed;
}

/**
 * Returns the branches of a list, without those that a `oneOf` has twice: a value never fits only one
 * of two equal branches.
 */
const branchesOf = (schema: Schema, list: unknown[]): unknown[] =>
  isOneOfIn(schema, list)
    ? list.filter((each) => list.indexOf(each) === list.lastIndexOf(each))
    : list;
