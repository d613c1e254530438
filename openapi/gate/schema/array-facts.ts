import { listIn, type Node } from "../contract/node.ts";
import { limit, type PlainFacts } from "./plain-facts.ts";
import type { Schema, Schemas } from "./schema.ts";

/** What a list has to keep to. */
export interface ArrayFacts extends PlainFacts {
  unique: boolean;
  /** The first items, by their place. */
  prefix: Schema[];
  /** All other items. */
  items: Schema;
  /** How many items have to fit a schema. */
  contains: { schema: Schema; min: number; max: number }[];
}

export function arrayFacts(parts: Node[], schemas: Schemas): ArrayFacts {
  const length = Math.max(0, ...parts.map((part) => listIn(part, "prefixItems").length));
  const itemsOf = (part: Node) => ("items" in part ? part["items"] : part["unevaluatedItems"]);
  const prefix = Array.from({ length }, (_, i) =>
    schemas.all(parts.map((part) => listIn(part, "prefixItems")[i] ?? itemsOf(part))),
  );
  const contains = parts.flatMap((part) => {
    const { contains: schema, minContains: min = 1, maxContains: max = Infinity } = part;
    if (schema === undefined || typeof min !== "number" || typeof max !== "number") return [];
    return min > 0 || max < Infinity ? [{ schema: schemas.all([schema]), min, max }] : [];
  });
  const longest = limit(parts, "maxItems");
  return {
    limits: { ...limit(parts, "minItems", 0), ...longest },
    texts: {},
    unique: parts.some((part) => part["uniqueItems"] === true) && (longest["maxItems"] ?? 2) > 1,
    prefix,
    items: schemas.all(parts.map(itemsOf)),
    contains,
  };
}
