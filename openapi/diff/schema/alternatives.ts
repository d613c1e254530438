import { memoized } from "../../model/collections.ts";
import { isNode, listIn, type Node, nodeIn, textIn } from "../../model/node.ts";
import { constraintsOf, keyOf, type Constraints } from "./constraints.ts";
import { tagsOf, type Tags } from "./discriminators.ts";
import { fingerprint } from "./fingerprint.ts";
import { allOf, type Schema } from "./schema.ts";

/**
 * One way to be valid: a value of one type that keeps to all constraints. A schema is the list of its alternatives: one for
 * each of its types, and one for each branch of `oneOf` and `anyOf` in each of them.
 */
export interface Alternative {
  constraints: Constraints;
  /** The parts that hold for it, among them the branches that were chosen. */
  parts: Node[];
  /** The branches that were chosen, by the list that each was chosen from. */
  branches: Branches;
  /** The values of the discriminator that lead to it. */
  tags: Tags | undefined;
}

type Branches = Map<unknown[], unknown>;

/** What is valid, as a list of alternatives. */
export interface Alternatives {
  list: Alternative[];
  /** Whether a value that fits two branches is refused. */
  exclusive: boolean;
}

/** What a schema accepts. */
export const alternativesOf = memoized((schema: Schema): Alternatives => {
  const all = combinationsOf(schema);
  if (all.every(({ branches }) => branches.size === 0))
    return { list: all, exclusive: false };
  const isExclusive = (one: Alternative, i: number) =>
    all.slice(i + 1).some((other) => overlap(one, other));
  const exclusive =
    !holderIn(schema) &&
    all.length <= mostCombinations &&
    all.some(isExclusive);
  return { list: distinct(all), exclusive };
});

/** The alternatives of a schema, equal ones too, without looking into the properties that may lead back to it. */
const combinationsOf = memoized((schema: Schema): Alternative[] => {
  const holder = holderIn(schema);
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

const holderIn = ({ parts }: Schema) =>
  parts.find((part) => isNode(part["discriminator"]));

/** A schema with a discriminator is an object, unless it states another type. */
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

function overlap(a: Alternative, b: Alternative): boolean {
  const isOneOf = (list: unknown[]) =>
    a.parts.some((part) => part["oneOf"] === list);
  const differ = [...a.branches].some(
    ([list, branch]) =>
      isOneOf(list) && b.branches.has(list) && b.branches.get(list) !== branch,
  );
  return differ && !disjoint(a.constraints, b.constraints, true);
}

function disjoint(a: Constraints, b: Constraints, deep: boolean): boolean {
  if (a.type !== b.type) return true;
  if (a.values && b.values)
    return ![...a.values.keys()].some((value) => b.values?.has(value));
  if (!deep) return false;
  const from = a.object;
  const to = b.object;
  return [...(from?.required ?? [])].some((name) => {
    if (to?.additional.never && !to.properties.has(name)) return true;
    const one = from?.properties.get(name);
    const other = to?.properties.get(name);
    if (!one || !other || !to?.required.has(name)) return false;
    const others = combinationsOf(other);
    return combinationsOf(one).every((x) =>
      others.every((y) => disjoint(x.constraints, y.constraints, false)),
    );
  });
}

/** Equal alternatives once. Lists of values that differ in nothing else become one list. */
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

interface Chosen {
  schema: Schema;
  branches: Branches;
  /** The lists from which nothing was chosen, each as a text. */
  opaque: string[];
}

/** Where schemas are combined in more ways than this, what is left of them is compared as one text. */
const mostCombinations = 64;

/** A schema for each way to choose one branch of each of its `oneOf` and `anyOf`. A list of one is no choice. */
function chosenFrom(from: Schema): Chosen[] {
  const open: Chosen[] = [{ schema: from, branches: new Map(), opaque: [] }];
  const closed: Chosen[] = [];
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
      open.length + closed.length + list.length > mostCombinations
    )
      closed.push({ ...next, opaque: lists.map(fingerprint).sort() });
    else
      for (const branch of list.toReversed())
        open.push({
          schema: allOf([...schema.parts, branch]),
          branches: new Map([...branches, [list, branch]]),
          opaque: [],
        });
  }
  return closed;
}
