import type { Follow, Schema } from "../model/contract.ts";
import { jsonOf } from "../model/json.ts";
import { eachNode, isNode, listIn, textsIn, type Node } from "../model/node.ts";

/**
 * Makes one schema of an `allOf`, which accepts what all of its branches accept. What no keyword
 * can say together stays in an `allOf`, as does a schema that is a part of itself.
 */
export function flattened(schema: Node, follow: Follow): Node {
  return isWithinItself.has(schema) ? schema : flat(schema, follow, []);
}

/**
 * Returns true when a schema that an `allOf` refers to has an `allOf` of the same reference somewhere
 * in it: the one schema of both would never end.
 */
export function isPartOfItself(schema: Node, follow: Follow): boolean {
  const start = referencesIn(schema);
  const seen = new Set<string>();
  const open = [...start];
  for (let $ref = open.pop(); $ref !== undefined; $ref = open.pop()) {
    if (seen.has($ref)) continue;
    seen.add($ref);
    const inside: string[] = [];
    eachNode(follow<Schema>({ $ref }), (node) => {
      if ("allOf" in node) inside.push(...referencesIn({ ...node }));
    });
    if (inside.some((each) => start.includes(each))) return true;
    open.push(...inside);
  }
  return false;
}

/** The schemas whose `allOf` stays, as it would never end. */
const isWithinItself = new WeakSet<Node>();

function flat(schema: Node, follow: Follow, within: string[]): Node {
  const { $ref, allOf: _, ...own } = schema;
  const branches = listIn(schema, "allOf").filter(isNode);
  const target =
    typeof $ref === "string" ? [follow<Schema>({ $ref }) as Node] : [];
  const inside = typeof $ref === "string" ? [...within, $ref] : within;
  const parts = [...target, ...branches].map((part) =>
    withoutSubtypes(flat(part, follow, inside)),
  );
  return [...parts, own].reduce(
    (first, second) => both(first, second, follow, inside),
    {},
  );
}

/** A part without the list of its subtypes, of which the whole is one. */
function withoutSubtypes(part: Node): Node {
  const { discriminator: _, ...rest } = part;
  return "oneOf" in part || "anyOf" in part ? part : rest;
}

/** Keywords that only describe a value. Of two values the second is kept. */
const descriptions = new Set([
  "title",
  "description",
  "default",
  "example",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "externalDocs",
  "xml",
  "$comment",
  "discriminator",
]);
export const isDescription = (keyword: string) =>
  descriptions.has(keyword) || keyword.startsWith("x-");

type Together = (first: unknown, second: unknown) => unknown;
const least: Together = (a, b) => (Number(a) <= Number(b) ? a : b);
const most: Together = (a, b) => (Number(a) >= Number(b) ? a : b);

/** The keywords of which two values are one, and how. */
const together: Record<string, Together> = {
  minimum: most,
  exclusiveMinimum: most,
  maximum: least,
  exclusiveMaximum: least,
  minLength: most,
  maxLength: least,
  minItems: most,
  maxItems: least,
  minProperties: most,
  maxProperties: least,
  uniqueItems: (a, b) => a === true || b === true,
  required: (a, b) => [...new Set([a, b].flat())],
  type: (a, b) => typesOfBoth(a, b),
  enum: (a, b) => {
    const known = new Set([b].flat().map((each) => jsonOf(each)));
    return [a].flat().filter((each) => known.has(jsonOf(each)));
  },
};

/** The types that two lists have, of which integers are numbers. */
function typesOfBoth(first: unknown, second: unknown): unknown {
  const [a, b] = [[first].flat(), [second].flat()];
  const shared = a.filter(
    (type) => b.includes(type) || (type === "integer" && b.includes("number")),
  );
  const narrowed = b.filter(
    (type) => type === "integer" && a.includes("number") && !a.includes(type),
  );
  const types = [...shared, ...narrowed];
  return types.length === 1 && types[0] !== undefined ? types[0] : types;
}

const never: Node = { not: {} };

/** Returns true when no value fits, as no type or no listed value is left. */
const isNever = ({ type, enum: values }: Node) =>
  [type, values].some((list) => Array.isArray(list) && list.length === 0);

