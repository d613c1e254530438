import { memoized } from "../../model/collections.ts";
import type { Node } from "../../model/node.ts";
import { emptyAt } from "../contract/locations.ts";
import { schemaNames } from "./object-constraints.ts";
import { allOf, type Schema } from "./schema.ts";

/**
 * Returns a schema whose parts allow the properties of each other, and are closed for all others.
 * Generators write `additionalProperties: false` into each part of an `allOf`, although no object
 * fits two parts that allow nothing but their own properties.
 */
export const openedSchema = memoized((schema: Schema): Schema => {
  const { parts } = schema;
  const closed = parts.find(isClosed);
  if (!closed) return schema;
  const allow = (keyword: string) =>
    Object.fromEntries(schemaNames(parts, keyword).map((name) => [name, true]));
  const all = Object.assign(emptyAt(closed, "allOf"), {
    properties: allow("properties"),
    patternProperties: allow("patternProperties"),
    additionalProperties: false,
  });
  return allOf([...parts.map(openedPart), all]);
});

const isClosed = (part: Node) => part["additionalProperties"] === false;

const openedPart = memoized((part: Node): Node => {
  if (!isClosed(part)) return part;
  const { additionalProperties: _, ...others } = part;
  return Object.assign(emptyAt(part, "allOf"), others);
});
