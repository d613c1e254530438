import { response, contract, request, table } from "./case.ts";

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
breaking | a path item by reference asks for more | calls without it are refused
- ${item(path, two)}
+ ${item(path, "{ required: [a], properties: { a: {}, b: {} } }")}
breaking | a webhook by reference brings less | receivers read it
- ${item(hook, two)}
+ ${item(hook, "{ properties: { a: {} } }")}
harmless | a webhook by reference always brings a field | it is there more often
- ${item(hook, two)}
+ ${item(hook, "{ required: [a], properties: { a: {}, b: {} } }")}
breaking | the root asks for a key of a path item by reference | calls without it are refused
- ${item(path, "{}")}
+ security: [{ k: [] }]
${item(path, "{}")}
breaking | a path gets a server of its own | clients call it where the rest is
- { servers: [{ url: https://a.test }], paths: { /t: ${get()} } }
+ { servers: [{ url: https://a.test }], paths: { /t: ${get().replace("{", "{ servers: [{ url: https://b.test }],")} } }
refactor | a path repeats the servers of the root | it is where it was
- { servers: [{ url: https://a.test }], paths: { /t: ${get()} } }
+ { servers: [{ url: https://a.test }], paths: { /t: ${get().replace("{", "{ servers: [{ url: https://a.test }],")} } }
harmless | the only parameter is removed after its sunset | callers knew the date
- ${params(old)}
+ paths: { /t: ${get()} }
harmless | one parameter is removed after its sunset | callers knew the date
- ${params(old, "{ name: p, in: query, schema: {} }")}
+ ${params("{ name: p, in: query, schema: {} }")}
harmless | a component that nobody refers to is removed | nobody sends or gets it
- { paths: { /t: ${get()} }, components: { schemas: { A: { type: object } } } }
+ paths: { /t: ${get()} }
harmless | a component that nobody refers to changes | nobody sends or gets it
- { paths: { /t: ${get()} }, components: { schemas: { A: { type: object } } } }
+ { paths: { /t: ${get()} }, components: { schemas: { A: { type: string } } } }
`,
);

const pet = "Pet: { type: object, required: [name], properties: { name: { type: string } } }";
const ref = '{ $ref: "#/components/schemas/Pet" }';
const bounded = "[{ type: string, maxLength: 5 }, { type: integer, maximum: 5 }]";

/** A schema that becomes one of several, and the other way round. */
export const wrapped = table(
  "wrapped requests",
  request,
  `
harmless | another kind is accepted | the old one still is
- { use: ${ref}, ${pet} }
+ { use: { oneOf: [${ref}, { type: array, items: ${ref} }] }, ${pet} }
breaking | only one kind is accepted | the other is refused
- { use: { oneOf: [${ref}, { type: array, items: ${ref} }] }, ${pet} }
+ { use: ${ref}, ${pet} }
harmless | oneOf becomes anyOf | what fits two branches is accepted too
- oneOf: ${bounded}
+ anyOf: ${bounded}
breaking | anyOf becomes oneOf | what fits two branches is refused
- anyOf: [{ minLength: 1 }, { maxLength: 5 }]
+ oneOf: [{ minLength: 1 }, { maxLength: 5 }]
breaking | a tuple changes its first item | texts are refused
- { type: array, prefixItems: [{ type: string }] }
+ { type: array, prefixItems: [{ type: integer }] }
breaking | a dependent schema asks for more | calls without b are refused
- { type: object, dependentSchemas: { a: {} } }
+ { type: object, dependentSchemas: { a: { required: [b] } } }
refactor | what is required with a field is said by a schema | it says the same
- { type: object, dependentRequired: { a: [b, c] } }
+ { type: object, dependentRequired: { a: [b] }, dependentSchemas: { a: { required: [c] } } }
breaking | a dependent schema asks for another field | calls without c are refused
- { type: object, dependentSchemas: { a: { required: [b] } } }
+ { type: object, dependentRequired: { a: [c] } }
breaking | a map in allOf goes, and what it left to the outside was closed | other fields are refused
- { allOf: [{ type: object, additionalProperties: { type: string } }], unevaluatedProperties: false }
+ { allOf: [{ type: object }], unevaluatedProperties: false }
harmless | an object beside a map in allOf is closed | the map says what all fields are
- { allOf: [{ type: object, additionalProperties: { type: string } }] }
+ { allOf: [{ type: object, additionalProperties: { type: string } }], unevaluatedProperties: false }
breaking | a list beside one of texts in allOf is closed, and the other goes | other items are refused
- { allOf: [{ type: array, items: { type: string } }], unevaluatedItems: false }
+ { allOf: [{ type: array }], unevaluatedItems: false }
`,
);

export const wrappedResponses = table(
  "wrapped responses",
  response,
  `
breaking | another kind comes | clients do not know it
- { use: ${ref}, ${pet} }
+ { use: { oneOf: [${ref}, { type: array, items: ${ref} }] }, ${pet} }
harmless | only one kind comes | clients know it
- { use: { oneOf: [${ref}, { type: array, items: ${ref} }] }, ${pet} }
+ { use: ${ref}, ${pet} }
harmless | a field that never came is removed | it was only sent
- { properties: { a: { writeOnly: true }, b: {} } }
+ { properties: { b: {} } }
`,
);
