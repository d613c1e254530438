import { resolve, type Contract, type Schema } from "./contract.ts";
import { childOf, isNode, type Node } from "./node.ts";
import { namesIn } from "./pointer.ts";
import { differentSample } from "./sample-elements.ts";
import { matchingTexts, numberSample, textSample } from "./sample-scalars.ts";
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
    depth: 0,
    word,
    isPart: false,
    required: [],
    isResponse,
  });

function sampleAt(contract: Contract, node: Schema, outer: Place): unknown {
  const schema = valueSchema(contract, node);
  const conditions = conditionsOf(schema, outer.required);
  if (conditions.length === 0) return plainSample(contract, node, outer);
  const required = conditions.flatMap((each) => requiredOf(contract, each));
  const place = { ...outer, required: [...outer.required, ...required] };
  const sample = plainSample(contract, node, place);
  if (!isNode(sample)) return sample;
  const names = [...place.required, ...Object.keys(sample)];
  const inner = { ...place, isPart: true, required: names };
  const parts = conditions.map((each) => plainSample(contract, each, inner));
  return Object.assign(sample, ...parts.filter(isNode));
}

/** Returns the schemas of an `if` and its `then`, and those that depend on a required field. */
function conditionsOf(
  { if: condition, then, required = [], dependentSchemas = {} }: Schema,
  alsoRequired: string[],
): Schema[] {
  const names = new Set([...required, ...alsoRequired]);
  const dependent = Object.entries(dependentSchemas)
    .filter(([name]) => names.has(name))
    .map(([, schema]) => schema);
  return condition && then ? [condition, then, ...dependent] : dependent;
}

/** Returns a sample without the condition of an `if`. */
function plainSample(contract: Contract, node: Schema, place: Place): unknown {
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
  const plain = withoutBranches(contract, schema);
  if (plain) return plainSample(contract, plain, inner);
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
  if (types.includes("object") || isOfObjects(schema))
    return objectSample(contract, schema, place);
  if (types.includes("array")) return listSample(contract, schema, inner);
  if (types.includes("integer") || types.includes("number"))
    return numberSample(schema);
  if (types.includes("boolean")) return true;
  return textSample(schema, place.word);
}

/** Returns true for a schema without a type whose keywords are those of objects. */
const isOfObjects = ({
  type,
  properties,
  required,
  dependentRequired,
  patternProperties,
}: Schema): boolean =>
  type === undefined &&
  (properties ?? required ?? dependentRequired ?? patternProperties) !==
    undefined;

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

/**
 * Returns one schema for a value that is no object and has branches: with the keywords of the branch
 * or of all in `allOf`.
 */
function withoutBranches(
  contract: Contract,
  { allOf, oneOf, anyOf, ...own }: Schema,
): Schema | undefined {
  const choice = (oneOf ?? anyOf)?.find(({ type }) => type !== "null");
  const all = [...(allOf ?? []), ...(choice ? [choice] : [])].map((each) =>
    valueSchema(contract, each),
  );
  if (all.length === 0 || [own, ...all].some(mayBeObject)) return undefined;
  return mergedKeywords([own, ...all]);
}

/** Returns true for a schema of an object, or one that its own branches describe. */
const mayBeObject = (schema: Schema): boolean =>
  [schema.type].flat().includes("object") ||
  ["properties", "required", "discriminator", "allOf", "oneOf", "anyOf"].some(
    (keyword) => keyword in schema,
  );

/** Keyword → the function that returns the tighter one of two bounds. */
const tighter: Record<string, (...bounds: number[]) => number> = {
  minimum: Math.max,
  exclusiveMinimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  maximum: Math.min,
  exclusiveMaximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
};

