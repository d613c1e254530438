import { resolve, type Contract, type Schema } from "./contract.ts";
import { isNode, type Node } from "./node.ts";
import { namesIn } from "./pointer.ts";
import { numberSample, textSample } from "./sample-scalars.ts";
import { withNumericBounds } from "./version-30.ts";

/** Follows the reference of a schema. Its bounds are in the words of OpenAPI 3.1. */
export const valueSchema = (contract: Contract, schema: Schema): Schema =>
  withNumericBounds({ ...resolve<Schema>(contract, schema) });

/** Objects nested deeper than this are empty: a schema may contain itself. */
const maxDepth = 6;

/** The place of a value in a sample. */
interface Place {
  /** The number of objects, lists and branches around the value. */
  depth: number;
  /** The text where a schema allows any. */
  word: string;
  /** True for a branch of an `allOf`, which has no subtype of its own. */
  isPart: boolean;
  /** The fields that a schema around a branch requires. */
  required: string[];
  /** True for a value that the server sends. */
  isResponse: boolean;
}

/** The greatest depth at which a sample of a response has fields that are not required. */
const maxOptionalDepth = 2;

/**
 * Returns a value that a schema allows: its example, or the smallest value that its keywords allow.
 * A value of a response has the optional fields too.
 */
export const sampleOf = (
  contract: Contract,
  schema: Schema,
  {
    word = "example",
    isResponse = false,
  }: { word?: string; isResponse?: boolean } = {},
): unknown =>
  sampleAt(contract, schema, {
    ...{ depth: 0, word, isPart: false, required: [], isResponse },
  });

function sampleAt(contract: Contract, node: Schema, place: Place): unknown {
  const { depth, isPart } = place;
  const schema = valueSchema(contract, node);
  const { allOf, oneOf, anyOf, discriminator } = schema;
  const types = [schema.type].flat();
  const inner = { ...place, depth: depth + 1, isPart: false, required: [] };
  const known = knownValue(schema);
  if (known !== undefined) return known;
  if (schema.const === null || types.join() === "null") return null;
  const subtype = isPart ? undefined : subtypeOf(schema);
  if (subtype && depth <= maxDepth) return sampleAt(contract, subtype, inner);
  if (allOf) {
    const combined = combinedSample(contract, schema, allOf, {
      ...place,
      isPart: true,
    });
    return isPart ? combined : withOwnName(contract, node, allOf, combined);
  }
  const choice = (oneOf ?? anyOf)?.find(({ type }) => type !== "null");
  if (choice && depth > 2 * maxDepth) return {};
  if (choice) {
    const combined = combinedSample(contract, schema, [choice], inner);
    return named(contract, combined, choice, discriminator);
  }
  if (types.includes("object") || schema.properties)
    return objectSample(contract, schema, place);
  if (types.includes("array")) return listSample(contract, schema, inner);
  if (types.includes("integer") || types.includes("number"))
    return numberSample(schema);
  if (types.includes("boolean")) return true;
  return textSample(schema, place.word);
}

/** Returns a value that a schema names: its example, its constant, its default or a listed value. */
const knownValue = (schema: Schema): unknown =>
  [
    schema.example,
    schema.examples?.[0],
    schema.const,
    schema.default,
    ...(schema.enum ?? []),
    schema["x-extensible-enum"]?.[0],
  ].find((value) => value !== undefined && value !== null);

/** Merges the samples of the schemas in `allOf`, or of a branch, with the object's own fields. */
function combinedSample(
  contract: Contract,
  schema: Schema,
  parts: Schema[],
  outer: Place,
): unknown {
  const required = [
    ...outer.required,
    ...requiredOf(contract, schema),
    ...parts.flatMap((part) => requiredOf(contract, part)),
  ];
  const place = { ...outer, required };
  const samples = parts.map((each) => sampleAt(contract, each, place));
  const own = schema.properties ? objectSample(contract, schema, place) : {};
  return samples.every(isNode)
    ? Object.assign({}, ...samples, own)
    : samples[0];
}

/** Returns the fields that a schema and the branches of its `allOf` require. */
function requiredOf(contract: Contract, node: Schema, depth = 0): string[] {
  const { required = [], allOf = [] } = valueSchema(contract, node);
  if (depth > maxDepth) return required;
  const ofParts = allOf.flatMap((part) =>
    requiredOf(contract, part, depth + 1),
  );
  return [...required, ...ofParts];
}

/** Returns the first schema that a discriminator names, when there are no branches. */
function subtypeOf({
  discriminator,
  oneOf,
  anyOf,
}: Schema): Schema | undefined {
  const [$ref] = Object.values(discriminator?.mapping ?? {});
  return $ref === undefined || oneOf || anyOf ? undefined : { $ref };
}

/** Sets the field that names a subtype, as the schema that the subtype extends says. */
function withOwnName(
  contract: Contract,
  node: Schema,
  parts: Schema[],
  sample: unknown,
): unknown {
  const bases = parts.map((part) => valueSchema(contract, part));
  const base = bases.find(({ discriminator }) => discriminator !== undefined);
  return base ? named(contract, sample, node, base.discriminator) : sample;
}

/** Sets the field of a discriminator, unless the branch itself says its value. */
function named(
  contract: Contract,
  sample: unknown,
  { $ref }: Schema,
  discriminator: Schema["discriminator"],
): unknown {
  if (!discriminator || $ref === undefined || !isNode(sample)) return sample;
  const { propertyName, mapping = {} } = discriminator;
  const branch = valueSchema(contract, { $ref });
  const field = branch.properties?.[propertyName];
  if (field && knownValue(valueSchema(contract, field)) !== undefined)
    return sample;
  const [value] =
    Object.entries(mapping).find(([, target]) => target === $ref) ?? [];
  return { ...sample, [propertyName]: value ?? namesIn($ref).at(-1) };
}

/** Returns a list with as few elements as it may have, or with one that a reader can see. */
function listSample(
  contract: Contract,
  { minItems = 0, maxItems = Infinity, prefixItems = [], items }: Schema,
  place: Place,
): unknown[] {
  const isShown = place.isResponse && place.depth <= maxOptionalDepth;
  const shown = prefixItems.length || (items ? 1 : 0);
  const length = Math.max(minItems, isShown ? Math.min(shown, maxItems) : 0);
  return Array.from({ length }, (_, index) =>
    sampleAt(contract, prefixItems[index] ?? (items || {}), place),
  );
}

/** Returns an object with its required fields, and with as many as it must have. */
function objectSample(contract: Contract, schema: Schema, place: Place): Node {
  const { properties = {}, required = [], minProperties = 0 } = schema;
  const { isResponse } = place;
  const names = new Set([...required, ...place.required]);
  const inner = {
    ...place,
    depth: place.depth + 1,
    isPart: false,
    required: [],
  };
  const fields = Object.entries(properties).filter(
    ([name, field]) =>
      place.depth < maxDepth &&
      (names.has(name) || (isResponse && place.depth <= maxOptionalDepth)) &&
      !valueSchema(contract, field)[isResponse ? "writeOnly" : "readOnly"],
  );
  const others = schema.additionalProperties;
  const missing = others === false ? 0 : minProperties - fields.length;
  for (let count = 1; count <= missing && place.depth < maxDepth; count++)
    fields.push([`example${count}`, typeof others === "object" ? others : {}]);
  return Object.fromEntries(
    fields.map(([name, field]) => [name, sampleAt(contract, field, inner)]),
  );
}
