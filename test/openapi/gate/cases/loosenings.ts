import { answer, contract, operation, request, table } from "./case.ts";

const parameter = (more: string) => `parameters: [{ name: q, in: query, ${more} schema: { type: string } }]`;
const past = "deprecated: true, x-sunset: '2020-01-01'";
const op = (id: string, more = "") =>
  `{ operationId: ${id}, ${more} responses: { "200": { description: Done. } } }`;

/** What is accepted besides. */
export const looserRequests = table("looser requests", request, [
  [
    "multipleOf is halved",
    "harmless",
    "more is accepted",
    "{ type: integer, multipleOf: 10 }",
    "{ type: integer, multipleOf: 5 }",
  ],
  [
    "multipleOf becomes another",
    "breaking",
    "10 is refused",
    "{ type: integer, multipleOf: 10 }",
    "{ type: integer, multipleOf: 15 }",
  ],
  [
    "the default of a required member changes",
    "harmless",
    "nobody leaves it out",
    "{ type: object, required: [a], properties: { a: { type: integer, default: 1 } } }",
    "{ type: object, required: [a], properties: { a: { type: integer, default: 2 } } }",
  ],
  [
    "a pattern becomes one that every text fits",
    "harmless",
    "more is accepted",
    "{ type: string, pattern: '^a' }",
    "{ type: string, pattern: '.*' }",
  ],
]);

/** What comes less often. */
export const looserAnswers = table("narrower answers", answer, [
  [
    "multipleOf is doubled",
    "harmless",
    "fewer values come",
    "{ type: integer, multipleOf: 5 }",
    "{ type: integer, multipleOf: 10 }",
  ],
  [
    "a condition is added",
    "harmless",
    "fewer values come",
    "{ type: object }",
    "{ type: object, if: { required: [a] }, then: { required: [b] } }",
  ],
  [
    "a required member goes after its sunset",
    "harmless",
    "clients knew the date",
    `{ type: object, required: [a, b], properties: { a: {}, b: { ${past} } } }`,
    "{ type: object, required: [a], properties: { a: {} } }",
  ],
  [
    "a branch of a union whose kinds may grow",
    "harmless",
    "its discriminator is declared open",
    "use: { $ref: '#/components/schemas/U' }\nU: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }], discriminator: { propertyName: k, mapping: { a: '#/components/schemas/A', b: '#/components/schemas/B' } } }\nA: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b] }, x: { type: string } } }\nB: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b] }, y: { type: string } } }",
    "use: { $ref: '#/components/schemas/U' }\nU: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }, { $ref: '#/components/schemas/C' }], discriminator: { propertyName: k, mapping: { a: '#/components/schemas/A', b: '#/components/schemas/B', c: '#/components/schemas/C' } } }\nA: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b, c] }, x: { type: string } } }\nB: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b, c] }, y: { type: string } } }\nC: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b, c] }, z: { type: string } } }",
  ],
]);

/** What an operation allows besides. */
export const looserOperations = table("looser operations", operation, [
  [
    "allowReserved is granted",
    "harmless",
    "more is accepted",
    parameter(""),
    parameter("allowReserved: true,"),
  ],
  [
    "allowReserved is taken back",
    "breaking",
    "it is refused",
    parameter("allowReserved: true,"),
    parameter(""),
  ],
  [
    "allowEmptyValue is granted",
    "harmless",
    "more is accepted",
    parameter(""),
    parameter("allowEmptyValue: true,"),
  ],
  [
    "the media type of a request becomes a range",
    "harmless",
    "the old one is in it",
    "requestBody: { content: { application/json: { schema: {} } } }",
    "requestBody: { content: { 'application/*': { schema: {} } } }",
  ],
  [
    "a required parameter changes its default",
    "harmless",
    "nobody leaves it out",
    "parameters: [{ name: q, in: query, required: true, schema: { type: integer, default: 1 } }]",
    "parameters: [{ name: q, in: query, required: true, schema: { type: integer, default: 2 } }]",
  ],
]);

/** What goes after the day that callers were told. */
export const sunsets = table("sunsets", contract, [
  [
    "a path goes",
    "harmless",
    "callers knew the date",
    `paths: { /a: { get: ${op("a")} }, /b: { get: ${op("b", `${past},`)}, put: ${op("c", `${past},`)} } }`,
    `paths: { /a: { get: ${op("a")} } }`,
  ],
  [
    "a path goes of which one operation stays in force",
    "breaking",
    "its callers knew no date",
    `paths: { /b: { get: ${op("b", `${past},`)}, put: ${op("c")} } }`,
    "paths: {}",
  ],
  [
    "a webhook goes",
    "harmless",
    "receivers knew the date",
    `webhooks: { a: { post: ${op("a", `${past},`)} } }`,
    "webhooks: {}",
  ],
]);
