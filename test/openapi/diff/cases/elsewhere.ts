import { contract, schemas, table } from "./case.ts";

const done = 'responses: { "200": { description: Done. } }';
const body = (schema: string) => `requestBody: { content: { application/json: { schema: ${schema} } } }`;
const item = (kind: string, schema: string) => `${kind} { $ref: "#/components/pathItems/P" } }
components: { pathItems: { P: { post: { operationId: a, ${body(schema)}, ${done} } } } }`;
const path = "paths: { /t:";
const hook = "webhooks: { made:";
const get = (more = "") => `{ get: { operationId: a, ${more} ${done} } }`;
const params = (...list: string[]) => `paths: { /t: ${get(`parameters: [${list.join(", ")}],`)} }`;
const old = "{ name: q, in: query, deprecated: true, x-sunset: '2020-01-01', schema: {} }";
const two = "{ properties: { a: {}, b: {} } }";

/** What an operation is made of may stand elsewhere. */
export const elsewhere = table(
  "what stands elsewhere",
  contract,
  `
a path item by reference asks for more | ${item(path, two)} >>
  ${item(path, "{ required: [a], properties: { a: {}, b: {} } }")}
a webhook by reference brings less | ${item(hook, two)} >> ${item(hook, "{ properties: { a: {} } }")}
the root asks for a key of a path item by reference | ${item(path, "{}")} >> security: [{ k: [] }]
${item(path, "{}")}
a path gets a server of its own | { servers: [{ url: https://a.test }], paths: { /t: ${get()} } } !!
  { servers: [{ url: https://a.test }], paths: { /t: ${get().replace("{", "{ servers: [{ url: https://b.test }],")} } }
a path repeats the servers of the root | { servers: [{ url: https://a.test }], paths: { /t: ${get()} } } ==
  { servers: [{ url: https://a.test }], paths: { /t: ${get().replace("{", "{ servers: [{ url: https://a.test }],")} } }
the only parameter is removed after its sunset | ${params(old)} ~~ paths: { /t: ${get()} }
a component that nobody refers to is removed | { paths: { /t: ${get()} }, components: { schemas: { A: { type: object } } } } ~~
  paths: { /t: ${get()} }
a component that nobody refers to changes | { paths: { /t: ${get()} }, components: { schemas: { A: { type: object } } } } ~~
  { paths: { /t: ${get()} }, components: { schemas: { A: { type: string } } } }
`,
);

const pet = "Pet: { type: object, required: [name], properties: { name: { type: string } } }";
const ref = '{ $ref: "#/components/schemas/Pet" }';
const bounded = "[{ type: string, maxLength: 5 }, { type: integer, maximum: 5 }]";

/** A schema that becomes one of several, and the other way round. */
export const wrapped = schemas(
  "wrapped requests",
  `
another kind is accepted | { use: { oneOf: [${ref}, { type: array, items: ${ref} }] }, ${pet} } >> { use: ${ref}, ${pet} }
oneOf becomes anyOf | oneOf: ${bounded} ~~ anyOf: ${bounded}
anyOf becomes oneOf | anyOf: [{ minLength: 1 }, { maxLength: 5 }] >>/~~ oneOf: [{ minLength: 1 }, { maxLength: 5 }]
a tuple changes its first item | { type: array, prefixItems: [{ type: string }] } !!
  { type: array, prefixItems: [{ type: integer }] }
a dependent schema asks for more | { type: object, dependentSchemas: { a: {} } } >>
  { type: object, dependentSchemas: { a: { required: [b] } } }
a dependent schema asks for another field | { type: object, dependentSchemas: { a: { required: [b] } } } !!
  { type: object, dependentRequired: { a: [c] } }
a map in allOf goes, and what it left to the outside was closed |
  { allOf: [{ type: object, additionalProperties: { type: string } }], unevaluatedProperties: false } >>
  { allOf: [{ type: object }], unevaluatedProperties: false }
an object beside a map in allOf is closed | { allOf: [{ type: object, additionalProperties: { type: string } }] } ~~
  { allOf: [{ type: object, additionalProperties: { type: string } }], unevaluatedProperties: false }
a list beside one of texts in allOf is closed, and the other goes |
  { allOf: [{ type: array, items: { type: string } }], unevaluatedItems: false } >>
  { allOf: [{ type: array }], unevaluatedItems: false }
`,
);

export const wrappedResponses = schemas(
  "wrapped responses",
  `
a field that never came is removed | { properties: { a: { writeOnly: true }, b: {} } } ~~ { properties: { b: {} } }
`,
);
