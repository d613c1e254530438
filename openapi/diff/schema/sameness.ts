import type { Contract } from "../contract/contract.ts";
import { isNode } from "../../model/node.ts";
import { kindOf, type Kind } from "./fingerprint.ts";
import { hasSubtypes } from "./subtypes.ts";

/** A node of each contract. They are the same unless they are written differently, or refer to what differs. */
interface Pair {
  base: object;
  head: object;
  same: boolean;
  /** The pairs that refer to this one. */
  users: Pair[];
}

/**
 * Makes a function that says whether two schemas are written in the same way, with everything that they refer to. So
 * most of two versions of a contract is, and needs no comparison.
 */
export function createSameness(base: Contract, head: Contract): (a: unknown, b: unknown) => boolean {
  const known = new Map<object, Map<object, Pair>>();

  /** The pair of two nodes. One that is new is appended to those that have still to be read. */
  function pairOf(a: object, b: object, unread: Pair[]): Pair {
    const others = known.get(a) ?? new Map<object, Pair>();
    const found = others.get(b);
    if (found) return found;
    const pair = { base: a, head: b, same: true, users: [] };
    known.set(a, others.set(b, pair));
    unread.push(pair);
    return pair;
  }

  /** Whether the nodes of a pair are written alike, as far as it is known of what they refer to. */
  function isAlike(pair: Pair, unread: Pair[]): boolean {
    const passed = new Map<object, object>();
    const refersAlike = (target: unknown, other: unknown) => {
      if (!isNode(target) || !isNode(other)) return target === other;
      const inner = pairOf(target, other, unread);
      inner.users.push(pair);
      return inner.same;
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
    return areAlike(pair.base, pair.head, "schema");
  }

  return (a, b) => {
    if (base.is30 !== head.is30) return false;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
    const unread: Pair[] = [];
    const asked = pairOf(a, b, unread);
    for (const pair of unread) pair.same = isAlike(pair, unread);
    spreadDifferences(unread);
    return asked.same;
  };
}

/** What refers to pairs that differ differs. */
function spreadDifferences(pairs: Pair[]): void {
  const differing = pairs.filter(({ same }) => !same);
  for (const { users } of differing)
    for (const user of users)
      if (user.same) {
        user.same = false;
        differing.push(user);
      }
}