function mergedKeywords(schemas: (Schema & Node)[]): Schema {
  const merged: Schema & Node = Object.assign({}, ...schemas);
  for (const [keyword, tightest] of Object.entries(tighter)) {
    const bounds = schemas
      .map((each) => each[keyword])
      .filter((bound) => typeof bound === "number");
    if (bounds.length > 0) merged[keyword] = tightest(...bounds);
  }
  return merged;
}

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
  schema: Schema,
  place: Place,
): unknown[] {
  const { minItems = 0, maxItems = Infinity, prefixItems = [], items } = schema;
  const { contains, minContains = 1, uniqueItems } = schema;
  const isShown = place.isResponse && place.depth <= maxOptionalDepth;
  const shown = prefixItems.length || (items ? 1 : 0);
  const count = contains ? minContains : 0;
  const length = Math.max(
    minItems,
    count,
    isShown ? Math.min(shown, maxItems) : 0,
  );
  const elements: unknown[] = [];
  for (let index = 0; index < length; index++) {
    const isCounted = contains && index >= length - count;
    const element = isCounted
      ? { allOf: [items || {}, contains] }
      : (prefixItems[index] ?? (items || {}));
    const sample = sampleAt(contract, element, place);
    elements.push(
      uniqueItems
        ? differentSample(elements, sample, valueSchema(contract, element))
        : sample,
    );
  }
  return elements;
}

/** Returns an object with its required fields, and with as many as it must have. */
function objectSample(contract: Contract, schema: Schema, place: Place): Node {
  const { properties = {}, minProperties = 0, maxProperties } = schema;
  const { isResponse } = place;
  const inner = {
    ...place,
    depth: place.depth + 1,
    isPart: false,
    required: [],
  };
  const allowed = Object.entries(properties).filter(
    ([, field]) =>
      place.depth < maxDepth &&
      !valueSchema(contract, field)[isResponse ? "writeOnly" : "readOnly"],
  );
  const needed = neededNames(schema, place);
  const optional = allowed
    .map(([name]) => name)
    .filter((name) => !needed.has(name));
  const isShown = isResponse && place.depth <= maxOptionalDepth;
  const least = place.isPart ? 0 : minProperties - needed.size;
  const most = (maxProperties ?? Infinity) - needed.size;
  const count = isShown ? Math.min(optional.length, most) : least;
  for (const name of optional.slice(0, Math.max(0, count))) needed.add(name);
  const fields = allowed.filter(([name]) => needed.has(name));
  if (!place.isPart && place.depth < maxDepth)
    fields.push(
      ...otherFields(contract, schema, minProperties - fields.length),
    );
  return Object.fromEntries(
    fields.map(([name, field]) => [name, sampleAt(contract, field, inner)]),
  );
}

/** Returns the names of the fields that an object needs. */
function neededNames(
  { required = [], dependentRequired = {} }: Schema,
  place: Place,
): Set<string> {
  const names = new Set([...required, ...place.required]);
  // A set also visits what is added on the way.
  for (const name of names)
    for (const other of (childOf(dependentRequired, name) as string[]) ?? [])
      names.add(other);
  return names;
}

/**
 * Returns the fields of an object that are not among its properties: those that it requires, and as
 * many as it must have.
 */
function otherFields(
  contract: Contract,
  schema: Schema,
  missing: number,
): [name: string, field: Schema][] {
  const {
    properties = {},
    required = [],
    propertyNames,
    patternProperties,
  } = schema;
  const { additionalProperties: others, allOf, anyOf, oneOf } = schema;
  const [[pattern, byPattern] = []] = Object.entries(patternProperties ?? {});
  if (others === false && pattern === undefined) return [];
  const field = byPattern ?? (typeof others === "object" ? others : {});
  const isAlone = (allOf ?? anyOf ?? oneOf) === undefined;
  const names = required.filter(
    (name) => isAlone && !Object.hasOwn(properties, name),
  );
  const nameSchema = {
    ...valueSchema(contract, propertyNames ?? {}),
    ...(pattern !== undefined && { pattern }),
  };
  const matching = nameSchema.pattern ? matchingTexts(nameSchema) : [];
  for (let count = 1; names.length < missing; count++)
    names.push(
      matching[count - 1] ?? textSample(nameSchema, `example${count}`),
    );
  return names.map((name) => [name, field]);
}
