import { both, contract, operation, request, table, type Case } from "./case.ts";

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
const openId = (url: string) => `security: [{ k: [] }]
paths: { /t: { get: { responses: {} } } }
components: { securitySchemes: { k: { type: openIdConnect, openIdConnectUrl: '${url}' } } }`;
const flow = (token: string) => `clientCredentials: { tokenUrl: 'https://a.test/${token}', scopes: {} }`;
const get = (path: string, id: string, parameters = "") =>
  `${path}: { ${parameters} get: { operationId: ${id}, responses: { "200": { description: Done. } } } }`;
const version = (openapi: string, rest: string) =>
  `openapi: ${openapi}\npaths: { /t: { post: { ${rest} } } }`;

/** Schemas in other words. */
export const equivalentSchemas = table(
  "equivalent schemas",
  both,
  `
refactor | a component is renamed with a mapping | the values lead to the same
- ${union("Cat", "{ c: '#/components/schemas/Cat' }")}
+ ${union("Lion", "{ c: '#/components/schemas/Lion' }")}
refactor | oneOf of one | there is no choice
- { type: string }
+ { oneOf: [{ type: string }] }
refactor | the bound of an integer is exclusive | above 0 is from 1
- { type: integer, minimum: 1 }
+ { type: integer, exclusiveMinimum: 0 }
refactor | minContains is told to be 1 | it is the default
- { type: array, contains: { type: string } }
+ { type: array, contains: { type: string }, minContains: 1 }
refactor | a pattern that every text fits | it refuses nothing
- { type: string, pattern: '.*' }
+ { type: string, pattern: '^.*$' }
refactor | the keys of a default change places | their order says nothing
- { properties: { a: { type: object, default: { x: 1, y: 2 } } } }
+ { properties: { a: { type: object, default: { y: 2, x: 1 } } } }
refactor | a bound that an enum keeps anyway | the values are the same
- { type: string, enum: [x, y] }
+ { type: string, enum: [x, y], maxLength: 9 }
refactor | a pattern that every name matches | it names all that is not named
- { type: object, patternProperties: { '.*': { type: string } } }
+ { type: object, additionalProperties: { type: string } }
refactor | a list of two that is closed, or bounded | a third item is refused either way
- { type: array, prefixItems: [{ type: string }, { type: integer }], items: false }
+ { type: array, prefixItems: [{ type: string }, { type: integer }], maxItems: 2 }
refactor | two items by their place, or by one schema | each has the same one
- { type: array, prefixItems: [{ type: string }, { type: string }], items: false }
+ { type: array, items: { type: string }, maxItems: 2 }
refactor | a value in decimals that is a multiple | it is valid either way
- { type: number, enum: [0.07], multipleOf: 0.01 }
+ { type: number, enum: [0.07] }
refactor | a multiple of a multiple in decimals | the larger step decides
- { allOf: [{ type: number, multipleOf: 0.01 }, { multipleOf: 0.1 }] }
+ { type: number, multipleOf: 0.1 }
refactor | a flag of 3.0 goes | 3.1 does not know it
- { type: string, nullable: true }
+ { type: string }
refactor | one item at most, which differs from all others | it always does
- { type: array, items: {}, maxItems: 1 }
+ { type: array, items: {}, maxItems: 1, uniqueItems: true }
refactor | a schema gets an address of its own, and $defs | it says the same elsewhere
- { use: { $ref: '#/components/schemas/T' }, T: { type: object, properties: { a: { type: string } } } }
+ { use: { $ref: 'https://a.test/t' }, T: { $id: 'https://a.test/t', type: object, properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: string } } } }
refactor | a schema is used twice by $defs | it says the same elsewhere
- { properties: { a: { type: string }, b: { type: string } } }
+ { use: { properties: { a: { $ref: '#/components/schemas/T' }, b: { $ref: '#/components/schemas/T' } } }, T: { type: string } }
`,
);

