import type { Bound, Contract, Schema } from "../model/contract.ts";
import { isNode } from "../model/node.ts";
import { maxElements, maxTextLength } from "../model/sample/place.ts";
import { sampleOf } from "../model/sample/value.ts";
import { valueSchema } from "../model/value-schema.ts";

/**
 * Returns values at the edges of a schema: just allowed, or just not allowed. A validator has to
 * decide which.
 */
export function edgeValues(contract: Contract, node: Schema): unknown[] {
  const schema = valueSchema(contract, node);
  const { minLength, maxLength, minimum, maximum, maxItems } = schema;
  const edges: unknown[] = [];
  const isText = [schema.type].flat().includes("string");
  const valueOfOtherType = isText ? 12 : "text";
  edges.push(valueOfOtherType);
  for (const value of schema.enum ?? []) edges.push(value);
  if (schema.enum) edges.push(`${schema.enum[0]}x`);
  if (minLength !== undefined && minLength > 0 && minLength < maxTextLength)
    edges.push("x".repeat(minLength), "x".repeat(minLength - 1));
  if (maxLength !== undefined && maxLength < maxTextLength)
    edges.push("x".repeat(maxLength), "x".repeat(maxLength + 1));
  if (minimum !== undefined) edges.push(minimum, sumOf(minimum, -1));
  if (maximum !== undefined) edges.push(maximum, sumOf(maximum, 1));
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  if (above !== undefined) edges.push(above, sumOf(above, 1));
  if (below !== undefined) edges.push(below, sumOf(below, -1));
  if (maxItems !== undefined && maxItems < maxElements)
    edges.push(
      Array.from({ length: maxItems + 1 }, () =>
        sampleOf(contract, schema.items ?? {}, { word: "conformance" }),
      ),
    );
  if (schema.format !== undefined && isText) edges.push(`no ${schema.format}`);
  return edges;
}

const sumOf = (bound: Bound, step: number): Bound =>
  typeof bound === "bigint" ? bound + BigInt(step) : bound + step;

/** Returns bodies that differ from a valid body in one field: missing, or with an edge value. */
export function edgeBodies(
  contract: Contract,
  node: Schema,
  validBody: unknown,
): unknown[] {
  const schema = valueSchema(contract, node);
  if (!isNode(validBody)) return edgeValues(contract, schema);
  const { properties = {}, required = [], allOf = [] } = schema;
  const bodies: unknown[] = required.map((name) => {
    const { [name]: _, ...otherFields } = validBody;
    return otherFields;
  });
  for (const [name, field] of Object.entries(properties)) {
    if (valueSchema(contract, field).readOnly) continue;
    for (const value of edgeValues(contract, field))
      bodies.push({ ...validBody, [name]: value });
  }
  for (const part of allOf)
    bodies.push(...edgeBodies(contract, part, validBody));
  return bodies;
}
