import { expect, test } from "vitest";
import { stringify } from "yaml";
import { findingsBetween } from "./measure.ts";

// A keyword of a wrong type is refused with its line. It never counts as missing.

function compare(openapi: string, parameter: object): void {
  const contract = {
    openapi,
    info: { title: "Trips", version: "1.0.0" },
    paths: {
      "/trips": {
        get: {
          parameters: [{ name: "to", in: "query", ...parameter }],
          responses: { "204": { description: "Done." } },
        },
      },
    },
  };
  const text = stringify(contract);
  findingsBetween(text, text);
}

/** Keywords of JSON Schema, with a value of a wrong type, and the words for the right one. */
const wrongValues = [
  ...[
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
  ].map((key) => ({ key, value: 5, expected: "a schema" })),
  ...["properties", "patternProperties", "dependentSchemas"].map((key) => ({
    key,
    value: 5,
    expected: "a mapping",
  })),
  ...["allOf", "oneOf", "anyOf", "prefixItems", "enum"].map((key) => ({
    key,
    value: 5,
    expected: "a list",
  })),
  ...["Length", "Items", "Contains", "Properties"].flatMap((size) =>
    [`min${size}`, `max${size}`].map((key) => ({
      key,
      value: "5",
      expected: "a whole number",
    })),
  ),
  { key: "maxLength", value: 1.5, expected: "a whole number" },
  { key: "minItems", value: -1, expected: "a whole number" },
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map(
    (key) => ({ key, value: "5", expected: "a number" }),
  ),
  { key: "maximum", value: NaN, expected: "a number" },
  { key: "multipleOf", value: 0, expected: "a number above 0" },
  { key: "required", value: "a", expected: "a list of names" },
  {
    key: "dependentRequired",
    value: { a: "b" },
    expected: "a mapping of lists of names",
  },
  ...["pattern", "format", "contentEncoding", "contentMediaType"].map(
    (key) => ({ key, value: 5, expected: "a text" }),
  ),
  ...["uniqueItems", "readOnly", "writeOnly", "deprecated"].map((key) => ({
    key,
    value: "yes",
    expected: "true or false",
  })),
  { key: "type", value: null, expected: "the name of a type" },
  { key: "type", value: ["string", null], expected: "the name of a type" },
];

test.each(wrongValues)(
  "the keyword $key of a schema is not $value",
  (given) => {
    const { key, value, expected } = given;
    expect(() => compare("3.1.0", { schema: { [key]: value } })).toThrow(
      new RegExp(
        `before.yaml:\\d+ has to have ${expected}.* at #/paths/.*${key}`,
      ),
    );
  },
);

test.each(["properties", "patternProperties", "dependentSchemas"])(
  "an element of %s is a schema",
  (key) => {
    expect(() => compare("3.1.0", { schema: { [key]: { a: 5 } } })).toThrow(
      /has to have a schema at #\/paths\/.*\/a\b/,
    );
  },
);

test("the flag nullable of 3.0 is no text, and 3.1 does not know it", () => {
  const schema = { type: "string", nullable: "true" };
  expect(() => compare("3.0.4", { schema })).toThrow("true or false");
  expect(() => compare("3.1.0", { schema })).not.toThrow();
});

test.each([
  ["required", "yes"],
  ["explode", "no"],
  ["allowReserved", "true"],
  ["deprecated", 1],
])("the flag %s of a parameter is not %j", (key, value) => {
  const parameter = { [key]: value, schema: { type: "string" } };
  expect(() => compare("3.1.0", parameter)).toThrow(
    new RegExp(`has to have true or false at #/paths/.*${key}`),
  );
});
