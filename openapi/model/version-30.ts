import { isNode, mapNodes, type Node } from "./node.ts";

/** Returns true when a document is written in OpenAPI 3.0. */
export const is30 = (version: unknown): boolean =>
  /^3\.0\./.test(String(version));

/** Converts the schemas of a contract from OpenAPI 3.0 to 3.1, for libraries that read only 3.1. */
export function inWordsOf31<T extends object>(contract: T): T {
  const { openapi } = contract as { openapi?: unknown };
  if (!is30(openapi)) return contract;
  return { ...mapNodes(contract, schemaOf31), openapi: "3.1.1" };
}

/** Converts a schema of a contract from OpenAPI 3.0 to 3.1. Leaves a schema of 3.1 unchanged. */
export const schemaInWordsOf31 = (schema: Node, version: unknown): Node =>
  is30(version) ? mapNodes(schema, schemaOf31) : schema;

function schemaOf31(node: Node): Node {
  const { nullable, ...schema } = withNumericBounds(node);
  // A header or a field of the API may have the name `nullable`.
  if (typeof nullable !== "boolean")
    return nullable === undefined ? schema : { ...schema, nullable };
  if (!nullable) return schema;
  if (schema["type"] !== undefined)
    return { ...schema, type: [schema["type"], "null"].flat() };
  const isCombined = ["allOf", "oneOf", "anyOf"].some((name) => name in schema);
  return isCombined ? { anyOf: [schema, { type: "null" }] } : schema;
}

/** Converts the bounds of numbers: `exclusiveMinimum` is a boolean in 3.0, and a number in 3.1. */
export function withNumericBounds(node: Node): Node {
  const result = { ...node };
  for (const [flag, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof result[flag] !== "boolean") continue;
    const isExclusive = result[flag] && result[bound] !== undefined;
    if (isExclusive) result[flag] = result[bound];
    delete result[isExclusive ? bound : flag];
  }
  return result;
}

/** Returns true when a schema allows only null. */
export const isNull = (schema: unknown): boolean =>
  isNode(schema) &&
  (schema["type"] === "null" ||
    schema["const"] === null ||
    ("enum" in schema &&
      [schema["enum"]].flat().every((each) => each === null)));
