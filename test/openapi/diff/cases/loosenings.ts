import { contract, operation, schemas, table } from "./case.ts";

const parameter = (more: string) => `parameters: [{ name: q, in: query, ${more} schema: { type: string } }]`;
const past = "deprecated: true, x-sunset: '2020-01-01'";
const op = (id: string, more = "") =>
  `{ operationId: ${id}, ${more} responses: { "200": { description: Done. } } }`;

/** What comes less often. */
export const looserResponses = schemas(
  "narrower responses",
  `
a condition is added | { type: object } >> { type: object, if: { required: [a] }, then: { required: [b] } }
a required field goes after its sunset | { type: object, required: [a], properties: { a: {} } } >>/~~
  { type: object, required: [a, b], properties: { a: {}, b: { ${past} } } }
a branch of a union whose kinds may grow |
  { use: { $ref: '#/components/schemas/U' }, U: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }, { $ref: '#/components/schemas/C' }], discriminator: { propertyName: k, mapping: { a: '#/components/schemas/A', b: '#/components/schemas/B', c: '#/components/schemas/C' } } }, A: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b, c] }, x: { type: string } } }, B: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b, c] }, y: { type: string } } }, C: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b, c] }, z: { type: string } } } } >>/~~
  { use: { $ref: '#/components/schemas/U' }, U: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }], discriminator: { propertyName: k, mapping: { a: '#/components/schemas/A', b: '#/components/schemas/B' } } }, A: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b] }, x: { type: string } } }, B: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b] }, y: { type: string } } } }
`,
);

/** What an operation allows besides. */
export const looserOperations = table(
  "looser operations",
  operation,
  `
allowReserved is granted | ${parameter("allowReserved: true,")} >> ${parameter("")}
allowEmptyValue is granted | ${parameter("allowEmptyValue: true,")} >> ${parameter("")}
the media type of a request becomes a range | requestBody: { content: { 'application/*': { schema: {} } } } >>
  requestBody: { content: { application/json: { schema: {} } } }
a required parameter changes its default |
  parameters: [{ name: q, in: query, required: true, schema: { type: integer, default: 1 } }] ~~
  parameters: [{ name: q, in: query, required: true, schema: { type: integer, default: 2 } }]
a flag in a query becomes one of two texts | parameters: [{ name: q, in: query, schema: { type: string, enum: ['true', 'false', auto] } }] >>
  parameters: [{ name: q, in: query, schema: { type: boolean } }]
a number in a query becomes any text | parameters: [{ name: q, in: query, schema: { type: string } }] >>
  parameters: [{ name: q, in: query, schema: { type: [integer, boolean] } }]
a number in a query becomes a short text | parameters: [{ name: q, in: query, schema: { type: integer } }] !!
  parameters: [{ name: q, in: query, schema: { type: string, maxLength: 3 } }]
a text in a query loses null | parameters: [{ name: q, in: query, schema: { type: [string, 'null'] } }] >>
  parameters: [{ name: q, in: query, schema: { type: string } }]
a text in a query becomes a list that is repeated |
  parameters: [{ name: q, in: query, schema: { type: array, items: { type: string, format: uuid } } }] >>
  parameters: [{ name: q, in: query, explode: false, schema: { type: string, format: uuid } }]
a number in a query becomes a list of texts |
  parameters: [{ name: q, in: query, schema: { type: array, items: { type: string } } }] >>
  parameters: [{ name: q, in: query, schema: { type: integer } }]
a text in a query becomes a list of short ones | parameters: [{ name: q, in: query, schema: { type: string } }] !!
  parameters: [{ name: q, in: query, schema: { type: array, items: { type: string, maxLength: 3 } } }]
a text in a query becomes a list of two at least | parameters: [{ name: q, in: query, schema: { type: string } }] !!
  parameters: [{ name: q, in: query, schema: { type: array, minItems: 2, items: { type: string } } }]
a text in a query becomes a list between commas | parameters: [{ name: q, in: query, schema: { type: string } }] !!
  parameters: [{ name: q, in: query, explode: false, schema: { type: array, items: { type: string } } }]
a list in a query becomes one text | parameters: [{ name: q, in: query, schema: { type: array, items: { type: string } } }] >>
  parameters: [{ name: q, in: query, schema: { type: string } }]
`,
);

/** What goes after the day that callers were told. */
export const sunsets = table(
  "sunsets",
  contract,
  `
a path goes | paths: { /a: { get: ${op("a")} }, /b: { get: ${op("b", `${past},`)}, put: ${op("c", `${past},`)} } } ~~
  paths: { /a: { get: ${op("a")} } }
a path goes of which one operation stays in force | paths: { /b: { get: ${op("b", `${past},`)}, put: ${op("c")} } } >>
  paths: {}
a sunset moves nearer | paths: { /a: { get: ${op("a", "deprecated: true, x-sunset: '2099-01-01',")} } } >>
  paths: { /a: { get: ${op("a", "deprecated: true, x-sunset: '2098-01-01',")} } }
a sunset that is past from the start | paths: { /a: { get: ${op("a")} } } >> paths: { /a: { get: ${op("a", `${past},`)} } }
an operation goes whose sunset is no date |
  paths: { /a: { get: ${op("a")}, put: ${op("b", "deprecated: true, x-sunset: 01/02/2099,")} } } >>
  paths: { /a: { get: ${op("a")} } }
a webhook goes | webhooks: { a: { post: ${op("a", `${past},`)} } } ~~ webhooks: {}
`,
);
