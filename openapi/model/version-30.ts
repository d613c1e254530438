import { isNode, mapNodes, type Node } from "./node.ts";

/** Whether a document is written in OpenAPI 3.0. */
export const is30 = (version: unknown): boolean =>
  /^3\.0\./.test(String(version));

/** Writes the schemas of a contract in 3.0 in the words of 3.1, for libraries that read one dialect. */
export function inWordsOf31<T extends object>(contract: T): T {
  const { openapi } = contract as { openapi?: unknown };
  if (!is30(openapi)) return contract;
  return { ...mapNodes(contract, schemaOf31), openapi: "3.1.1" };
}

function schemaOf31(node: Node): Node {
  const { nullable, ...schema } = withNumericBounds(node);
  // A parameter or a property may have this name.
  if (typeof nullable !== "boolean")
    return nullable === undefined ? schema : { ...schema, nullable };
  if (!nullable) return schema;
  if (schema["type"] !== undefined)
    return { ...schema, type: [schema["type"], "null"].flat() };
  const isCombined = ["allOf", "oneOf", "anyOf"].some((name) => name in schema);
  return isCombined ? { anyOf: [schema, { type: "null" }] } : schema;
}

/** 3.0 has a flag where 3.1 has a number. */
function withNumericBounds(node: Node): Node {
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

/** Whether a schema allows nothing but null. */
export const isNull = (schema: unknown): boolean =>
  isNode(schema) &&
  (schema["type"] === "null" ||
    schema["const"] === null ||
    ("enum" in schema &&
      [schema["enum"]].flat().every((each) => each === null)));
