import { testMistakes, withSchema } from "./mistakes.ts";

// Tests `npm run lint -- FILE` with wrong schemas.

const impossible = (lower: string, from: number, upper: string, to: number) =>
  `warn core/possible-bounds: No value is possible: \`${lower}\` is ${from}, and \`${upper}\` is ${to}`;

const two = { type: "object", properties: { a: {}, b: {} } };

const nullableWord = (example: unknown) =>
  withSchema({
    allOf: [{ type: "string", example }],
    nullable: true,
    example: "a",
  });
const withMate = (mate: unknown) =>
  withSchema({
    type: "object",
    properties: { mate: { $ref: "#/components/schemas/Ship", nullable: true } },
    example: { mate },
  });
const withIds = (...ids: string[]) =>
  withSchema({
    type: "object",
    properties: Object.fromEntries(
      ids.map((id, i) => [
        `mate${i}`,
        {
          type: "object",
          properties: { id: { type: "string" } },
          example: { id },
        },
      ]),
    ),
    example: {},
  });

testMistakes([
  {
    wrong: "an exclusive bound of 3.0 that leaves no value",
    openapi: "3.0.4",
    contract: withSchema({
      ...{ type: "integer", minimum: 5, maximum: 5 },
      exclusiveMinimum: true,
    }),
    problem: impossible("minimum", 5, "maximum", 5),
    line: "minimum: 5",
    right: withSchema({ type: "integer", minimum: 5, maximum: 5 }),
  },
  {
    wrong: "a property that another part of an allOf refuses",
    contract: withSchema({
      allOf: [
        { ...two, additionalProperties: false },
        { ...two, properties: { c: {} } },
      ],
    }),
    problem:
      "warn core/possible-properties: No value is possible for `c`: another part of the `allOf` refuses it by `additionalProperties: false`",
    line: "allOf:",
    right: withSchema({
      allOf: [
        { ...two, additionalProperties: false },
        { ...two, properties: { b: {} } },
      ],
    }),
  },
  {
    wrong: "a condition that requires a property which no schema around it has",
    contract: withSchema({
      properties: { op: {} },
      oneOf: [{ not: { required: ["op"] } }, { then: { required: ["path"] } }],
    }),
    problem:
      "warn no-required-schema-properties-undefined: Required property 'path' is not defined.",
    line: "- path",
    right: withSchema({
      properties: { op: {}, path: {} },
      oneOf: [{ not: { required: ["op"] } }, { then: { required: ["path"] } }],
    }),
  },
  {
    wrong: "a name on which a rule fails",
    contract: withSchema({
      type: "object",
      required: ["name"],
      properties: { name: {}, hasOwnProperty: {} },
    }),
    problem:
      "warn no-required-schema-properties-undefined: The rule cannot read this contract (obj.hasOwnProperty is not a function), and checks nothing of it",
    line: "openapi: 3.1.2",
    right: withSchema({
      type: "object",
      required: ["name"],
      properties: { name: {}, hasProperty: {} },
    }),
  },
  {
    wrong: "an unknown keyword, which OpenAPI allows from 3.1 on",
    contract: withSchema({ type: "string", maxlength: 5 }),
    problem:
      "warn struct: Property `maxlength` is not expected here. (maxLength?)",
    line: "maxlength: 5",
    right: withSchema({ type: "string", maxLength: 5 }),
  },
  {
    wrong: "an unknown keyword in 3.0",
    openapi: "3.0.4",
    contract: withSchema({ type: "string", maxlength: 5 }),
    problem:
      "error struct: Property `maxlength` is not expected here. (maxLength?)",
    line: "maxlength: 5",
    right: withSchema({ type: "string", maxLength: 5 }),
  },
  {
    wrong: "a reference that is no text",
    contract: withSchema({ items: { $ref: 7 } }),
    problem:
      'error struct: `$ref` has to be a text, such as "#/components/schemas/Name"',
    line: "$ref: 7",
    right: withSchema({ items: { $ref: "#/components/schemas/Ship" } }),
  },
  ...Object.entries({
    $recursiveRef: ['"#"', "`$dynamicRef`"],
    additionalItems: ["false", "`items` beside `prefixItems`"],
    id: ['"https://a.invalid"', "`$id`"],
    nullable: ["true", 'the type `null`, e.g. `type: [string, "null"]`'],
  }).map(([keyword, [value = "", successor = ""]]) => ({
    wrong: `the older keyword ${keyword}`,
    contract: withSchema({ [keyword]: JSON.parse(value) as unknown }),
    problem: `warn core/older-keywords: \`${keyword}\` has no meaning in OpenAPI 3.1, and tools differ: use ${successor}`,
    line: `${keyword}: ${keyword === "id" ? "https://a.invalid" : value}`,
    right: withSchema({}),
  })),
  {
    wrong: "the older keyword definitions",
    contract: withSchema({ definitions: { a: {} } }),
    problem:
      "warn core/older-keywords: `definitions` has no meaning in OpenAPI 3.1, and tools differ: use `$defs`",
    line: "definitions:",
    right: withSchema({ $defs: { a: {} } }),
  },
  {
    wrong: "the older keyword dependencies",
    contract: withSchema({ ...two, dependencies: { a: ["b"] } }),
    problem:
      "warn core/older-keywords: `dependencies` has no meaning in OpenAPI 3.1, and tools differ: use `dependentRequired` or `dependentSchemas`",
    line: "dependencies:",
    right: withSchema({ ...two, dependentRequired: { a: ["b"] } }),
  },
  {
    wrong: "a list of schemas in items",
    contract: withSchema({ items: [{}] }),
    problem:
      "error struct: Expected type `Schema` (object) but got `array`: use `prefixItems`",
    line: "- {}",
    right: withSchema({ prefixItems: [{}] }),
  },
  {
    wrong: "a list of schemas in items in 3.0",
    openapi: "3.0.4",
    contract: withSchema({ type: "array", items: [{}] }),
    problem:
      "error core/older-keywords: `items` is one schema in OpenAPI 3.0, which cannot describe the places of a list: use `oneOf` in it, or OpenAPI 3.1 with `prefixItems`",
    line: "items:",
    right: withSchema({ type: "array", items: {} }),
  },
  {
    wrong: "a flag in the place of an exclusive bound",
    contract: withSchema({
      type: "integer",
      minimum: 3,
      exclusiveMinimum: true,
    }),
    problem:
      "error struct: Expected type `number` but got `boolean`. Write the bound itself: `exclusiveMinimum: 5`",
    line: "exclusiveMinimum: true",
    right: withSchema({ type: "integer", exclusiveMinimum: 3 }),
  },
  {
    wrong: "an empty choice",
    contract: withSchema({ anyOf: [] }),
    problem: "error rule/branches-not-empty: The list has at least one schema",
    line: "anyOf: []",
    right: withSchema({ anyOf: [{}] }),
  },
  {
    wrong: "a required property twice",
    contract: withSchema({ ...two, required: ["a", "b", "a"] }),
    problem: "error core/unique-elements: `a` is twice in the list",
    line: "- a",
    right: withSchema({ ...two, required: ["a", "b"] }),
  },
  {
    wrong: "a dependent property twice",
    contract: withSchema({ ...two, dependentRequired: { a: ["b", "b"] } }),
    problem: "error core/unique-elements: `b` is twice in the list",
    line: "- b",
    right: withSchema({ ...two, dependentRequired: { a: ["b"] } }),
  },
  {
    wrong: "a type twice",
    contract: withSchema({ type: ["string", "string"] }),
    problem: "error core/unique-elements: `string` is twice in the list",
    line: "- string",
    right: withSchema({ type: ["string", "null"] }),
  },
  {
    wrong: "an empty list of required properties in 3.0",
    openapi: "3.0.4",
    contract: withSchema({ ...two, required: [] }),
    problem:
      "error rule/required-not-empty: A list of required properties is not empty in OpenAPI 3.0",
    line: "required: []",
    right: withSchema(two),
  },
  {
    wrong: "a property that is only read and only written in 3.0",
    openapi: "3.0.4",
    contract: withSchema({ type: "string", readOnly: true, writeOnly: true }),
    problem:
      "error rule/read-or-write-only: A property is not both `readOnly` and `writeOnly`",
    line: "readOnly: true",
    right: withSchema({ type: "string", readOnly: true, writeOnly: false }),
  },
  {
    wrong: "a reference to itself, unlike one to its own `$defs`",
    contract: withSchema({ $ref: "#/components/schemas/Ship" }),
    problem:
      "error contract: The `$ref` leads to itself: #/components/schemas/Ship → #/components/schemas/Ship",
    line: "Ship:",
    right: withSchema({
      $ref: "#/components/schemas/Ship/$defs/name",
      $defs: { name: { type: "string" } },
    }),
  },
  {
    wrong: "a pattern that nobody can read",
    contract: withSchema({ type: "string", pattern: "^(a$" }),
    problem:
      "warn core/readable-patterns: The pattern `^(a$` is no regular expression: Unterminated group",
    line: "pattern: ^(a$",
    right: withSchema({ type: "string", pattern: "^(a)$" }),
  },
  {
    wrong: "an unreadable pattern of names",
    contract: withSchema({ type: "object", patternProperties: { "[": {} } }),
    problem:
      "warn core/readable-patterns: The pattern `[` is no regular expression: Unterminated character class",
    line: '"[": {}',
    right: withSchema({ type: "object", patternProperties: { "[a]": {} } }),
  },
  {
    wrong: "a multiple of 0",
    contract: withSchema({ type: "integer", multipleOf: 0 }),
    problem: "error rule/multiple-of-positive: `multipleOf` is greater than 0",
    line: "multipleOf: 0",
    right: withSchema({ type: "number", multipleOf: 0.5 }),
  },
  ...[
    ["minimum", "maximum"],
    ["minLength", "maxLength"],
    ["minItems", "maxItems"],
    ["minContains", "maxContains"],
    ["minProperties", "maxProperties"],
  ].map(([lower = "", upper = ""]) => ({
    wrong: `${lower} above ${upper}`,
    contract: withSchema({ [lower]: 5, [upper]: 4 }),
    problem: impossible(lower, 5, upper, 4),
    line: `${lower}: 5`,
    right: withSchema({ [lower]: 4, [upper]: 4 }),
  })),
  {
    wrong: "exclusive bounds without a value between them",
    contract: withSchema({ exclusiveMinimum: 4, maximum: 4 }),
    problem: impossible("exclusiveMinimum", 4, "maximum", 4),
    line: "exclusiveMinimum: 4",
    right: withSchema({ exclusiveMinimum: 4, maximum: 5 }),
  },
  {
    wrong: "an enum with a value twice",
    contract: withSchema({ type: "string", enum: ["a", "a"] }),
    problem:
      "warn no-duplicated-enum-values: Duplicated enum value found: 'a'.",
    line: "- a",
    right: withSchema({ type: "string", enum: ["a", "b"] }),
  },
  {
    wrong: "an example in a branch beside `nullable` in 3.0",
    openapi: "3.0.4",
    contract: nullableWord(5),
    problem:
      "warn no-invalid-schema-examples: Example value must conform to the schema: type must be string.",
    line: "example: 5",
    right: nullableWord("b"),
  },
  {
    wrong: "an example of a `$ref` beside `nullable` in 3.0",
    openapi: "3.0.4",
    contract: withMate(5),
    problem:
      "warn no-invalid-schema-examples: Example value must conform to the schema: `mate` property type must be object.",
    line: "mate: 5",
    right: withMate({}),
    ignored: "core/beside-references",
  },
  {
    wrong: "two examples with the same id in 3.0",
    openapi: "3.0.4",
    contract: withIds("ship:1", "ship:1"),
    problem:
      "warn no-invalid-schema-examples: Some examples are not checked, as Redocly takes the same `id` in two examples for the `id` of a schema",
    line: "type: object",
    right: withIds("ship:1", "ship:2"),
  },
  {
    wrong: "a default of another type in 3.0",
    openapi: "3.0.4",
    contract: withSchema({ type: "integer", default: "5" }),
    problem:
      'error core/typed-defaults: The default `"5"` does not have the type `integer`',
    line: 'default: "5"',
    right: withSchema({ type: "integer", nullable: true, default: null }),
  },
  {
    wrong: "a default of null in 3.0 without `nullable`",
    openapi: "3.0.4",
    contract: withSchema({ type: "integer", default: null }),
    problem:
      "error core/typed-defaults: The default `null` does not have the type `integer`",
    line: "default: null",
    right: withSchema({ type: "integer", nullable: true, default: null }),
  },
  {
    wrong: "a default of another type",
    contract: withSchema({ type: "integer", default: "5" }),
    problem: 'warn core/valid-defaults: The default `"5"` must be integer',
    line: 'default: "5"',
    right: withSchema({ type: ["integer", "null"], default: null }),
  },
  {
    wrong: "a default outside the enum",
    openapi: "3.0.4",
    contract: withSchema({ type: "string", enum: ["a"], default: "b" }),
    problem:
      'warn core/valid-defaults: The default `"b"` must be equal to one of the allowed values',
    line: "default: b",
    right: withSchema({ type: "string", enum: ["a"], default: "a" }),
  },
  ...(["minimum", "maximum"] as const).map((bound) => {
    const isLower = bound === "minimum";
    const exclusive = isLower ? "exclusiveMinimum" : "exclusiveMaximum";
    const number = { type: "integer", [bound]: 5, [exclusive]: true };
    return {
      wrong: `a default that is the ${exclusive} in 3.0`,
      openapi: "3.0.4",
      contract: withSchema({ ...number, default: 5 }),
      problem: `warn core/valid-defaults: The default \`5\` must be ${isLower ? ">" : "<"} 5`,
      line: "default: 5",
      right: withSchema({ ...number, default: isLower ? 6 : 4 }),
    };
  }),
  {
    wrong: "a default that is null, of branches in 3.0 without it",
    openapi: "3.0.4",
    contract: withSchema({ allOf: [{ type: "string" }], default: null }),
    problem: "warn core/valid-defaults: The default `null` must be string",
    line: "default: null",
    right: withSchema({
      allOf: [{ type: "string" }],
      nullable: true,
      default: null,
    }),
  },
  {
    wrong: "a default outside the enum of another schema",
    contract: withSchema({
      $defs: { Size: { enum: ["a"] } },
      properties: {
        size: {
          allOf: [{ $ref: "#/components/schemas/Ship/$defs/Size" }],
          default: "b",
        },
      },
    }),
    problem:
      'warn core/valid-defaults: The default `"b"` must be equal to one of the allowed values',
    line: "default: b",
    right: withSchema({
      $defs: { Size: { enum: ["a"] } },
      properties: {
        size: {
          allOf: [{ $ref: "#/components/schemas/Ship/$defs/Size" }],
          default: "a",
        },
      },
    }),
  },
  {
    wrong: "XML with a type of node and an attribute",
    openapi: "3.2.0",
    contract: withSchema({ xml: { nodeType: "text", attribute: false } }),
    problem:
      "error rule/xml-node-or-attribute: The fields `nodeType`, `attribute` exclude each other: remove one",
    line: "xml:",
    right: withSchema({ xml: { nodeType: "text" } }),
  },
  {
    wrong: "XML with a type of node and a wrapped array",
    openapi: "3.2.0",
    contract: withSchema({ xml: { nodeType: "element", wrapped: true } }),
    problem:
      "error rule/xml-node-or-wrapped: The fields `nodeType`, `wrapped` exclude each other: remove one",
    line: "xml:",
    right: withSchema({ xml: { wrapped: true } }),
  },
  {
    wrong: "a discriminator that may be missing, without a default mapping",
    openapi: "3.2.0",
    contract: withSchema({ discriminator: { propertyName: "kind" } }),
    problem:
      "error spec-discriminator-defaultMapping: Discriminator with optional property 'kind' must include a defaultMapping field.",
    line: "propertyName: kind",
    right: withSchema({
      discriminator: { propertyName: "kind", defaultMapping: "Ship" },
    }),
  },
  {
    wrong: "an array without items in 3.0",
    openapi: "3.0.4",
    contract: withSchema({ type: "array" }),
    problem: "error rule/array-items: An array has `items` in OpenAPI 3.0",
    line: "Ship:",
    right: withSchema({ type: "array", items: {} }),
  },
]);
