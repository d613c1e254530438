import type { Node } from "../../model/node.ts";
import { allOf } from "./schema.ts";

/**
 * The keywords for unnamed children. `others` looks at this part alone, and `unevaluated` also at
 * its combined schemas.
 */
const keywords = {
  properties: {
    others: "additionalProperties",
    unevaluated: "unevaluatedProperties",
  },
  items: { others: "items", unevaluated: "unevaluatedItems" },
} as const;

/**
 * Returns the schema of a part for the properties or items that it does not name: none, or one in a
 * list. The unevaluated ones count when no combined schema says more of them.
 */
export function unnamedSchemas(
  part: Node,
  of: keyof typeof keywords,
): unknown[] {
  const { others, unevaluated } = keywords[of];
  if (others in part) return [part[others]];
  const inside = allOf([part]).parts.filter((one) => one !== part);
  const isStated = inside.some((one) => others in one || unevaluated in one);
  return unevaluated in part && !isStated ? [part[unevaluated]] : [];
}
