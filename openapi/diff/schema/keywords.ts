import type { Node } from "../../model/node.ts";

/** Whether a mapping is a schema, holds schemas by name, or is a value. */
export type Kind = "schema" | "names" | "value";
const kinds: Record<string, Kind> = {
  ...{ properties: "names", patternProperties: "names", dependentSchemas: "names", $defs: "names" },
  ...{ enum: "value", const: "value", default: "value", example: "value", examples: "value" },
};

/** What stands under a key of a mapping of a kind. */
export const kindOf = (name: string, around: Kind): Kind => {
  if (around === "names") return "schema";
  return around === "value" || name.startsWith("x-") ? "value" : (kinds[name] ?? "schema");
};

/** Keywords that only describe. */
const descriptions = [
  ...["title", "description", "example", "examples", "externalDocs", "$comment"],
  ...["$schema", "$id", "$anchor"],
];

const annotations = new Set([...descriptions, "default", "deprecated"]);

/** Whether a keyword decides which values are valid. */
export const decides = (keyword: string) => !annotations.has(keyword);

const silent = new Set([...descriptions, "$ref", "allOf", "summary", "$defs"]);

/** Whether a keyword says something of its own, and does not only describe or refer to other schemas. */
const says = (keyword: string) =>
  keyword.startsWith("x-") ? /^x-(sunset|extensible-enum)$/.test(keyword) : !silent.has(keyword);

/** Whether a schema says something of its own. */
export const saysSomething = (schema: Node) => Object.keys(schema).some(says);

/** The keywords that hold one schema, several by their name, or a list of them. */
export const holders = {
  one: ["items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else"],
  named: ["properties", "patternProperties", "dependentSchemas"],
  list: ["allOf", "oneOf", "anyOf", "prefixItems"],
};
