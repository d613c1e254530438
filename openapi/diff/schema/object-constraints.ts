import { nodeIn, textsIn, type Node } from "../../model/node.ts";
import { matches, matchesAll } from "./pattern.ts";
import type { Schema, Schemas } from "./schema.ts";
import { saidOfOthers } from "./unevaluated.ts";

/** The properties of an object. */
export interface ObjectConstraints {
  /** Each named property, with everything that the parts require of it. */
  properties: Map<string, Schema>;
  required: Set<string>;
  /** Properties whose name fits a pattern. */
  patterns: Map<string, Schema>;
  /** Properties that are neither named nor fit a pattern. */
  additional: Schema;
}

export function objectConstraints(parts: Node[], schemas: Schemas): ObjectConstraints {
  const properties = namesIn(parts, "properties").map((name): [string, Schema] => [
    name,
    schemas.all(parts.flatMap((part) => saidOf(name, part))),
  ]);
  const patterns = byName(parts, "patternProperties", schemas);
  return {
    properties: new Map(properties),
    required: new Set(parts.flatMap((part) => textsIn(part, "required"))),
    patterns: new Map([...patterns].filter(([pattern]) => !matchesAll(pattern))),
    additional: schemas.all(parts.flatMap((part) => saidOfAdditional(part, schemas))),
  };
}

/** A pattern that every name matches leaves nothing to `additionalProperties`. */
function saidOfAdditional(part: Node, schemas: Schemas): unknown[] {
  const patterns = nodeIn(part, "patternProperties");
  const all = Object.keys(patterns).filter(matchesAll);
  return all.length > 0 ? all.map((pattern) => patterns[pattern]) : saidOfOthers(part, "properties", schemas);
}

const namesIn = (parts: Node[], keyword: string) => [
  ...new Set(parts.flatMap((part) => Object.keys(nodeIn(part, keyword)))),
];

/** The schemas under a keyword by their names. */
export const byName = (parts: Node[], keyword: string, schemas: Schemas): Map<string, Schema> =>
  new Map(
    namesIn(parts, keyword).map((name) => [
      name,
      schemas.all(parts.map((part) => nodeIn(part, keyword)[name])),
    ]),
  );

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
