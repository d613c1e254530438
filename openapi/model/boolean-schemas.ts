import { mapNodes, nodeIn, type Node } from "./node.ts";

/** Keywords whose value is one schema. */
const schemaKeywords = [
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
  "schema",
];

/** Keywords whose value is a map or a list of schemas. */
const schemasKeywords = [
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
  "allOf",
  "oneOf",
  "anyOf",
  "prefixItems",
];

/**
 * Replaces the schema `true` by `{}`, and `false` by `{ not: {} }`, as our tools look into schemas.
 */
export function replaceBooleanSchemas(contract: Node): void {
  replaceBooleans(nodeIn(nodeIn(contract, "components"), "schemas"));
  mapNodes(contract, (node) => {
    for (const keyword of schemaKeywords) replaceBoolean(node, keyword);
    // `items: false` closes a tuple.
    if (!("prefixItems" in node)) replaceBoolean(node, "items");
    for (const keyword of schemasKeywords) replaceBooleans(node[keyword]);
    return node;
  });
}

function replaceBooleans(schemas: unknown): void {
  if (typeof schemas !== "object" || schemas === null) return;
  for (const key of Object.keys(schemas)) replaceBoolean(schemas as Node, key);
}

function replaceBoolean(parent: Node, key: string): void {
  const schema = parent[key];
  if (typeof schema === "boolean") parent[key] = schema ? {} : { not: {} };
}
