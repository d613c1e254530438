import {
  breaksBack,
  breaksBothWays,
  breaksThere,
  isRefactor,
  schemaCases,
} from "./case.ts";

const A = { $ref: "#/components/schemas/A" };
const B = { $ref: "#/components/schemas/B" };

/** Two schemas that refer to each other. The schema in use refuses B in its field `x`. */
const circle = (numberType: string) => ({
  A: { type: "object", properties: { b: B, m: { type: numberType } } },
  B: { type: "object", required: ["up"], properties: { up: A } },
});
const refusesB = { not: B };
const isA = { oneOf: [A, { type: "object", required: ["z"] }] };

/** Schemas that refuse a value, by `not`. */
export const exclusions = schemaCases("exclusions", [
  {
    given: "a schema that is refused leads back to itself, x before y",
    before: {
      use: { properties: { x: refusesB, y: isA } },
      ...circle("integer"),
    },
    after: {
      use: { properties: { x: refusesB, y: isA } },
      ...circle("number"),
    },
    request: breaksBothWays,
    response: breaksBothWays,
  },
  {
    given: "a schema that is refused leads back to itself, y before x",
    before: {
      use: { properties: { y: isA, x: refusesB } },
      ...circle("integer"),
    },
    after: {
      use: { properties: { y: isA, x: refusesB } },
      ...circle("number"),
    },
    request: breaksBothWays,
    response: breaksBothWays,
  },
  {
    given: "a circle begins elsewhere",
    before: {
      use: { not: A },
      A: { properties: { n: { required: ["q"], properties: { n: A } } } },
    },
    after: {
      use: { not: A },
      A: { properties: { n: B } },
      B: { required: ["q"], properties: { n: B } },
    },
    request: breaksBack,
    response: breaksThere,
  },
  {
    given: "a schema is refused twice",
    before: { not: { not: { type: "string" } } },
    after: { type: "string" },
    request: isRefactor,
    response: isRefactor,
  },
  {
    given: "a schema that is refused twice has a limit more",
    before: { not: { not: { type: "string" } } },
    after: { not: { not: { type: "string", maxLength: 5 } } },
    request: breaksThere,
    response: breaksBack,
  },
  {
    given:
      "a schema that is refused twice names a property, beside unevaluatedProperties",
    before: {
      type: "object",
      properties: { a: { type: "string" } },
      unevaluatedProperties: false,
      allOf: [{ properties: { b: { type: "string" } } }],
    },
    after: {
      type: "object",
      properties: { a: { type: "string" } },
      unevaluatedProperties: false,
      not: { not: { properties: { b: { type: "string" } } } },
    },
    request: breaksThere,
    response: breaksBothWays, // such a `not` is compared as a whole
  },
  {
    given: "the refused schema has a type beside its own not",
    before: { not: { type: "string", not: { minLength: 2 } } },
    after: { not: { type: "string", not: { minLength: 3 } } },
    request: breaksThere,
    response: breaksBack,
  },
  {
    given: "the refused value is a constant",
    before: { not: { enum: ["a"] } },
    after: { not: { const: "a" } },
    request: isRefactor,
    response: isRefactor,
  },
  {
    given: "the refused type is in a list",
    before: { not: { type: "string" } },
    after: { not: { type: ["string"] } },
    request: isRefactor,
    response: isRefactor,
  },
  {
    given: "the refused schema is in two parts",
    before: { not: { type: "string", minLength: 1 } },
    after: { not: { allOf: [{ type: "string" }, { minLength: 1 }] } },
    request: isRefactor,
    response: isRefactor,
  },
  {
    given: "the refused schema narrows",
    before: { not: { type: "string" } },
    after: { not: { type: "string", minLength: 1 } },
    request: breaksBack,
    response: breaksThere,
  },
  {
    given: "the refused schema narrows in one place and widens in another",
    before: { not: { type: "string", minLength: 1 } },
    after: { not: { type: "string", maxLength: 9 } },
    request: breaksBothWays,
    response: breaksBothWays,
  },
  {
    given: "the refused schema narrows beside a reference",
    before: { use: { not: A }, A: { type: "object" } },
    after: { use: { not: { ...A, required: ["a"] } }, A: { type: "object" } },
    request: breaksBack,
    response: breaksThere,
  },
  {
    given: "the refused schema narrows in a field of requests only",
    before: {
      not: { required: ["a"], properties: { a: { writeOnly: true } } },
    },
    after: {
      not: {
        required: ["a"],
        properties: { a: { writeOnly: true, type: "string" } },
      },
    },
    request: breaksBack,
    response: breaksThere,
  },
  {
    given: "nothing is refused",
    before: { type: "string" },
    after: { type: "string", not: false },
    request: isRefactor,
    response: isRefactor,
  },
  {
    given: "the refused schemas change places",
    before: {
      allOf: [{ not: { type: "string" } }, { not: { required: ["a", "b"] } }],
    },
    after: {
      allOf: [{ not: { required: ["b", "a"] } }, { not: { type: ["string"] } }],
    },
    request: isRefactor,
    response: isRefactor,
  },
]);

/** Schemas that some items must fit, by `contains`. */
export const someItems = schemaCases("some items", [
  {
    given: "at most two items of more values",
    before: { type: "array", contains: { const: "a" }, maxContains: 2 },
    after: { type: "array", contains: { enum: ["a", "b"] }, maxContains: 2 },
    request: breaksBothWays,
    response: breaksBothWays,
  },
  {
    given: "at most one item, and the other way to say it",
    before: { type: "array", contains: { const: "a" }, maxContains: 1 },
    after: { type: "array", contains: { enum: ["a"] }, maxContains: 1 },
    request: isRefactor,
    response: isRefactor,
  },
  {
    given: "at most two items, and then one",
    before: { type: "array", contains: { const: "a" }, maxContains: 2 },
    after: { type: "array", contains: { const: "a" }, maxContains: 1 },
    request: breaksThere,
    response: breaksBack,
  },
  {
    given: "at least one item of more values",
    before: { type: "array", contains: { enum: ["a", "b"] } },
    after: { type: "array", contains: { const: "a" } },
    request: breaksThere,
    response: breaksBack,
  },
]);

/** Schemas of the content of a text. Without a media type they say nothing. */
export const contents = schemaCases("contents of texts", [
  {
    given: "the content of a text without a media type",
    before: { type: "string" },
    after: { type: "string", contentSchema: { type: "object" } },
    request: isRefactor,
    response: isRefactor,
  },
  {
    given: "the content of a text without a media type changes",
    before: { type: "string", contentSchema: { type: "array" } },
    after: { type: "string", contentSchema: { type: "object" } },
    request: isRefactor,
    response: isRefactor,
  },
]);
