import { append } from "../collections.ts";
import type { Contract, Schema } from "../contract.ts";
import { valueSchema } from "../value-schema.ts";
import {
  maxDepth,
  maxElements,
  maxOptionalDepth,
  mayBeEndless,
  type Place,
} from "./place.ts";
import { neededNames } from "./required.ts";
import { matchingTexts, textSample } from "./scalars.ts";

/** A field of an object: its name and its schema. */
type Field = [name: string, schema: Schema];

/** Returns the required fields of an object, and as many others as it must have or as a reader can see. */
export function fieldsToShow(
  contract: Contract,
  schema: Schema,
  place: Place,
): Field[] {
  if (mayBeEndless(schema, place)) return [];
  const { properties = {}, minProperties = 0, maxProperties } = schema;
  const readOrWriteOnly = place.isResponse ? "writeOnly" : "readOnly";
  const allowed = Object.entries(properties).filter(
    ([, field]) => !valueSchema(contract, field)[readOrWriteOnly],
  );
  const needed = neededNames(schema, place);
  const optional = allowed
    .map(([name]) => name)
    .filter((name) => !needed.has(name));
  const isShown = place.isResponse && place.depth <= maxOptionalDepth;
  const least = place.isPart ? 0 : minProperties - needed.size;
  const most = (maxProperties ?? Infinity) - needed.size;
  const count = isShown ? Math.min(optional.length, most) : least;
  for (const name of optional.slice(0, Math.max(0, count))) needed.add(name);
  const fields = allowed.filter(([name]) => needed.has(name));
  if (place.isPart) return fields;
  const missing = Math.min(minProperties, maxElements) - fields.length;
  return [...fields, ...otherFields(contract, schema, missing)];
}

/** Returns the fields that several parts of an object describe, each with one schema of its values. */
export function sharedFields(contract: Contract, parts: Schema[]): Field[] {
  const found = new Map<string, Schema[]>();
  for (const part of parts)
    for (const [name, field] of Object.entries(propertiesOf(contract, part)))
      append(found, name, field);
  return [...found]
    .filter(([, all]) => all.length > 1)
    .map(([name, all]) => [name, commonSchema(contract, all)]);
}

/** Returns the properties of a part and of the parts of its `allOf`. */
function propertiesOf(
  contract: Contract,
  part: Schema,
  depth = 0,
): Record<string, Schema> {
  const { properties = {}, allOf = [] } = valueSchema(contract, part);
  if (depth > maxDepth) return properties;
  const inner = allOf.map((each) => propertiesOf(contract, each, depth + 1));
  return Object.assign({}, ...inner, properties);
}

/** Returns the schema with the fewest values, where some list theirs, or all of them together. */
function commonSchema(contract: Contract, all: Schema[]): Schema {
  const count = (node: Schema) => {
    const schema = valueSchema(contract, node);
    return schema.const === undefined ? (schema.enum?.length ?? Infinity) : 1;
  };
  const [fewest] = all.toSorted((one, other) => count(one) - count(other));
  return fewest && count(fewest) < Infinity ? fewest : { allOf: all };
}

/** Returns true for a schema without a type that has keywords of objects. */
export const isOfObjects = ({
  type,
  properties,
  required,
  dependentRequired,
  patternProperties,
}: Schema): boolean =>
  type === undefined &&
  (properties ?? required ?? dependentRequired ?? patternProperties) !==
    undefined;

/**
 * Returns the fields of an object that are not among its properties: those that it requires, and as
 * many as it must have.
 */
function otherFields(
  contract: Contract,
  schema: Schema,
  missing: number,
): Field[] {
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
