import { nodeIn, textsIn, type Node } from "../contract/node.ts";
import { matches } from "./pattern.ts";
import { limit, type PlainFacts } from "./plain-facts.ts";
import type { Schema, Schemas } from "./schema.ts";

/** What an object has to keep to. */
export interface ObjectFacts extends PlainFacts {
  /** Each named property, with everything that the parts require of it. */
  properties: Map<string, Schema>;
  required: Set<string>;
  /** Properties whose name fits a pattern. */
  patterns: Map<string, Schema>;
  /** Properties that are neither named nor fit a pattern. */
  additional: Schema;
  /** The names of all properties. */
  names: Schema;
  /** `b with a`: where there is a, there has to be b. */
  dependents: string[];
  /** What has to hold if a property is present. */
  dependentSchemas: Map<string, Schema>;
}

export function objectFacts(parts: Node[], schemas: Schemas): ObjectFacts {
  const keysOf = (keyword: string) => [
    ...new Set(parts.flatMap((part) => Object.keys(nodeIn(part, keyword)))),
  ];
  const byName = (keyword: string) =>
    new Map(
      keysOf(keyword).map((name) => [name, schemas.all(parts.map((part) => nodeIn(part, keyword)[name]))]),
    );
  const properties = keysOf("properties").map((name): [string, Schema] => [
    name,
    schemas.all(parts.flatMap((part) => saidOf(name, part))),
  ]);
  const dependents = parts.flatMap((part) =>
    Object.keys(nodeIn(part, "dependentRequired")).flatMap((name) =>
      textsIn(nodeIn(part, "dependentRequired"), name).map((other) => `${other} with ${name}`),
    ),
  );
  return {
    limits: { ...limit(parts, "minProperties", 0), ...limit(parts, "maxProperties") },
    texts: {},
    properties: new Map(properties),
    required: new Set(parts.flatMap((part) => textsIn(part, "required"))),
    patterns: byName("patternProperties"),
    additional: schemas.all(parts.flatMap(additionalOf)),
    names: schemas.all(parts.map((part) => part["propertyNames"])),
    dependents: [...new Set(dependents)].sort(),
    dependentSchemas: byName("dependentSchemas"),
  };
}

/** What a part requires of a property: the schema of its name and of each pattern that it fits, otherwise that of all others. */
function saidOf(name: string, part: Node): unknown[] {
  const properties = nodeIn(part, "properties");
  const patterns = Object.entries(nodeIn(part, "patternProperties")).filter(([pattern]) =>
    matches(pattern, name),
  );
  const own = Object.hasOwn(properties, name) ? [properties[name]] : [];
  const said = [...own, ...patterns.map(([, schema]) => schema)];
  return said.length > 0 || !("additionalProperties" in part) ? said : [part["additionalProperties"]];
}

const additionalOf = (part: Node) =>
  ["additionalProperties", "unevaluatedProperties"].flatMap((name) => (name in part ? [part[name]] : []));
