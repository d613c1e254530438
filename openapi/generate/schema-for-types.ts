import { isNode, listIn, type Node } from "../model/node.ts";
import { isDescription } from "./intersection.ts";

/** The keywords that a type can show. */
const ofTypes = [
  "$ref",
  "type",
  "enum",
  "const",
  "properties",
  "patternProperties",
  "additionalProperties",
  "items",
  "prefixItems",
  "allOf",
  "anyOf",
  "oneOf",
];

/** Returns true for branches of which one has a type of its own. */
export const hasTypes = (branches: unknown): boolean =>
  Array.isArray(branches) &&
  branches.some(
    (branch) => isNode(branch) && ofTypes.some((keyword) => keyword in branch),
  );

/** Writes a schema in words of which openapi-typescript makes the right type. */
export const schemaForTypes = (schema: Node): Node =>
  withNarrowingChoices(withNullType(schema));

/** Writes the constant `null`, of which openapi-typescript makes `unknown`, as a type. */
function withNullType({ const: constant, ...schema }: Node): Node {
  if (constant === undefined) return schema;
  return constant === null
    ? { ...schema, type: "null" }
    : { ...schema, const: constant };
}

/**
 * Prepares choices beside other keywords for openapi-typescript. It adds the branches of an `anyOf`
 * to the type of the other keywords, where only the branches of a `oneOf` narrow that type. Choices
 * of which no branch has a type of its own, such as one of two required fields, are left out.
 */
function withNarrowingChoices(schema: Node): Node {
  const { anyOf, oneOf, ...beside } = schema;
  const isNarrowed = Object.keys(beside).some((key) => !isDescription(key));
  if (!isNarrowed) return schema;
  const [first, second] = [anyOf, oneOf].filter(hasTypes);
  if (first === undefined) return beside;
  if (second === undefined) return { ...beside, oneOf: first };
  const allOf = [...listIn(beside, "allOf"), { oneOf: second }];
  return { ...beside, oneOf: first, allOf };
}
