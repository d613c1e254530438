import { answer, contract, request, table } from "./case.ts";

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
export const elsewhere = table("what stands elsewhere", contract, [
  [
    "a path item by reference asks for more",
    "breaking",
    "calls without it are refused",
    item(path, two),
    item(path, "{ required: [a], properties: { a: {}, b: {} } }"),
  ],
  [
    "a webhook by reference brings less",
    "breaking",
    "receivers read it",
    item(hook, two),
    item(hook, "{ properties: { a: {} } }"),
  ],
  [
    "a webhook by reference always brings a member",
    "harmless",
    "it is there more often",
    item(hook, two),
    item(hook, "{ required: [a], properties: { a: {}, b: {} } }"),
  ],
  [
    "the root asks for a key of a path item by reference",
    "breaking",
    "calls without it are refused",
    item(path, "{}"),
    `security: [{ k: [] }]\n${item(path, "{}")}`,
  ],
  [
    "a path gets a server of its own",
    "breaking",
    "clients call it where the rest is",
    `servers: [{ url: https://a.test }]\npaths: { /t: ${get()} }`,
    `servers: [{ url: https://a.test }]\npaths: { /t: ${get().replace("{", "{ servers: [{ url: https://b.test }],")} }`,
  ],
  [
    "a path repeats the servers of the root",
    "refactor",
    "it is where it was",
    `servers: [{ url: https://a.test }]\npaths: { /t: ${get()} }`,
    `servers: [{ url: https://a.test }]\npaths: { /t: ${get().replace("{", "{ servers: [{ url: https://a.test }],")} }`,
  ],
  [
    "the only parameter is removed after its sunset",
    "harmless",
    "callers knew the date",
    params(old),
    `paths: { /t: ${get()} }`,
  ],
  [
    "one parameter is removed after its sunset",
    "harmless",
    "callers knew the date",
    params(old, "{ name: p, in: query, schema: {} }"),
    params("{ name: p, in: query, schema: {} }"),
  ],
  [
    "a component that nobody refers to is removed",
    "harmless",
    "nobody sends or gets it",
    `paths: { /t: ${get()} }\ncomponents: { schemas: { A: { type: object } } }`,
    `paths: { /t: ${get()} }`,
  ],
  [
    "a component that nobody refers to changes",
    "harmless",
    "nobody sends or gets it",
    `paths: { /t: ${get()} }\ncomponents: { schemas: { A: { type: object } } }`,
    `paths: { /t: ${get()} }\ncomponents: { schemas: { A: { type: string } } }`,
  ],
]);

const pet = "Pet: { type: object, required: [name], properties: { name: { type: string } } }";
const ref = '{ $ref: "#/components/schemas/Pet" }';
const bounded = "[{ type: string, maxLength: 5 }, { type: integer, maximum: 5 }]";

/** A schema that becomes one of several, and the other way round. */
export const wrapped = table("wrapped requests", request, [
  [
    "another kind is accepted",
    "harmless",
    "the old one still is",
    `use: ${ref}\n${pet}`,
    `use: { oneOf: [${ref}, { type: array, items: ${ref} }] }\n${pet}`,
  ],
  [
    "only one kind is accepted",
    "breaking",
    "the other is refused",
    `use: { oneOf: [${ref}, { type: array, items: ${ref} }] }\n${pet}`,
    `use: ${ref}\n${pet}`,
  ],
  [
    "oneOf becomes anyOf",
    "harmless",
    "what fits two branches is accepted too",
    `oneOf: ${bounded}`,
    `anyOf: ${bounded}`,
  ],
  [
    "anyOf becomes oneOf",
    "breaking",
    "what fits two branches is refused",
    "anyOf: [{ minLength: 1 }, { maxLength: 5 }]",
    "oneOf: [{ minLength: 1 }, { maxLength: 5 }]",
  ],
  [
    "a tuple changes its first item",
    "breaking",
    "texts are refused",
    "{ type: array, prefixItems: [{ type: string }] }",
    "{ type: array, prefixItems: [{ type: integer }] }",
  ],
  [
    "a dependent schema asks for more",
    "breaking",
    "calls without b are refused",
    "{ type: object, dependentSchemas: { a: {} } }",
    "{ type: object, dependentSchemas: { a: { required: [b] } } }",
  ],
]);

export const wrappedAnswers = table("wrapped answers", answer, [
  [
    "another kind comes",
    "breaking",
    "clients do not know it",
    `use: ${ref}\n${pet}`,
    `use: { oneOf: [${ref}, { type: array, items: ${ref} }] }\n${pet}`,
  ],
  [
    "only one kind comes",
    "harmless",
    "clients know it",
    `use: { oneOf: [${ref}, { type: array, items: ${ref} }] }\n${pet}`,
    `use: ${ref}\n${pet}`,
  ],
  [
    "a member that never came is removed",
    "harmless",
    "it was only sent",
    "{ properties: { a: { writeOnly: true }, b: {} } }",
    "{ properties: { b: {} } }",
  ],
]);
