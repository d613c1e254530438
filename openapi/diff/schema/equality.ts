import type { Contract } from "../contract/contract.ts";
import { isNode } from "../../model/node.ts";
import { kindOf, type Kind } from "./fingerprint.ts";
import { reached } from "../graph.ts";
import { hasSubtypes } from "./discriminators.ts";

/** A node of each contract. They are the same unless they are written differently, or refer to what differs. */
interface Pair {
  base: object;
  head: object;
  isSame: boolean;
  /** The pairs that refer to this one. */
  users: Pair[];
}

/**
 * Makes a function that says whether two schemas are written in the same way, with everything that they refer to. So
 * most of two versions of a contract is, and needs no comparison.
 */
export function createEquality(base: Contract, head: Contract): (a: unknown, b: unknown) => boolean {
  const pairs = new Map<object, Map<object, Pair>>();

  /** The pair of two nodes. @param made is appended to when the pair is new */
  function pairOf(a: object, b: object, made: Pair[]): Pair {
    const others = pairs.get(a) ?? new Map<object, Pair>();
    const found = others.get(b);
    if (found) return found;
    const pair = { base: a, head: b, isSame: true, users: [] };
    pairs.set(a, others.set(b, pair));
    made.push(pair);
    return pair;
  }

  /** Sets whether the nodes of a pair are written alike. @returns the new pairs that they refer to */
  function read(pair: Pair): Pair[] {
    const made: Pair[] = [];
    const passed = new Map<object, object>();
    const refersAlike = (target: unknown, other: unknown) => {
      if (!isNode(target) || !isNode(other)) return target === other;
      const inner = pairOf(target, other, made);
      inner.users.push(pair);
      return inner.isSame;
    };
    const areAlike = (a: unknown, b: unknown, kind: Kind): boolean => {
      if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
      if (passed.get(a) === b) return true;
      passed.set(a, b);
      if (Array.isArray(a) && Array.isArray(b))
        return a.length === b.length && a.every((item, i) => areAlike(item, b[i], kind));
      if (!isNode(a) || !isNode(b)) return false;
      // What a discriminator leads to is not written at this place.
      if (kind === "schema" && hasSubtypes(a)) return false;
      const names = Object.keys(a);
      if (names.length !== Object.keys(b).length) return false;
      return names.every((name) => {
        if (!Object.hasOwn(b, name)) return false;
        const [one, other] = [a[name], b[name]];
        if (kind === "schema" && /^\$(dynamicR|r)ef$/.test(name) && typeof one === "string")
          return one === other && refersAlike(base.target(one, a), head.target(one, b));
        return areAlike(one, other, kindOf(name, kind));
      });
    };
    pair.isSame = areAlike(pair.base, pair.head, "schema");
    return made;
  }

  return (a, b) => {
    if (base.is30 !== head.is30) return false;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
    const made: Pair[] = [];
    const asked = pairOf(a, b, made);
    const differing = [...reached(made, read)].filter(({ isSame }) => !isSame);
    // What refers to nodes that differ differs.
    for (const pair of reached(differing, ({ users }) => users)) pair.isSame = false;
    return asked.isSame;
  };
}