/** One schema for what fits two. */
function both(
  first: Node,
  second: Node,
  follow: Follow,
  within: string[],
): Node {
  const result: Node = { ...first };
  const apart: Node = {};
  const objects = objectOfBoth(first, second, follow, within);
  for (const [keyword, value] of Object.entries(second)) {
    const before = result[keyword];
    const merge = together[keyword];
    // One object cannot have the rules of two patterns for its other fields.
    if (!objects && ofObjects.includes(keyword)) apart[keyword] = value;
    else if (before === undefined || isDescription(keyword))
      result[keyword] = value;
    else if (merge) result[keyword] = merge(before, value);
    else if (keyword === "allOf")
      result[keyword] = [...listIn(first, keyword), ...listIn(second, keyword)];
    else if (keyword === "items" || keyword === "propertyNames")
      result[keyword] = schemaOfBoth(before, value, follow, within);
    else if (!ofObjects.includes(keyword) && jsonOf(before) !== jsonOf(value))
      apart[keyword] = value;
  }
  Object.assign(result, objects);
  if (isNever(result)) return never;
  if ("const" in result) dropLists(result);
  if (Object.keys(apart).length > 0)
    result["allOf"] = [...listIn(result, "allOf"), apart];
  return result;
}

/** Drops the lists of values of a schema whose constant says more. */
function dropLists(schema: Node): void {
  delete schema["x-extensible-enum"];
  const constant = jsonOf(schema["const"]);
  const values = listIn(schema, "enum").map((each) => jsonOf(each));
  if (values.includes(constant)) delete schema["enum"];
}

const ofObjects = ["properties", "patternProperties", "additionalProperties"];

/** Returns true for a schema that has no rule on fields. */
const saysNothing = (schema: Node) =>
  !ofObjects.some((keyword) => keyword in schema);

/**
 * The fields of two objects: what one says of all others holds for those that the other one names.
 */
function objectOfBoth(
  first: Node,
  second: Node,
  follow: Follow,
  within: string[],
): Node | undefined {
  // The keywords of the other one hold as they are.
  if ([first, second].some(saysNothing)) return {};
  const [a, b] = [first, second].map((node) => ({
    properties: isNode(node["properties"]) ? node["properties"] : {},
    others: node["additionalProperties"],
    hasPatterns: "patternProperties" in node,
  }));
  if (!a || !b || ((a.hasPatterns || b.hasPatterns) && a.others !== b.others))
    return undefined;
  if (a.hasPatterns && b.hasPatterns) return undefined;
  const meet = (one: unknown, other: unknown) =>
    schemaOfBoth(one, other, follow, within);
  const names = [...Object.keys(a.properties), ...Object.keys(b.properties)];
  const properties = [...new Set(names)].map((name) => [
    name,
    meet(
      Object.hasOwn(a.properties, name) ? a.properties[name] : a.others,
      Object.hasOwn(b.properties, name) ? b.properties[name] : b.others,
    ),
  ]);
  const others = meet(a.others, b.others);
  const hasProperties = "properties" in first || "properties" in second;
  return {
    ...(hasProperties && { properties: Object.fromEntries(properties) }),
    ...(others !== undefined && { additionalProperties: others }),
  };
}

/**
 * Returns the schema of the values that fit two schemas. Each of them may be missing, `true` or
 * `false`.
 */
function schemaOfBoth(
  first: unknown,
  second: unknown,
  follow: Follow,
  within: string[],
): unknown {
  if (first === undefined || first === true) return second ?? first;
  if (second === undefined || second === true) return first;
  if (!isNode(first) || !isNode(second)) return never;
  if (jsonOf(first) === jsonOf(second)) return first;
  const isSilent = (schema: Node) => Object.keys(schema).every(isDescription);
  // A reference keeps its name.
  if (isSilent(second)) return described(first, second);
  if (isSilent(first)) return described(second, { ...first, ...second });
  const parts = { allOf: [first, second] };
  const references = [first, second].flatMap(referencesIn);
  if (!references.some((each) => within.includes(each)))
    return flat(parts, follow, [...within, ...references]);
  isWithinItself.add(parts);
  return parts;
}

/** A schema with other descriptions. */
function described(schema: Node, descriptionsOfIt: Node): Node {
  const result = { ...schema, ...descriptionsOfIt };
  if (isWithinItself.has(schema)) isWithinItself.add(result);
  return result;
}

const referencesIn = (schema: Node): string[] => [
  ...textsIn({ list: [schema["$ref"]] }, "list"),
  ...listIn(schema, "allOf").filter(isNode).flatMap(referencesIn),
];
