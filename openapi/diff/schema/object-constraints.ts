import { memoized } from "../../model/collections.ts";
import { type Node, nodeIn, textsIn } from "../../model/node.ts";
import { emptyAt } from "../contract/locations.ts";
import { matches, matchesAll } from "./rules.ts";
import { allOf, type Schema } from "./schema.ts";
import { unnamedSchemas } from "./unnamed-schemas.ts";

/** The constraints of the properties of an object. */
export interface ObjectConstraints {
  /** Name → schema, with the requirements of all parts. */
  properties: Map<string, Schema>;
  required: Set<string>;
  /** Pattern of names → schema. */
  patterns: Map<string, Schema>;
  /** The schema of all other properties. */
  additional: Schema;
  /** Returns the schema that only lists the properties. */
  listed: () => Schema;
}

/** Returns the constraints of the properties of an object, in all parts of its schema. */
export function objectConstraints(parts: Node[]): ObjectConstraints {
  const properties = new Map<string, Schema>();
  for (const name of schemaNames(parts, "properties")) {
    const schemas = parts.flatMap((part) => schemasOfProperty(name, part));
    properties.set(name, allOf(schemas));
  }
  const patterns = new Map<string, Schema>();
  for (const pattern of schemaNames(parts, "patternProperties")) {
    if (matchesAll(pattern)) continue;
    const schemas = parts.map((part) => schemaOfPattern(pattern, part));
    patterns.set(pattern, allOf(schemas));
  }
  return {
    properties,
    required: new Set(parts.flatMap((part) => textsIn(part, "required"))),
    patterns,
    additional: allOf(parts.flatMap((part) => additionalSchemas(part))),
    listed: () => allOf(listedAlone(parts)),
  };
}

/** Returns the names of the schemas of a keyword in all parts. */
export const schemaNames = (parts: Node[], keyword: string): string[] => [
  ...new Set(parts.flatMap((part) => Object.keys(nodeIn(part, keyword)))),
];

/**
 * Returns the schemas of a part for a property: of its name and of its patterns, or otherwise of
 * additional properties.
 */
function schemasOfProperty(name: string, part: Node): unknown[] {
  const properties = nodeIn(part, "properties");
  const patterns = Object.entries(nodeIn(part, "patternProperties")).filter(
    ([pattern]) => matches(pattern, name),
  );
  const own = Object.hasOwn(properties, name) ? [properties[name]] : [];
  const schemas = [...own, ...patterns.map(([, schema]) => schema)];
  return schemas.length > 0 || !("additionalProperties" in part)
    ? schemas
    : [part["additionalProperties"]];
}

/**
 * Returns the schema of a part for the names of a pattern. A part without any pattern has the one of
 * its additional properties for them.
 */
function schemaOfPattern(pattern: string, part: Node): unknown {
  const patterns = nodeIn(part, "patternProperties");
  return Object.keys(patterns).length === 0
    ? part["additionalProperties"]
    : patterns[pattern];
}

/**
 * Returns the schemas of a part for additional properties. A pattern that matches every name
 * replaces them.
 */
function additionalSchemas(part: Node): unknown[] {
  const patterns = nodeIn(part, "patternProperties");
  const all = Object.keys(patterns).filter(matchesAll);
  return all.length > 0
    ? all.map((pattern) => patterns[pattern])
    : unnamedSchemas(part, "properties");
}

/**
 * Returns parts that only list the properties of an object. A condition is compared together with
 * them, as it may say more of a property that the object lists.
 */
export const listedAlone = (parts: Node[]): Node[] =>
  parts.filter((part) => "properties" in part).map(withPropertiesAlone);

const withPropertiesAlone = memoized((part: Node): Node => {
  const { properties } = part;
  return Object.assign(emptyAt(part, "properties"), { properties });
});
