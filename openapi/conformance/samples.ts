import { resolve, type Contract, type Schema } from "../model/contract.ts";

/** A schema with the keywords that the typed model does not have. */
interface ValueSchema extends Schema {
  example?: unknown;
  examples?: unknown[];
  readOnly?: boolean;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}

/** Follows the reference of a schema. */
export const valueSchema = (contract: Contract, schema: Schema): ValueSchema =>
  resolve<ValueSchema>(contract, schema);

/** Objects nested deeper than this are empty: a schema may contain itself. */
const maxDepth = 6;

/**
 * Returns a value that a schema allows: its example, or the smallest value that its keywords allow.
 */
export function sampleOf(contract: Contract, node: Schema, depth = 0): unknown {
  const schema = valueSchema(contract, node);
  const { examples = [], allOf, oneOf, anyOf } = schema;
  const known = [
    schema.example,
    examples[0],
    schema.const,
    schema.default,
    schema.enum?.[0],
    schema["x-extensible-enum"]?.[0],
  ].find((value) => value !== undefined && value !== null);
  if (known !== undefined) return known;
  if (allOf) return combinedSample(contract, schema, allOf, depth);
  const [choice] = oneOf ?? anyOf ?? [];
  if (choice) return sampleOf(contract, choice, depth);
  const types = [schema.type].flat();
  if (types.includes("object") || schema.properties)
    return objectSample(contract, schema, depth);
  if (types.includes("array"))
    return Array.from({ length: schema.minItems ?? 0 }, () =>
      sampleOf(contract, schema.items ?? {}, depth + 1),
    );
  if (types.includes("integer") || types.includes("number"))
    return schema.minimum ?? Math.min(1, schema.maximum ?? 1);
  if (types.includes("boolean")) return true;
  return textSample(schema);
}

/** Merges the samples of the schemas in `allOf`. */
function combinedSample(
  contract: Contract,
  schema: Schema,
  allOf: Schema[],
  depth: number,
): unknown {
  const parts = allOf.map((each) => sampleOf(contract, each, depth));
  const own = schema.properties ? objectSample(contract, schema, depth) : {};
  return parts.every((part) => typeof part === "object")
    ? Object.assign({}, ...parts, own)
    : parts[0];
}

/** Returns an object with its required fields. */
function objectSample(
  contract: Contract,
  schema: Schema,
  depth: number,
): object {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).filter(
    ([name, field]) =>
      depth < maxDepth &&
      required.includes(name) &&
      !valueSchema(contract, field).readOnly,
  );
  return Object.fromEntries(
    fields.map(([name, field]) => [name, sampleOf(contract, field, depth + 1)]),
  );
}

/** Format → a text that has it. */
const textsByFormat: Record<string, string> = {
  date: "2026-01-15",
  "date-time": "2026-01-15T12:00:00Z",
  time: "12:00:00Z",
  email: "conformance@example.com",
  uri: "https://example.com/conformance",
  url: "https://example.com/conformance",
  uuid: "7f1d6a52-2c9b-4f0e-9c55-3f6a0f1b2c3d",
  ipv4: "192.0.2.1",
  hostname: "example.com",
};

function textSample({ format = "", minLength = 1, maxLength = 11 }: Schema) {
  const text = textsByFormat[format] ?? "conformance".slice(0, maxLength);
  return text.padEnd(minLength, "x");
}
