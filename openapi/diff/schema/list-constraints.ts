import { listIn, type Node } from "../../model/node.ts";
import type { Limits } from "./bounds.ts";
import { containsIn } from "./rules.ts";
import { allOf, type Schema } from "./schema.ts";
import { unnamedSchemas } from "./unnamed-schemas.ts";

/** The constraints of the items of a list. */
export interface ListConstraints {
  /** The limits of the length, and of the items that fit `contains`. */
  limits: Limits;
  /** The index of an item, `items` or `contains` → the schema that applies to it. */
  inside: Map<string, Schema>;
}

/**
 * Returns the constraints of the items of a list, in all parts of its schema.
 * @param stated the limits that the schema states
 */
export function listConstraints(
  parts: Node[],
  stated: Limits,
): ListConstraints {
  const othersIn = (part: Node) => unnamedSchemas(part, "items")[0];
  const others = allOf(parts.map(othersIn));
  const firstItems = Math.max(
    0,
    ...parts.map((part) => listIn(part, "prefixItems").length),
  );
  // Without valid other items, the list has at most its first items.
  const statedMaximum = Number(stated["maxItems"]?.value ?? Infinity);
  const maxItems = Math.min(
    statedMaximum,
    others.never ? firstItems : Infinity,
  );
  const inside = new Map<string, Schema>();
  if (maxItems > firstItems) inside.set("items", others);
  for (let i = 0; i < Math.min(firstItems, maxItems); i++) {
    const itemIn = (part: Node): unknown =>
      listIn(part, "prefixItems")[i] ?? othersIn(part);
    inside.set(String(i), allOf(parts.map(itemIn)));
  }
  const limits = { ...stated };
  if (maxItems < Infinity) Object.assign(limits, limitOf("maxItems", maxItems));
  const [contains, ...more] = parts.flatMap(containsIn);
  if (contains && more.length === 0) {
    inside.set("contains", allOf([contains.schema]));
    Object.assign(
      limits,
      limitOf("minContains", contains.min),
      limitOf("maxContains", contains.max),
    );
  }
  return { limits, inside };
}

const limitOf = (keyword: string, value: number): Limits => ({
  [keyword]: { keyword, value },
});
