import { resolve, type Contract, type Schema } from "../model/contract.ts";

/** The keywords of a schema that say which value to send. */
interface Described extends Schema {
  example?: unknown;
  examples?: unknown[];
  readOnly?: boolean;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}

const describedIn = (contract: Contract, node: Schema): Described =>
  resolve<Described>(contract, node);

/** A value that a schema describes: its example, or the smallest that its keywords suggest. */
export function sampleOf(contract: Contract, node: Schema, depth = 0): unknown {
  const schema = describedIn(contract, node);
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
  if (allOf) return partsOf(contract, schema, allOf, depth);
  const [choice] = oneOf ?? anyOf ?? [];
  if (choice) return sampleOf(contract, choice, depth);
  const types = [schema.type].flat();
  if (types.includes("object") || schema.properties)
    return objectOf(contract, schema, depth);
  if (types.includes("array"))
    return Array.from({ length: schema.minItems ?? 0 }, () =>
      sampleOf(contract, schema.items ?? {}, depth + 1),
    );
  if (types.includes("integer") || types.includes("number"))
    return schema.minimum ?? Math.min(1, schema.maximum ?? 1);
  if (types.includes("boolean")) return true;
  return textOf(schema);
}

function partsOf(
  contract: Contract,
  schema: Schema,
  allOf: Schema[],
  depth: number,
): unknown {
  const parts = allOf.map((each) => sampleOf(contract, each, depth));
  const own = schema.properties ? objectOf(contract, schema, depth) : {};
  return parts.every((part) => typeof part === "object")
    ? Object.assign({}, ...parts, own)
    : parts[0];
}

/** The required fields of an object. */
function objectOf(contract: Contract, schema: Schema, depth: number): object {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).filter(
    ([name, field]) =>
      depth < 6 &&
      required.includes(name) &&
      !describedIn(contract, field).readOnly,
  );
  return Object.fromEntries(
    fields.map(([name, field]) => [name, sampleOf(contract, field, depth + 1)]),
  );
}

const formats: Record<string, string> = {
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

function textOf({ format = "", minLength = 1, maxLength = 11 }: Schema) {
  const text = formats[format] ?? "conformance".slice(0, maxLength);
  return text.padEnd(minLength, "x");
}

/** Longer texts and lists than these are not sent. */
const longest = { text: 100_000, list: 1000 };

/** Values about the edges of a schema: some just allowed, some just not. A validator says which is which. */
export function edgesOf(contract: Contract, node: Schema): unknown[] {
  const schema = describedIn(contract, node);
  const { minLength, maxLength, minimum, maximum, maxItems } = schema;
  const edges: unknown[] = [];
  const ofOtherType = [schema.type].flat().includes("string") ? 12 : "text";
  edges.push(ofOtherType);
  for (const value of schema.enum ?? []) edges.push(value);
  if (schema.enum) edges.push(`${schema.enum[0]}x`);
  if (minLength !== undefined && minLength > 0)
    edges.push("x".repeat(minLength), "x".repeat(minLength - 1));
  if (maxLength !== undefined && maxLength < longest.text)
    edges.push("x".repeat(maxLength), "x".repeat(maxLength + 1));
  if (minimum !== undefined) edges.push(minimum, minimum - 1);
  if (maximum !== undefined) edges.push(maximum, maximum + 1);
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  if (above !== undefined) edges.push(above, above + 1);
  if (below !== undefined) edges.push(below, below - 1);
  if (maxItems !== undefined && maxItems < longest.list)
    edges.push(
      Array.from({ length: maxItems + 1 }, () =>
        sampleOf(contract, schema.items ?? {}),
      ),
    );
  if (schema.format !== undefined && ofOtherType === 12)
    edges.push(`no ${schema.format}`);
  return edges;
}

/** Bodies that differ from a good one in one field. */
export function bodyEdges(
  contract: Contract,
  node: Schema,
  good: unknown,
): unknown[] {
  const schema = describedIn(contract, node);
  if (typeof good !== "object" || good === null || Array.isArray(good))
    return edgesOf(contract, schema);
  const { properties = {}, required = [], allOf = [] } = schema;
  const without = required.map((name) => {
    const { [name]: _, ...others } = good as Record<string, unknown>;
    return others;
  });
  const changed = Object.entries(properties)
    .filter(([, field]) => !describedIn(contract, field).readOnly)
    .flatMap(([name, field]) =>
      edgesOf(contract, field).map((value) => ({ ...good, [name]: value })),
    );
  const ofParts = allOf.flatMap((part) => bodyEdges(contract, part, good));
  return [...without, ...changed, ...ofParts];
}
