import { listIn, type Node } from "../../model/node.ts";
import { limit } from "./bounds.ts";
import { containsIn } from "./rules.ts";
import type { Schema, Schemas } from "./schema.ts";
import { saidOfOthers } from "./unevaluated.ts";

/** How long a list may be, and what holds for its first items, for all others, and for some of them. */
export function arrayConstraints(
  parts: Node[],
  schemas: Schemas,
): { limits: Record<string, number>; inside: Map<string, Schema> } {
  const othersIn = (part: Node) => saidOfOthers(part, "items", schemas)[0];
  const others = schemas.all(parts.map(othersIn));
  const length = Math.max(0, ...parts.map((part) => listIn(part, "prefixItems").length));
  const { maxItems: stated = Infinity } = limit(parts, "maxItems");
  // Where no other item is valid, the list is as long as its first items.
  const maxItems = Math.min(stated, others.never ? length : Infinity);
  const inside = new Map<string, Schema>();
  if (maxItems > length) inside.set("items", others);
  for (let i = 0; i < Math.min(length, maxItems); i++) {
    const itemIn = (part: Node): unknown => listIn(part, "prefixItems")[i] ?? othersIn(part);
    inside.set(String(i), schemas.all(parts.map(itemIn)));
  }
  const [contains, ...more] = containsIn(parts);
  const isOne = contains && more.length === 0;
  if (isOne) inside.set("contains", schemas.all([contains.schema]));
  return {
    limits: {
      ...(maxItems < Infinity && { maxItems }),
      ...(isOne && { minContains: contains.min, maxContains: contains.max }),
    },
    inside,
  };
}
