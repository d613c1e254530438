import { both, contract, operation, request, table, type Case, type Row } from "./case.ts";

const cat = "Cat: { type: object, required: [k], properties: { k: { type: string } } }";
const union = (name: string, mapping: string) =>
  `use: { oneOf: [{ $ref: '#/components/schemas/${name}' }, { $ref: '#/components/schemas/Dog' }],
  discriminator: { propertyName: k, mapping: ${mapping} } }\n${cat.replace("Cat", name)}\n${cat.replace("Cat", "Dog")}`;
const media = (type: string, schema = "{ type: string }") =>
  `requestBody: { content: { ${type}: { schema: ${schema} } } }`;
const servers = (url: string) => `servers: [{ url: '${url}' }]\npaths: {}`;
const parameter = (more: string) => `parameters: [{ name: q, in: query, ${more} }]`;
const scheme = (flows: string) => `security: [{ k: [] }]
paths: { /t: { get: { responses: {} } } }
components: { securitySchemes: { k: { type: apiKey, in: header, name: X-Key }, o: { type: oauth2, flows: { ${flows} } } } }`;
const flow = (token: string) => `clientCredentials: { tokenUrl: 'https://a.test/${token}', scopes: {} }`;
const get = (path: string, id: string, parameters = "") =>
  `${path}: { ${parameters} get: { operationId: ${id}, responses: { "200": { description: Done. } } } }`;
const version = (openapi: string, rest: string) =>
  `openapi: ${openapi}\npaths: { /t: { post: { ${rest} } } }`;

/** Schemas in other words. */
export const equivalentSchemas = table("equivalent schemas", both, [
  [
    "a component is renamed with a mapping",
    "refactor",
    "the values lead to the same",
    union("Cat", "{ c: '#/components/schemas/Cat' }"),
    union("Lion", "{ c: '#/components/schemas/Lion' }"),
  ],
  ["oneOf of one", "refactor", "there is no choice", "{ type: string }", "{ oneOf: [{ type: string }] }"],
  [
    "the bound of an integer is exclusive",
    "refactor",
    "above 0 is from 1",
    "{ type: integer, minimum: 1 }",
    "{ type: integer, exclusiveMinimum: 0 }",
  ],
  [
    "minContains is told to be 1",
    "refactor",
    "it is the default",
    "{ type: array, contains: { type: string } }",
    "{ type: array, contains: { type: string }, minContains: 1 }",
  ],
  [
    "a pattern that every text fits",
    "refactor",
    "it refuses nothing",
    "{ type: string, pattern: '.*' }",
    "{ type: string, pattern: '^.*$' }",
  ],
  [
    "the keys of a default change places",
    "refactor",
    "their order says nothing",
    "{ properties: { a: { type: object, default: { x: 1, y: 2 } } } }",
    "{ properties: { a: { type: object, default: { y: 2, x: 1 } } } }",
  ],
  [
    "a bound that an enum keeps anyway",
    "refactor",
    "the values are the same",
    "{ type: string, enum: [x, y] }",
    "{ type: string, enum: [x, y], maxLength: 9 }",
  ],
  [
    "a schema is used twice by $defs",
    "refactor",
    "it says the same elsewhere",
    "{ properties: { a: { type: string }, b: { type: string } } }",
    "use: { properties: { a: { $ref: '#/components/schemas/T' }, b: { $ref: '#/components/schemas/T' } } }\nT: { type: string }",
  ],
]);

/** Contracts in other words. */
export const equivalentContracts = table("equivalent contracts", contract, [
  [
    "scheme and host in capitals",
    "refactor",
    "they are the same in any letters",
    servers("https://api.test/v1"),
    servers("HTTPS://API.test/v1"),
  ],
  [
    "the flow of a scheme that nothing asks for",
    "refactor",
    "nobody gets a token by it",
    scheme(flow("token")),
    scheme(flow("tokens")),
  ],
  [
    "a new operation stands first",
    "harmless",
    "the order says nothing",
    `paths: { ${get("/a", "a")}, ${get("/b", "b")} }`,
    `paths: { ${get("/n", "n")}, ${get("/b", "b")}, ${get("/a", "a")} }`,
  ],
  [
    "an extension among the statuses",
    "refactor",
    "it is no status",
    "paths: { /t: { get: { responses: { '200': { description: Done. } } } } }",
    "paths: { /t: { get: { responses: { '200': { description: Done. }, x-note: [1] } } } }",
  ],
  [
    "two paths of one template",
    "refactor",
    "each is compared with itself",
    `paths: { ${get("'/t/{a}'", "a")}, ${get("'/t/{b}'", "b")} }`,
    `paths: { ${get("'/t/{b}'", "b")}, ${get("'/t/{a}'", "a")} }`,
  ],
  [
    "a path-level parameter moves to each operation",
    "refactor",
    "it holds for the operation either way",
    `paths: { ${get("/t", "a", "parameters: [{ name: q, in: query, schema: {} }],")} }`,
    `paths: { ${get("/t", "a").replace("get: {", "get: { parameters: [{ name: q, in: query, schema: {} }],")} }`,
  ],
  [
    "a binary body from 3.0 to 3.1",
    "refactor",
    "bytes have no schema any more",
    version("3.0.3", media("application/octet-stream", "{ type: string, format: binary }")),
    version("3.1.0", media("application/octet-stream", "{}")),
  ],
]);

/** Operations in other words. */
export const equivalentOperations: Case[] = table("equivalent operations", operation, [
  [
    "a charset is quoted",
    "refactor",
    "it is the same charset",
    media("text/plain; charset=utf-8"),
    media(`'text/plain; charset="utf-8"'`),
  ],
  [
    "explode of a scalar",
    "refactor",
    "there is nothing to explode",
    parameter("explode: false, schema: { type: string }"),
    parameter("explode: true, schema: { type: string }"),
  ],
  [
    "the letters of a header parameter",
    "refactor",
    "headers are the same in any letters",
    "parameters: [{ name: X-A, in: header, schema: {} }]",
    "parameters: [{ name: x-a, in: header, schema: {} }]",
  ],
  ...["Accept", "Content-Type", "Authorization"].map((name): Row => [
    `the header parameter ${name} appears`,
    "refactor",
    "OpenAPI ignores it",
    "{}",
    `parameters: [{ name: ${name}, in: header, required: true, schema: { type: string } }]`,
  ]),
]);

/** What a client sends, in other words. */
export const equivalentRequests = table("equivalent requests", request, [
  [
    "a readOnly member goes",
    "refactor",
    "no request ever had it",
    "{ type: object, additionalProperties: false, properties: { a: {}, b: { readOnly: true } } }",
    "{ type: object, additionalProperties: false, properties: { a: {} } }",
  ],
  [
    "a readOnly member changes its type",
    "refactor",
    "no request ever had it",
    "{ properties: { b: { type: string, readOnly: true } } }",
    "{ properties: { b: { type: integer, readOnly: true } } }",
  ],
]);
