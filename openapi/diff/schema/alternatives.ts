import type { Contract } from "../contract/contract.ts";
import { isNode, nodeIn, textIn, type Node } from "../../model/node.ts";
import { chosenFrom, mostCombinations, type Chosen } from "./choices.ts";
import { factsOf, keyOf, type Facts } from "./facts.ts";
import { createFingerprint } from "./fingerprint.ts";
import type { Schema, Schemas } from "./schema.ts";
import { tagsOf, type Tags } from "./tags.ts";

/**
 * One way to be valid: a value of one type that keeps to all facts. A schema is the list of its alternatives: one for
 * each of its types, and one for each branch of `oneOf` and `anyOf` in each of them.
 */
export interface Alternative {
  facts: Facts;
  /** The parts that hold for it, among them the branch that was chosen. */
  parts: Node[];
  /** The branch as it is written, when it is one of several. */
  branch: unknown;
  /** The values of the discriminator that lead to it. */
  tags: Tags | undefined;
}

/** What is valid, as a list of alternatives. */
export interface Alternatives {
  list: Alternative[];
  /** Whether a value that fits two branches is refused. */
  exclusive: boolean;
}

/** An alternative with all branches that were chosen for it. */
type Branched = Alternative & Pick<Chosen, "branches">;

export function createAlternatives(contract: Contract, schemas: Schemas): (schema: Schema) => Alternatives {
  const fingerprint = createFingerprint(contract);
  const known = new Map<Schema, Alternatives>();

  function alternatives(schema: Schema): Alternatives {
    const found = known.get(schema);
    if (found) return found;
    const holder = schema.parts.find((part) => isNode(part["discriminator"]));
    const all = chosenFrom(schema, schemas, fingerprint)
      .flatMap((chosen) => branchedOf(chosen, holder))
      .filter(({ facts, parts }) => !holder || facts.type === "object" || parts.some(isTyped));
    const isChoice = all.some(({ branches }) => branches.size > 0);
    const exclusive =
      isChoice &&
      holder === undefined &&
      all.length <= mostCombinations &&
      all.some((one, i) => all.slice(i + 1).some((other) => overlap(one, other)));
    const made = { list: isChoice ? distinct(all) : all, exclusive };
    known.set(schema, made);
    return made;
  }

  function branchedOf({ schema, branches, opaque }: Chosen, holder: Node | undefined): Branched[] {
    const [branch] = branches.values();
    return factsOf(schema, schemas, fingerprint, opaque).map((facts) => {
      const tags = holder && branch !== undefined ? tagsIn(holder, branch, facts) : undefined;
      return { facts, parts: schema.parts, branch, tags, branches };
    });
  }

  function tagsIn(holder: Node, branch: unknown, { object }: Facts): Tags | undefined {
    const property = object?.properties.get(textIn(nodeIn(holder, "discriminator"), "propertyName") ?? "");
    const own = property ? alternatives(property).list.map(({ facts }) => facts) : [];
    return object && tagsOf(contract, holder, branch, own);
  }

  /** Whether a value may fit two branches of a `oneOf`. */
  function overlap(a: Branched, b: Branched): boolean {
    const isOneOf = (list: unknown[]) => a.parts.some((part) => part["oneOf"] === list);
    const differ = [...a.branches].some(
      ([list, branch]) => isOneOf(list) && b.branches.has(list) && b.branches.get(list) !== branch,
    );
    return differ && !disjoint(a.facts, b.facts, true);
  }

  function disjoint(a: Facts, b: Facts, deep: boolean): boolean {
    if (a.type !== b.type) return true;
    if (a.values && b.values) return ![...a.values.keys()].some((value) => b.values?.has(value));
    if (!deep) return false;
    const [from, to] = [a.object, b.object];
    return [...(from?.required ?? [])].some((name) => {
      if (to?.additional.never && !to.properties.has(name)) return true;
      const [one, other] = [from?.properties.get(name), to?.properties.get(name)];
      if (!one || !other || !to?.required.has(name)) return false;
      const others = alternatives(other).list;
      return alternatives(one).list.every((x) => others.every((y) => disjoint(x.facts, y.facts, false)));
    });
  }

  return alternatives;
}

/** A schema with a discriminator is an object, unless it states another type. */
const isTyped = (part: Node) => ["type", "enum", "const"].some((name) => name in part);

/** Equal alternatives once. Lists of values that differ in nothing else become one list. */
function distinct(all: Alternative[]): Alternative[] {
  const found = new Map<string, Alternative>();
  for (const one of all) {
    const { values } = one.facts;
    const key = `${one.tags?.declared.join() ?? ""} ${keyOf({ ...one.facts, values: values && new Map() })}`;
    const same = found.get(key);
    const both = values && same?.facts.values && new Map([...same.facts.values, ...values]);
    found.set(key, same && both ? { ...same, facts: { ...same.facts, values: both } } : one);
  }
  return [...found.values()];
}
