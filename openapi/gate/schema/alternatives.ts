import type { Contract } from "../contract/contract.ts";
import { isNode, listIn, nodeIn, textIn, type Node } from "../contract/node.ts";
import { factsOf, keyOf, type Facts } from "./facts.ts";
import { createFingerprint } from "./fingerprint.ts";
import type { Schema, Schemas } from "./schema.ts";
import { mappedTo } from "./subtypes.ts";

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
export interface Tags {
  property: string;
  /** Those that are written down. */
  declared: string[];
  /** Those, and what may be meant besides. */
  possible: string[];
  /** Whether the list of values may grow. */
  open: boolean;
  /** Whether values that lead nowhere lead here. */
  isDefault: boolean;
}

/** What is valid, as a list of alternatives. */
export interface Alternatives {
  list: Alternative[];
  /** Whether a value that fits two branches is refused. */
  exclusive: boolean;
}

/** A schema for which branches were chosen, by the list that they were chosen from. */
interface Chosen {
  schema: Schema;
  branches: Map<unknown[], unknown>;
  opaque: string[];
}

/** Where schemas are combined in more ways than this, what is left of them is compared as one text. */
const mostCombinations = 64;

export function createAlternatives(contract: Contract, schemas: Schemas): (schema: Schema) => Alternatives {
  const fingerprint = createFingerprint(contract);
  const known = new Map<Schema, Alternatives>();

  function alternatives(schema: Schema): Alternatives {
    const found = known.get(schema);
    if (found) return found;
    const holder = schema.parts.find((part) => isNode(part["discriminator"]));
    const all = expand(schema)
      .flatMap(({ schema: whole, branches, opaque }) =>
        factsOf(whole, schemas, fingerprint, opaque).map((facts) => {
          const branch = [...branches.values()].at(0);
          return {
            facts,
            parts: whole.parts,
            branch,
            tags: holder && tagsOf(holder, branch, facts),
            branches,
          };
        }),
      )
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

  /** Whether a value may fit two branches of a `oneOf`. */
  function overlap(a: Branched, b: Branched): boolean {
    const differ = [...a.branches].some(
      ([list, branch]) => oneOfs.has(list) && b.branches.has(list) && b.branches.get(list) !== branch,
    );
    return differ && !disjoint(a.facts, b.facts, true);
  }
  const oneOfs = new Set<unknown[]>();

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

  function expand(from: Schema): Chosen[] {
    const open: Chosen[] = [{ schema: from, branches: new Map(), opaque: [] }];
    const closed: Chosen[] = [];
    for (let next = open.pop(); next; next = open.pop()) {
      const { schema, branches } = next;
      if (schema.never) continue;
      const lists = choicesIn(schema).filter((list) => !branches.has(list));
      const [list] = lists;
      if (!list) closed.push(next);
      else if (branches.size > 0 && open.length + closed.length + list.length > mostCombinations)
        closed.push({ ...next, opaque: lists.map(fingerprint).sort() });
      else
        for (const branch of list.toReversed())
          open.push({
            schema: schemas.all([...schema.parts, branch]),
            branches: new Map([...branches, [list, branch]]),
            opaque: [],
          });
    }
    return closed;
  }

  function choicesIn({ parts }: Schema): unknown[][] {
    return parts.flatMap((part) => {
      const lists = [listIn(part, "oneOf"), listIn(part, "anyOf")];
      if (lists[0]) oneOfs.add(lists[0]);
      return lists.filter((list) => list.length > 1);
    });
  }

  function tagsOf(holder: Node, branch: unknown, facts: Facts): Tags | undefined {
    const { propertyName, mapping, defaultMapping } = nodeIn(holder, "discriminator");
    if (typeof propertyName !== "string" || branch === undefined || !facts.object) return undefined;
    const target = contract.follow(branch);
    const declared = Object.entries(isNode(mapping) ? mapping : {})
      .filter(([, reference]) => mappedTo(contract, String(reference), holder) === target)
      .map(([value]) => value);
    const reference = isNode(branch) ? textIn(branch, "$ref") : undefined;
    const implicit = reference === undefined ? [] : [reference.split("/").pop() ?? ""];
    const property = facts.object.properties.get(propertyName);
    const own = property ? alternatives(property).list.map((one) => one.facts) : [];
    const consts = own.flatMap(({ values }) => [...(values?.values() ?? [])].map(String));
    return {
      property: propertyName,
      declared: declared.length > 0 ? declared : consts.length > 0 ? consts : implicit,
      possible: [...new Set([...declared, ...consts, ...implicit])],
      open: own.some(({ known }) => known !== undefined),
      isDefault: typeof defaultMapping === "string" && mappedTo(contract, defaultMapping, holder) === target,
    };
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
    const all = values && same?.facts.values && new Map([...same.facts.values, ...values]);
    found.set(key, same && all ? { ...same, facts: { ...same.facts, values: all } } : one);
  }
  return [...found.values()];
}

type Branched = Pick<Alternative, "facts"> & Pick<Chosen, "branches">;
