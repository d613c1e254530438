import type { AnySchemaObject } from "ajv";

/** An extension of OpenAPI that this contract uses. */
export interface Mark {
  /** What may have it, by Redocly's names of types, and Webhook, its operation; everything when it is left out. */
  on?: string[];
  /** The JSON Schema of its value. */
  value: AnySchemaObject;
  /** What it says, as the design guide and the editor show it. */
  says: string;
}

const texts = {
  type: "array",
  items: { type: "string" },
  minItems: 1,
  uniqueItems: true,
};
const count = { type: "integer", minimum: 0 };
/** What a JSON Merge Patch of a schema may change. */
const keywords = Object.fromEntries(
  [
    ...[
      "type",
      "enum",
      "const",
      "format",
      "pattern",
      "minLength",
      "maxLength",
      "minimum",
      "maximum",
    ],
    ...[
      "exclusiveMinimum",
      "exclusiveMaximum",
      "multipleOf",
      "items",
      "minItems",
      "maxItems",
      "uniqueItems",
    ],
    ...[
      "properties",
      "required",
      "additionalProperties",
      "propertyNames",
      "minProperties",
      "maxProperties",
    ],
    ...[
      "allOf",
      "anyOf",
      "oneOf",
      "not",
      "if",
      "then",
      "else",
      "dependentRequired",
    ],
  ].map((name) => [name, {}]),
);
const day = { type: "string", format: "date" };
const delivery = {
  ...{
    timeoutSeconds: count,
    longestDelaySeconds: count,
    jitterPercent: count,
  },
  ...{ failingAfterHours: count, failingAfterAttempts: count },
  ...{ retriesSeconds: { type: "array", items: count } },
};

/** All of them: lint, the editor and the design guide know no other. */
export const marks: Record<string, Mark> = {
  "x-limits": {
    on: ["Root"],
    value: { type: "object", additionalProperties: count },
    says: "the numbers that code and prose need",
  },
  "x-delivery": {
    on: ["Root"],
    value: {
      type: "object",
      properties: delivery,
      additionalProperties: false,
    },
    says: "when the server delivers events",
  },
  "x-unrouted-responses": {
    on: ["Root"],
    value: { type: "object", propertyNames: { pattern: "^[1-5][0-9]{2}$" } },
    says: "the responses to requests that reach no operation",
  },
  "x-scopes": {
    on: ["SecurityScheme"],
    value: { type: "object", additionalProperties: { type: "string" } },
    says: "the scopes that a key can have, and what each scope grants",
  },
  "x-extensible-enum": {
    on: ["Schema"],
    value: texts,
    says: "the known values of a list that may grow; other values pass validation",
  },
  "x-not-sent": {
    on: ["Schema"],
    value: { ...texts, items: { enum: { $data: "2/x-extensible-enum" } } },
    says: "the values of such a list that the reference server does not send today",
  },
  "x-exact": {
    on: ["Schema"],
    value: {
      type: "object",
      minProperties: 1,
      properties: { ...keywords, pattern: { format: "regex" } },
      additionalProperties: false,
    },
    says: "a JSON Merge Patch of the schema, with the rules that few tools can read",
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
    says: "error code → the fields that it has besides `code` and `message`; `?` marks optional ones",
  },
  "x-client": {
    on: ["SecurityScheme", "Tag"],
    value: { type: "string", pattern: "^[a-z]+$" },
    says: "the file of `client/` that is the client of a security scheme, or adds methods to those of a tag",
  },
  "x-any-key": {
    on: ["Operation"],
    value: { const: true },
    says: "any key may call the operation, whatever its scopes",
  },
  "x-feed": {
    on: ["Webhook"],
    value: { const: false },
    says: "such an event is not in the feed",
  },
  "x-idempotent": {
    on: ["Operation"],
    value: { const: true },
    says: "sending the request twice has the effect of sending it once, so clients may retry it",
  },
  "x-stability-level": {
    on: ["Operation"],
    value: { enum: ["draft", "alpha", "beta", "stable"] },
    says: "how stable the operation is: a `draft` and an `alpha` may change without a break",
  },
  "x-per-element": {
    on: ["Schema"],
    value: { const: true },
    says: "the server checks each element of this list by itself: one that is wrong gets an error in its result, and does not refuse the request",
  },
  "x-part-of": {
    on: ["Schema"],
    value: { type: "string" },
    says: "the schema of which this one has some fields",
  },
  "x-deprecated-on": {
    on: ["Operation", "Webhook"],
    value: day,
    says: "the day from which the operation is `deprecated`",
  },
  "x-sunset": {
    on: ["Operation", "Webhook", "Parameter", "Schema", "Header"],
    value: { ...day, formatMinimum: { $data: "1/x-deprecated-on" } },
    says: "the day after which a `deprecated` element may be removed",
  },
};
