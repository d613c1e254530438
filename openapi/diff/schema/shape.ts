import { isNode, type Node } from "../../model/node.ts";
import { documentOf } from "../contract/locations.ts";
import { flagIn, unexpected } from "../contract/references.ts";

/** Returns true for a schema, and for a missing or empty one. */
export const isSchema = (value: unknown): boolean =>
  isNode(value) || typeof value === "boolean" || value == null;

/** Keywords that hold schemas, by the form of their value. */
const schemaKeywords = {
  one: [
    "items",
    "additionalProperties",
    "unevaluatedItems",
    "unevaluatedProperties",
    "propertyNames",
    "contains",
    "contentSchema",
    "not",
    "if",
    "then",
    "else",
  ],
  named: ["properties", "patternProperties", "dependentSchemas"],
  list: ["allOf", "oneOf", "anyOf", "prefixItems"],
};

/** Keywords that hold a value, by the form of it. */
const valueKeywords: {
  expected: string;
  isValid: (value: unknown) => boolean;
  names: string[];
}[] = [
  {
    expected: "a number",
    isValid: isNumber,
    names: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  },
  {
    expected: "a number above 0",
    isValid: (value) => isNumber(value) && Number(value) > 0,
    names: ["multipleOf"],
  },
  {
    expected: "a whole number",
    isValid: (value) => isNumber(value) && !/[.-]/.test(String(value)),
    names: ["Length", "Items", "Contains", "Properties"].flatMap((size) => [
      `min${size}`,
      `max${size}`,
    ]),
  },
  { expected: "a list", isValid: Array.isArray, names: ["enum"] },
  {
    expected: "a list of names",
    // Some contracts have a boolean, as in JSON Schema 3; since then it says nothing.
    isValid: (value) => areTexts(value) || typeof value === "boolean",
    names: ["required"],
  },
  {
    expected: "a mapping of lists of names",
    isValid: (value) => isNode(value) && Object.values(value).every(areTexts),
    names: ["dependentRequired"],
  },
  {
    expected: "a text",
    isValid: isText,
    names: ["pattern", "format", "contentEncoding", "contentMediaType"],
  },
];

const flags = ["uniqueItems", "readOnly", "writeOnly", "deprecated"];

/**
 * Checks the types of the keywords of a schema.
 * @throws Error with the location of a wrong value, which the comparison would skip otherwise
 */
export function checkShape(schema: Node): void {
  const check = (node: Node, key: string) => {
    if (!isSchema(node[key])) throw unexpected(node, key, "a schema");
  };
  for (const key of schemaKeywords.one) check(schema, key);
  for (const key of schemaKeywords.named) {
    const map = schema[key] ?? {};
    if (!isNode(map)) throw unexpected(schema, key, "a mapping");
    for (const name of Object.keys(map)) check(map, name);
  }
  for (const key of schemaKeywords.list)
    if (!Array.isArray(schema[key] ?? []))
      throw unexpected(schema, key, "a list");
  for (const { names, isValid, expected } of valueKeywords)
    for (const key of names)
      if (schema[key] != null && !isValid(schema[key]))
        throw unexpected(schema, key, expected);
  for (const key of flags) flagIn(schema, key);
  if (documentOf(schema).is30) flagIn(schema, "nullable");
  // The type null is the text "null": without quotes it is no type.
  if ("type" in schema && !isText(schema["type"]) && !areTexts(schema["type"]))
    throw unexpected(schema, "type", "the name of a type, or a list of names");
}

function isNumber(value: unknown): boolean {
  return typeof value === "bigint" || Number.isFinite(value);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}
