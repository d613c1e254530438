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

test.each<[string, unknown, string]>([
  ["maxLength", "5", "a whole number"],
  ["maxLength", 1.5, "a whole number"],
  ["minItems", -1, "a whole number"],
  ["minimum", "5", "a number"],
  ["maximum", NaN, "a number"],
  ["exclusiveMinimum", "true", "a number"],
  ["multipleOf", 0, "a number above 0"],
  ["enum", "a", "a list"],
  ["required", "a", "a list of names"],
  ["pattern", 5, "a text"],
  ["format", ["date"], "a text"],
  ["uniqueItems", "yes", "true or false"],
  ["readOnly", "true", "true or false"],
  ["type", null, "the name of a type"],
  ["type", ["string", null], "the name of a type"],
])("the keyword %s of a schema is not %j", (key, value, expected) => {
  expect(() => compare("3.1.0", { schema: { [key]: value } })).toThrow(
    new RegExp(
      `before.yaml:\\d+ has to have ${expected}.* at #/paths/.*${key}`,
    ),
  );
});

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
