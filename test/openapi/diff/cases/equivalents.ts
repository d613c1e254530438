import { contract, operation, schemas, table } from "./case.ts";

const cat = "Cat: { type: object, required: [k], properties: { k: { type: string } } }";
const union = (name: string, mapping: string) =>
  `use: { oneOf: [{ $ref: '#/components/schemas/${name}' }, { $ref: '#/components/schemas/Dog' }],
  discriminator: { propertyName: k, mapping: ${mapping} } }\n${cat.replace("Cat", name)}\n${cat.replace("Cat", "Dog")}`;
const media = (type: string, schema = "{ type: string }") =>
  `requestBody: { content: { ${type}: { schema: ${schema} } } }`;
const header = (name: string) =>
  `responses: { '200': { description: Done., headers: { ${name}: { schema: { type: string } } } } }`;
const servers = (url: string) => `servers: [{ url: '${url}' }]\npaths: {}`;
const parameter = (more: string) => `parameters: [{ name: q, in: query, ${more} }]`;
const scheme = (flows: string) => `security: [{ k: [] }]
paths: { /t: { get: { responses: {} } } }
components: { securitySchemes: { k: { type: apiKey, in: header, name: X-Key }, o: { type: oauth2, flows: { ${flows} } } } }`;
const openId = (url: string) => `security: [{ k: [] }]
paths: { /t: { get: { responses: {} } } }
components: { securitySchemes: { k: { type: openIdConnect, openIdConnectUrl: '${url}' } } }`;
const flow = (token: string) => `clientCredentials: { tokenUrl: 'https://a.test/${token}', scopes: {} }`;
const version = (openapi: string, rest: string) =>
  `openapi: ${openapi}\npaths: { /t: { post: { ${rest} } } }`;

/** Schemas in other words. */
export const equivalentSchemas = schemas(
  "equivalent schemas",
  `
a component is renamed with a mapping | ${union("Cat", "{ c: '#/components/schemas/Cat' }")} ==
  ${union("Lion", "{ c: '#/components/schemas/Lion' }")}
minContains is told to be 1 | { type: array, contains: { type: string } } ==
  { type: array, contains: { type: string }, minContains: 1 }
a pattern that every text fits | { type: string, pattern: '.*' } == { type: string, pattern: '^.*$' }
the keys of a default change places | { properties: { a: { type: object, default: { x: 1, y: 2 } } } } ==
  { properties: { a: { type: object, default: { y: 2, x: 1 } } } }
a bound that an enum keeps anyway | { type: string, enum: [x, y] } == { type: string, enum: [x, y], maxLength: 9 }
a pattern that every name matches | { type: object, patternProperties: { '.*': { type: string } } } ==
  { type: object, additionalProperties: { type: string } }
a list of two that is closed, or bounded | { type: array, prefixItems: [{ type: string }, { type: integer }], items: false } ==
  { type: array, prefixItems: [{ type: string }, { type: integer }], maxItems: 2 }
two items by their place, or by one schema | { type: array, prefixItems: [{ type: string }, { type: string }], items: false } ==
  { type: array, items: { type: string }, maxItems: 2 }
a value in decimals that is a multiple | { type: number, enum: [0.07], multipleOf: 0.01 } == { type: number, enum: [0.07] }
a multiple of a multiple in decimals | { allOf: [{ type: number, multipleOf: 0.01 }, { multipleOf: 0.1 }] } ==
  { type: number, multipleOf: 0.1 }
a flag of 3.0 goes | { type: string, nullable: true } == { type: string }
one item at most, which differs from all others | { type: array, items: {}, maxItems: 1 } ==
  { type: array, items: {}, maxItems: 1, uniqueItems: true }
a schema is used twice by $defs | { properties: { a: { type: string }, b: { type: string } } } ==
  { use: { properties: { a: { $ref: '#/components/schemas/T' }, b: { $ref: '#/components/schemas/T' } } }, T: { type: string } }
`,
);

/** Contracts in other words. */
export const equivalentContracts = table(
  "equivalent contracts",
  contract,
  `
scheme and host in capitals | ${servers("https://api.test/v1")} == ${servers("HTTPS://API.test/v1")}
a variable of a server is written out |
  servers: [{ url: 'https://{r}.test', variables: { r: { default: eu, enum: [eu, us] } } }]\npaths: {} ==
  servers: [{ url: 'https://eu.test' }, { url: 'https://us.test' }]\npaths: {}
a server becomes one of several by a variable |
  servers: [{ url: 'https://{r}.test', variables: { r: { default: eu, enum: [eu, us] } } }]\npaths: {} >>
  ${servers("https://eu.test")}
a variable that takes any value is written out |
  servers: [{ url: 'https://{r}.test', variables: { r: { default: eu } } }]\npaths: {} >>
  ${servers("https://eu.test")}
the flow of a scheme that nothing asks for | ${scheme(flow("token"))} == ${scheme(flow("tokens"))}
the address of OpenID Connect gets a slash | ${openId("https://a.test/c")} !! ${openId("https://a.test/c/")}
an extension among the statuses | paths: { /t: { get: { responses: { '200': { description: Done. } } } } } ==
  paths: { /t: { get: { responses: { '200': { description: Done. }, x-note: [1] } } } }
a binary body from 3.0 to 3.1 | ${version("3.0.3", media("application/octet-stream", "{ type: string, format: binary }"))} ==
  ${version("3.1.0", media("application/octet-stream", "{}"))}
the schema of a binary body becomes a component | ${version("3.0.3", media("image/png", "{ type: string, format: binary }"))} ==
  ${version("3.1.0", media("image/png", "{ $ref: '#/components/schemas/Image' }"))}\ncomponents: { schemas: { Image: { type: string, format: binary } } }
`,
);

/** Operations in other words. */
export const equivalentOperations = table(
  "equivalent operations",
  operation,
  `
a charset of JSON is told | ${media("application/json")} == ${media("Application/JSON; charset=UTF-8")}
the letters of a header of a response change | ${header("ETag")} == ${header("etag")}
a charset is quoted | ${media("text/plain; charset=utf-8")} == ${media(`'text/plain; charset="utf-8"'`)}
explode of a scalar | ${parameter("explode: false, schema: { type: string }")} ==
  ${parameter("explode: true, schema: { type: string }")}
headers that OpenAPI ignores | {} ==
  parameters: [${["Accept", "Content-Type", "Authorization"].map((name) => `{ name: ${name}, in: header, required: true, schema: { type: string } }`).join(", ")}]
`,
);

/** What a client sends, in other words. */
export const equivalentRequests = schemas(
  "equivalent requests",
  `
a readOnly field goes | { type: object, additionalProperties: false, properties: { a: {}, b: { readOnly: true } } } ~~/>>
  { type: object, additionalProperties: false, properties: { a: {} } }
a readOnly field changes its type | { properties: { b: { type: string, readOnly: true } } } ~~/!!
  { properties: { b: { type: integer, readOnly: true } } }
`,
);