/** Contracts in other words. */
export const equivalentContracts = table(
  "equivalent contracts",
  contract,
  `
refactor | scheme and host in capitals | they are the same in any letters
- ${servers("https://api.test/v1")}
+ ${servers("HTTPS://API.test/v1")}
refactor | a variable of a server is written out | they are the same addresses
- servers: [{ url: 'https://{r}.test', variables: { r: { default: eu, enum: [eu, us] } } }]\npaths: {}
+ servers: [{ url: 'https://eu.test' }, { url: 'https://us.test' }]\npaths: {}
harmless | a server becomes one of several by a variable | its address is among them
- ${servers("https://eu.test")}
+ servers: [{ url: 'https://{r}.test', variables: { r: { default: eu, enum: [eu, us] } } }]\npaths: {}
breaking | one value of a variable is written out | the others are gone
- servers: [{ url: 'https://{r}.test', variables: { r: { default: eu, enum: [eu, us] } } }]\npaths: {}
+ ${servers("https://eu.test")}
breaking | a variable that takes any value is written out | other values were allowed
- servers: [{ url: 'https://{r}.test', variables: { r: { default: eu } } }]\npaths: {}
+ ${servers("https://eu.test")}
refactor | the flow of a scheme that nothing asks for | nobody gets a token by it
- ${scheme(flow("token"))}
+ ${scheme(flow("tokens"))}
harmless | a new operation stands first | the order says nothing
- paths: { ${get("/a", "a")}, ${get("/b", "b")} }
+ paths: { ${get("/n", "n")}, ${get("/b", "b")}, ${get("/a", "a")} }
refactor | a percent code in small letters, or for a plain letter | it is the same address
- ${openId("https://a.test/c%2Fd~e")}
+ ${openId("https://a.test/c%2fd%7Ee")}
breaking | the address of OpenID Connect gets a slash | it is another address
- ${openId("https://a.test/c")}
+ ${openId("https://a.test/c/")}
refactor | an extension among the statuses | it is no status
- paths: { /t: { get: { responses: { '200': { description: Done. } } } } }
+ paths: { /t: { get: { responses: { '200': { description: Done. }, x-note: [1] } } } }
refactor | two paths of one template | each is compared with itself
- paths: { ${get("'/t/{a}'", "a")}, ${get("'/t/{b}'", "b")} }
+ paths: { ${get("'/t/{b}'", "b")}, ${get("'/t/{a}'", "a")} }
refactor | a path-level parameter moves to each operation | it holds for the operation either way
- paths: { ${get("/t", "a", "parameters: [{ name: q, in: query, schema: {} }],")} }
+ paths: { ${get("/t", "a").replace("get: {", "get: { parameters: [{ name: q, in: query, schema: {} }],")} }
refactor | a binary body from 3.0 to 3.1 | bytes have no schema any more
- ${version("3.0.3", media("application/octet-stream", "{ type: string, format: binary }"))}
+ ${version("3.1.0", media("application/octet-stream", "{}"))}
refactor | the schema of a binary body becomes a component | bytes have no schema any more
- ${version("3.0.3", media("image/png", "{ type: string, format: binary }"))}
+ ${version("3.1.0", media("image/png", "{ $ref: '#/components/schemas/Image' }"))}\ncomponents: { schemas: { Image: { type: string, format: binary } } }
`,
);

/** Operations in other words. */
export const equivalentOperations: Case[] = table(
  "equivalent operations",
  operation,
  `
refactor | a charset is quoted | it is the same charset
- ${media("text/plain; charset=utf-8")}
+ ${media(`'text/plain; charset="utf-8"'`)}
refactor | explode of a scalar | there is nothing to explode
- ${parameter("explode: false, schema: { type: string }")}
+ ${parameter("explode: true, schema: { type: string }")}
refactor | the types of a file change places | their order says nothing
- ${media("multipart/form-data", "{}, encoding: { f: { contentType: 'image/png, image/gif' } }")}
+ ${media("multipart/form-data", "{}, encoding: { f: { contentType: 'image/gif,image/png' } }")}
refactor | how a form writes lists is told | it is the default
- ${media("application/x-www-form-urlencoded", "{ properties: { f: { type: array, items: {} } } }")}
+ ${media("application/x-www-form-urlencoded", "{ properties: { f: { type: array, items: {} } } }, encoding: { f: { style: form, explode: true } }")}
refactor | the letters of a header parameter | headers are the same in any letters
- parameters: [{ name: X-A, in: header, schema: {} }]
+ parameters: [{ name: x-a, in: header, schema: {} }]
${["Accept", "Content-Type", "Authorization"]
  .map(
    (name) => `refactor | the header parameter ${name} appears | OpenAPI ignores it
- {}
+ parameters: [{ name: ${name}, in: header, required: true, schema: { type: string } }]`,
  )
  .join("\n")}
`,
);

/** What a client sends, in other words. */
export const equivalentRequests = table(
  "equivalent requests",
  request,
  `
refactor | a readOnly field goes | no request ever had it
- { type: object, additionalProperties: false, properties: { a: {}, b: { readOnly: true } } }
+ { type: object, additionalProperties: false, properties: { a: {} } }
refactor | a readOnly field changes its type | no request ever had it
- { properties: { b: { type: string, readOnly: true } } }
+ { properties: { b: { type: integer, readOnly: true } } }
`,
);
