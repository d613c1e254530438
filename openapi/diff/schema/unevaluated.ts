import type { Node } from "../../model/node.ts";
import type { Schemas } from "./schema.ts";

/** The keywords for all that a part does not name, and those that hold for what no schema in the part names. */
const keywords = {
  properties: ["additionalProperties", "unevaluatedProperties"],
  items: ["items", "unevaluatedItems"],
} as const;

/** What a part says of the properties or items that it does not name. */
export function saidOfOthers(part: Node, of: keyof typeof keywords, schemas: Schemas): unknown[] {
  const [others, unevaluated] = keywords[of];
  if (others in part) return [part[others]];
  const inside = schemas.all([part]).parts.filter((one) => one !== part);
  const isSaid = inside.some((one) => others in one || unevaluated in one);
  return unevaluated in part && !isSaid ? [part[unevaluated]] : [];
}
