import { answer, both, contract, in30, operation, request, table, type Case } from "./case.ts";

const pet = "Pet: { type: object, required: [name], properties: { name: { type: string } } }";
const ref = '{ $ref: "#/components/schemas/Pet" }';

/** What is particular to 3.0. */
export const requests30 = table("requests in 3.0", in30(request), [
  [
    "null is no longer accepted",
    "breaking",
    "null is refused",
    "{ type: string, nullable: true }",
    "{ type: string }",
  ],
  [
    "null is accepted",
    "harmless",
    "more is accepted",
    "{ type: string }",
    "{ type: string, nullable: true }",
  ],
  [
    "a bound becomes exclusive",
    "breaking",
    "the bound itself is refused",
    "{ type: number, minimum: 1 }",
    "{ type: number, minimum: 1, exclusiveMinimum: true }",
  ],
  [
    "a bound is no longer exclusive",
    "harmless",
    "more is accepted",
    "{ type: number, minimum: 1, exclusiveMinimum: true }",
    "{ type: number, minimum: 1 }",
  ],
  [
    "a member becomes required",
    "breaking",
    "calls without it are refused",
    "{ type: object, properties: { a: {} } }",
    "{ type: object, required: [a], properties: { a: {} } }",
  ],
  [
    "a value of an enum is removed",
    "breaking",
    "calls with it are refused",
    "{ type: string, enum: [x, y] }",
    "{ type: string, enum: [x] }",
  ],
  [
    "maxLength is lowered",
    "breaking",
    "long texts are refused",
    "{ type: string, maxLength: 9 }",
    "{ type: string, maxLength: 5 }",
  ],
  [
    "a file becomes a text in base64",
    "breaking",
    "bytes are refused",
    "{ type: string, format: binary }",
    "{ type: string, format: byte }",
  ],
]);

export const answers30 = table("answers in 3.0", in30(answer), [
  [
    "a member may be null",
    "breaking",
    "clients call its methods",
    "{ properties: { a: { type: string } } }",
    "{ properties: { a: { type: string, nullable: true } } }",
  ],
  [
    "a component may be null",
    "breaking",
    "clients read its members",
    `use: { properties: { p: { allOf: [${ref}] } } }\n${pet}`,
    `use: { properties: { p: { nullable: true, allOf: [${ref}] } } }\n${pet}`,
  ],
  [
    "a member is removed",
    "breaking",
    "clients read it",
    "{ properties: { a: {}, b: {} } }",
    "{ properties: { a: {} } }",
  ],
  [
    "an enum grows",
    "breaking",
    "a switch over it has no case",
    "{ type: string, enum: [x] }",
    "{ type: string, enum: [x, y] }",
  ],
  [
    "a member is added",
    "harmless",
    "clients pass over it",
    "{ properties: { a: {} } }",
    "{ properties: { a: {}, b: {} } }",
  ],
]);

export const refactors30 = table("refactors in 3.0", in30(both), [
  [
    "nullable in a base",
    "refactor",
    "the same values",
    `use: { properties: { p: { nullable: true, allOf: [${ref}] } } }\n${pet}`,
    "use: { properties: { p: { type: object, nullable: true, required: [name], properties: { name: { type: string } } } } }",
  ],
  [
    "what stands beside a reference",
    "refactor",
    "3.0 does not look at it",
    `use: { properties: { p: ${ref} } }\n${pet}`,
    `use: { properties: { p: { $ref: "#/components/schemas/Pet", maxProperties: 1 } } }\n${pet}`,
  ],
  [
    "allOf is written out",
    "refactor",
    "all of them still hold",
    `use: { allOf: [${ref}, { properties: { b: {} } }] }\n${pet}`,
    "use: { type: object, required: [name], properties: { name: { type: string }, b: {} } }",
  ],
  [
    "nullable is told to be false",
    "refactor",
    "it is the default",
    "use: { type: string }",
    "use: { type: string, nullable: false }",
  ],
]);

export const operations30 = table("operations in 3.0", in30(operation), [
  [
    "a parameter becomes required",
    "breaking",
    "calls without it are refused",
    "parameters: [{ name: q, in: query, schema: {} }]",
    "parameters: [{ name: q, in: query, required: true, schema: {} }]",
  ],
  [
    "a status is removed",
    "breaking",
    "what clients do on it is never reached",
    'responses: { "200": { description: Done. }, "404": { description: None. } }',
    'responses: { "200": { description: Done. } }',
  ],
  [
    "a callback brings less",
    "breaking",
    "receivers read it",
    'callbacks: { c: { "{$url}": { post: { requestBody: { content: { application/json: { schema: { properties: { a: {}, b: {} } } } } }, responses: {} } } } }',
    'callbacks: { c: { "{$url}": { post: { requestBody: { content: { application/json: { schema: { properties: { a: {} } } } } }, responses: {} } } } }',
  ],
]);

const upgrade = (schema30: string, schema31: string) =>
  (
    [
      ["3.0.3", schema30],
      ["3.1.0", schema31],
    ] as const
  ).map(
    ([version, schema]) => `openapi: ${version}
paths: { /t: { post: { operationId: a, requestBody: { content: { application/json: { schema: ${schema} } } },
  responses: { "200": { description: Done., content: { application/json: { schema: ${schema} } } } } } } }
components: { schemas: { ${pet} } }`,
  ) as [string, string];

/** From 3.0 to 3.1: one contract in two notations. */
export const upgrades: Case[] = table("from 3.0 to 3.1", contract, [
  [
    "nothing but the version",
    "refactor",
    "the same contract",
    ...upgrade("{ type: string }", "{ type: string }"),
  ],
  [
    "nullable",
    "refactor",
    "null is a type now",
    ...upgrade("{ type: string, nullable: true }", "{ type: [string, 'null'] }"),
  ],
  [
    "a component that may be null",
    "refactor",
    "null is a type now",
    ...upgrade(`{ nullable: true, allOf: [${ref}] }`, `{ oneOf: [${ref}, { type: 'null' }] }`),
  ],
  [
    "an enum that may be null",
    "refactor",
    "null is a type now",
    ...upgrade("{ type: string, nullable: true, enum: [x] }", "{ type: [string, 'null'], enum: [x, null] }"),
  ],
  [
    "an exclusive bound",
    "refactor",
    "the bound is the number now",
    ...upgrade(
      "{ type: number, minimum: 1, exclusiveMinimum: true }",
      "{ type: number, exclusiveMinimum: 1 }",
    ),
  ],
  [
    "base64",
    "refactor",
    "the encoding has a keyword now",
    ...upgrade("{ type: string, format: byte }", "{ type: string, contentEncoding: base64 }"),
  ],
  [
    "null is lost",
    "breaking",
    "null is refused",
    ...upgrade("{ type: string, nullable: true }", "{ type: string }"),
  ],
  [
    "null is gained",
    "breaking",
    "clients call its methods",
    ...upgrade("{ type: string }", "{ type: [string, 'null'] }"),
  ],
]);
