import { flattened } from "../generate/intersection.ts";
import { hasTypes } from "../generate/schema-for-types.ts";
import type { Follow, Schema } from "../model/contract.ts";
import { jsonOf } from "../model/json.ts";
import { isNode } from "../model/node.ts";
import { namesIn } from "../model/pointer.ts";

// The parts of a schema that the docs show: its type in words, its fields, its elements and its branches.

/** Returns the name of a schema from its reference. */
export const nameIn = (reference: string) => String(namesIn(reference).at(-1));

/**
 * Merges a schema with its references and branches to one object. The outer description wins.
 * @param within the references of the schemas that it is a part of
 */
export function flatten(
  schema: Schema,
  follow: Follow,
  within: string[] = [],
): Schema {
  const inside = schema.$ref === undefined ? within : [...within, schema.$ref];
  const repeated = within.find((each) => each === schema.$ref);
  if (repeated !== undefined) return { type: [nameIn(repeated)] };
  const { own, branches } = withBranches(flattened({ ...schema }, follow));
  const others = branches.filter(({ type }) => type !== "null");
  const [only] = others;
  const flat = { properties: {}, required: [], ...own };
  if (!only) return flat;
  const isNullable = others.length < branches.length;
  if (others.length === 1) {
    const { type = [], ...rest } = flatten(only, follow, inside);
    const types = isNullable ? [type, "null"].flat() : type;
    return {
      ...rest,
      ...own,
      ...(types.length > 0 && { type: types }),
      properties: { ...rest.properties, ...own.properties },
      required: [...(rest.required ?? []), ...(own.required ?? [])],
    };
  }
  const types = others.map((each) =>
    typeOf(flatten(each, follow, inside), follow, inside),
  );
  return {
    ...flat,
    type: own.type ?? [...new Set([...types, ...(isNullable ? ["null"] : [])])],
  };
}

/** The parts of a schema with choices. */
interface WithBranches {
  /** The keywords beside the branches that are shown. Other choices stay among them. */
  own: Schema;
  branches: Schema[];
  title: string;
}

/**
 * Finds the branches that are shown as types: the branches of `oneOf`, or else of `anyOf`. Branches
 * without a type, such as one of two required fields, are rules.
 */
function withBranches(schema: Schema): WithBranches {
  const { oneOf, ...besideOneOf } = schema;
  if (oneOf && hasTypes(oneOf))
    return { own: besideOneOf, branches: oneOf, title: "One of these" };
  const { anyOf, ...besideAnyOf } = schema;
  if (anyOf && hasTypes(anyOf))
    return {
      own: besideAnyOf,
      branches: anyOf,
      title: "At least one of these",
    };
  return { own: schema, branches: [], title: "" };
}

/** Returns the references whose fields are shown as fields of the schema itself. */
export function referencesOf(schema: Schema): string[] {
  const { $ref, items, allOf = [], anyOf = [], oneOf = [] } = schema;
  const branches = [...anyOf, ...oneOf].filter(({ type }) => type !== "null");
  const only = branches.length === 1 ? branches : [];
  const element = items || valueOfMap(schema);
  return [
    $ref ?? [],
    [element ?? [], allOf, only].flat().flatMap(referencesOf),
  ].flat();
}

/** The schemas of which a value has to fit one, or some. */
interface Branches {
  /** The words before the list. */
  title: string;
  schemas: Schema[];
  /** The field whose value names the branch, and its value for each branch. */
  discriminator: Schema["discriminator"];
}

/** Returns the branches of a schema when it has several beside `null`. */
export function branchesOf(schema: Schema, follow: Follow): Branches {
  const { own, branches, title } = withBranches(
    flattened({ ...schema }, follow),
  );
  const schemas = branches.filter(({ type }) => type !== "null");
  const [only] = schemas;
  if (only && schemas.length === 1 && only.$ref !== schema.$ref)
    return branchesOf(only, follow);
  return { title, schemas, discriminator: own.discriminator };
}

/** A schema inside of another one, with its name there. */
interface Member {
  name: string;
  schema: Schema;
  isRequired: boolean;
}

/**
 * Returns the fields of an object: fields with a name, fields whose names match a pattern, and all
 * other fields. Returns the elements of a tuple.
 */
