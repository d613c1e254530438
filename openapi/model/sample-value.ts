import { resolve, type Contract, type Schema } from "./contract.ts";
import { childOf } from "./node.ts";

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

/** The place of a value in a sample. */
interface Place {
  /** The number of objects, lists and branches around the value. */
  depth?: number;
  /** The text where a schema allows any. */
  word?: string;
}

/**
 * Returns a value that a schema allows: its example, or the smallest value that its keywords allow.
 */
export function sampleOf(
  contract: Contract,
  node: Schema,
  { depth = 0, word = "example" }: Place = {},
): unknown {
  const schema = valueSchema(contract, node);
  const { examples = [], allOf, oneOf, anyOf } = schema;
  const inside = { depth: depth + 1, word };
  const known = [
    schema.example,
    examples[0],
    schema.const,
    schema.default,
    schema.enum?.[0],
    schema["x-extensible-enum"]?.[0],
  ].find((value) => value !== undefined && value !== null);
  if (known !== undefined) return known;
  if (allOf) return combinedSample(contract, schema, allOf, { depth, word });
  const choice = (oneOf ?? anyOf)?.find(({ type }) => type !== "null");
  if (choice && depth > 2 * maxDepth) return {};
  if (choice) return combinedSample(contract, schema, [choice], inside);
  const types = [schema.type].flat();
  if (types.includes("object") || schema.properties)
    return objectSample(contract, schema, { depth, word });
  if (types.includes("array"))
    return Array.from({ length: schema.minItems ?? 0 }, () =>
      sampleOf(contract, schema.items ?? {}, inside),
    );
  if (types.includes("integer") || types.includes("number"))
    return schema.minimum ?? Math.min(1, schema.maximum ?? 1);
  if (types.includes("boolean")) return true;
  return textSample(schema, word);
}

/** Merges the samples of the schemas in `allOf`, or of a branch, with the object's own fields. */
function combinedSample(
  contract: Contract,
  schema: Schema,
  parts: Schema[],
  place: Required<Place>,
): unknown {
  const samples = parts.map((each) => sampleOf(contract, each, place));
  const own = schema.properties ? objectSample(contract, schema, place) : {};
  return samples.every((sample) => isObject(sample))
    ? Object.assign({}, ...samples, own)
    : samples[0];
}

const isObject = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns an object with its required fields. */
function objectSample(
  contract: Contract,
  schema: Schema,
  { depth, word }: Required<Place>,
): object {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).filter(
    ([name, field]) =>
      depth < maxDepth &&
      required.includes(name) &&
      !valueSchema(contract, field).readOnly,
  );
  return Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      sampleOf(contract, field, { depth: depth + 1, word }),
    ]),
  );
}

/** Format → a text that has it. */
const textsByFormat: Record<string, string> = {
  date: "2026-01-15",
  "date-time": "2026-01-15T12:00:00Z",
  time: "12:00:00Z",
  uuid: "7f1d6a52-2c9b-4f0e-9c55-3f6a0f1b2c3d",
  ipv4: "192.0.2.1",
  hostname: "example.com",
};

function textSample(
  { format = "", minLength = 1, maxLength = 11 }: Schema,
  word: string,
): string {
  const texts = {
    ...textsByFormat,
    email: `${word}@example.com`,
    uri: `https://example.com/${word}`,
    url: `https://example.com/${word}`,
  };
  const text = childOf(texts, format) ?? word.slice(0, maxLength);
  return String(text).padEnd(minLength, "x");
}
