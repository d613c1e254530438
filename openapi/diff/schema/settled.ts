import { isNode, type Node } from "../../model/node.ts";
import { descriptions, isNote } from "./fingerprint.ts";

/** Returns true for a schema that only describes: every value is valid. */
export const isEmpty = (node: unknown): boolean =>
  isNode(node) && requirementsIn(node).length === 0;

const requirementsIn = (node: Node): string[] =>
  Object.keys(node).filter(
    (keyword) => !(descriptions.includes(keyword) || isNote(keyword)),
  );

const conditions = ["if", "then", "else"];

/**
 * Returns true when a keyword says no more than the settled schemas: an `if` that is always or never
 * valid with its branches, a `not` around a `not`, and a `not` that rejects nothing.
 */
export function isSettled(schema: Node, keyword: string): boolean {
  if (keyword === "not")
    return schema["not"] === false || isNotAlone(schema["not"]);
  return conditions.includes(keyword) && decisionOf(schema) !== undefined;
}

/** Returns the schemas that always apply, although a `not` or an `if` is around them. */
export function settledSchemas(schema: Node): unknown[] {
  const { not } = schema;
  const excludedTwice = isNotAlone(not) ? [not["not"]] : [];
  const decision = decisionOf(schema);
  if (decision === undefined) return excludedTwice;
  return [...excludedTwice, schema[decision ? "then" : "else"]];
}

/** Returns true for a `not` alone, around a schema that means the same without the two `not`. */
const isNotAlone = (schema: unknown): schema is Node =>
  isNode(schema) &&
  requirementsIn(schema).join() === "not" &&
  !Object.keys(Object(schema["not"])).some((name) => evaluating.has(name));

/**
 * Keywords with which a schema evaluates properties or items, for `unevaluatedProperties` and
 * `unevaluatedItems` around it. Inside of a `not` it evaluates none.
 */
const evaluating = new Set([
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "dependentSchemas",
  "prefixItems",
  "items",
  "unevaluatedItems",
  "contains",
  "allOf",
  "anyOf",
  "oneOf",
  "if",
  "$ref",
  "$dynamicRef",
]);

/** Returns whether the `if` of a schema holds, when that is the same for all values. */
function decisionOf({ if: condition }: Node): boolean | undefined {
  if (typeof condition === "boolean") return condition;
  return isEmpty(condition) ? true : undefined;
}