export function membersOf(flat: Schema): Member[] {
  const { properties = {}, required = [], prefixItems = [], items } = flat;
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
  }));
  const patterns = Object.entries(flat.patternProperties ?? {});
  const matching = patterns.map(([pattern, schema]) => ({
    name: `names that match ${pattern}`,
    schema,
    isRequired: false,
  }));
  const elements = prefixItems.map((schema, index) => ({
    name: `[${index}]`,
    schema,
    isRequired: index < (flat.minItems ?? 0),
  }));
  const hasNames = fields.length + matching.length > 0;
  const others = isNode(flat.additionalProperties)
    ? flat.additionalProperties
    : undefined;
  return [
    ...fields,
    ...matching,
    ...(hasNames && others ? [open("all other names", others)] : []),
    ...elements,
    ...(elements.length > 0 && items ? [open("[…]", items)] : []),
  ];
}

const open = (name: string, schema: Schema): Member => ({
  name,
  schema,
  isRequired: false,
});

/** Returns the schema of the values of a map: of an object whose fields have any names. */
function valueOfMap(flat: Schema): Schema | undefined {
  const { additionalProperties: value, patternProperties = {} } = flat;
  const isMap =
    Object.keys(flat.properties ?? {}).length === 0 &&
    Object.keys(patternProperties).length === 0;
  return isMap && isNode(value) ? value : undefined;
}

/** Returns the schema of the elements of a list, or of the values of a map. */
const elementOf = (flat: Schema): Schema | undefined =>
  flat.prefixItems ? undefined : flat.items || valueOfMap(flat);

/**
 * Returns the schema whose fields are shown for a schema. For lists and maps this is the schema of
 * their elements.
 */
export function innermost(schema: Schema, follow: Follow): Schema {
  const seen = new Set<string>();
  let inner = schema;
  for (;;) {
    const element = elementOf(flatten(inner, follow));
    if (!element) return inner;
    // A list of itself has no fields.
    if (element.$ref !== undefined && seen.has(element.$ref)) return {};
    if (element.$ref !== undefined) seen.add(element.$ref);
    inner = element;
  }
}

/** Returns true when no value fits the schema. */
const isNever = (schema: object) =>
  "not" in schema && jsonOf(schema.not) === "{}";

/** Writes the type of a schema: `list of string`. */
export const typeText = (schema: Schema, follow: Follow): string =>
  typeOf(flatten(schema, follow), follow);

/** Writes the type of a merged schema. */
export function typeOf(
  schema: Schema,
  follow: Follow,
  within: string[] = [],
): string {
  const { type, format, items, const: constant, prefixItems } = schema;
  if (isNever(schema)) return "nothing";
  if (constant !== undefined) return `always ${jsonOf(constant)}`;
  const typeInside = (inner: Schema) =>
    typeOf(
      flatten(inner, follow, within),
      follow,
      [...within, inner.$ref ?? []].flat(),
    );
  const value = valueOfMap(schema);
  const words = [type ?? impliedType(schema)].flat().map((word) => {
    if (word === "array" && prefixItems) {
      const first = prefixItems.map(typeInside).join(", ");
      const isClosed = typeof items === "boolean";
      return `list of ${first}${isClosed ? "" : `, then ${typeInside(items ?? {})}`}`;
    }
    if (word === "array" && items) return `list of ${typeInside(items)}`;
    if (word === "object" && value) return `map of ${typeInside(value)}`;
    return word === "string" && format ? format : word;
  });
  return alternativesIn(words);
}

/** Writes each type once, and null at the end: a branch may be null as well. */
function alternativesIn(words: string[]): string {
  const orNull = /^(?!(list|map) of )(.*) or null$/;
  const isNullable = words.some((word) => word === "null" || orNull.test(word));
  const types = words
    .filter((word) => word !== "null")
    .map((word) => word.replace(orNull, "$2"));
  return [...new Set([...types, ...(isNullable ? ["null"] : [])])].join(" or ");
}

/** Returns the type of a schema that only its keywords imply. */
function impliedType(schema: Schema): string {
  if (schema.prefixItems || schema.items) return "array";
  return membersOf(schema).length > 0 || valueOfMap(schema) ? "object" : "any";
}
