import type { AnySchemaObject } from "ajv";

/** An extension of OpenAPI that this contract uses. */
export interface Extension {
  /**
   * The types of objects that may have it: names of Redocly, and Webhook. Left out: every object.
   */
  on?: string[];
  /** The JSON Schema of its value. */
  value: AnySchemaObject;
  /** Its meaning, for the design guide and the editor. */
  description: string;
}

const count = { type: "integer", minimum: 0 };
const day = { type: "string", format: "date" };
const texts = {
  type: "array",
  items: { type: "string" },
  minItems: 1,
  uniqueItems: true,
};

const deliveryNumbers = {
  timeoutSeconds: count,
  longestDelaySeconds: count,
  jitterPercent: count,
  failingAfterHours: count,
  failingAfterAttempts: count,
  retriesSeconds: { type: "array", items: count },
};

/** The keywords that `x-exact` may change. */
const schemaKeywords = [
  "type",
  "enum",
  "const",
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "items",
  "minItems",
  "maxItems",
  "uniqueItems",
  "properties",
  "required",
  "additionalProperties",
  "propertyNames",
  "minProperties",
  "maxProperties",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentRequired",
];
const anyKeyword = Object.fromEntries(
  schemaKeywords.map((keyword) => [keyword, {}]),
);

/** All extensions. Lint and the editor reject others, and the design guide lists these. */
export const extensions: Record<string, Extension> = {
  "x-limits": {
    on: ["Root"],
    value: { type: "object", additionalProperties: count },
    description: "the numbers that code and prose need",
  },
  "x-delivery": {
    on: ["Root"],
    value: {
      type: "object",
      properties: deliveryNumbers,
      additionalProperties: false,
    },
    description: "when the server delivers events",
  },
  "x-unrouted-responses": {
    on: ["Root"],
    value: { type: "object", propertyNames: { pattern: "^[1-5][0-9]{2}$" } },
    description: "the responses to requests that reach no operation",
  },
  "x-scopes": {
    on: ["SecurityScheme"],
    value: { type: "object", additionalProperties: { type: "string" } },
    description: "the scopes that a key can have, and what each scope grants",
  },
  "x-extensible-enum": {
    on: ["Schema"],
    value: texts,
    description:
      "the known values of a list that may grow; other values pass validation",
  },
  "x-not-sent": {
    on: ["Schema"],
    value: { ...texts, items: { enum: { $data: "2/x-extensible-enum" } } },
    description:
      "the values of an `x-extensible-enum` that the reference server does not send today",
  },
  "x-exact": {
    on: ["Schema"],
    value: {
      type: "object",
      minProperties: 1,
      properties: { ...anyKeyword, pattern: { format: "regex" } },
      additionalProperties: false,
    },
    description:
      "a JSON Merge Patch of the schema, with the rules that few tools can read",
  },
  "x-fields-of-codes": {
    on: ["Schema"],
    value: {
      type: "object",
      additionalProperties: {
        type: "array",
        items: { type: "string", pattern: "^[a-z_]+[?]?$" },
      },
    },
    description:
      "error code → the fields that it has besides `code` and `message`; `?` marks optional ones",
  },
  "x-client": {
    on: ["SecurityScheme", "Tag"],
    value: { type: "string", pattern: "^[a-z]+$" },
    description:
      "the file of `client/` that is the client of a security scheme, or adds methods to the client of a tag",
  },
  "x-any-key": {
    on: ["Operation"],
    value: { const: true },
    description: "any key may call the operation, whatever its scopes",
  },
  "x-feed": {
    on: ["Webhook"],
    value: { const: false },
    description:
      "`false`: the event is delivered to webhooks, and is not in the feed",
  },
  "x-idempotent": {
    on: ["Operation"],
    value: { const: true },
    description:
      "sending the request twice has the effect of sending it once, so clients may retry it",
  },
  "x-stability-level": {
    on: ["Operation"],
    value: { enum: ["draft", "alpha", "beta", "stable"] },
    description:
      "how stable the operation is: a `draft` and an `alpha` may change without a break",
  },
  "x-per-element": {
    on: ["Schema"],
    value: { const: true },
    description:
      "the server checks each element of this list by itself: a wrong element gets an error in its result, and the server still processes the others",
  },
  "x-part-of": {
    on: ["Schema"],
    value: { type: "string" },
    description: "the schema from which this schema has some fields",
  },
  "x-deprecated-on": {
    on: ["Operation", "Webhook"],
    value: day,
    description: "the day from which the operation is `deprecated`",
  },
  "x-sunset": {
    on: ["Operation", "Webhook", "Parameter", "Schema", "Header"],
    value: { ...day, formatMinimum: { $data: "1/x-deprecated-on" } },
    description: "the day after which a `deprecated` element may be removed",
  },
};
