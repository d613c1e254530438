import { contract, operation, schemas, table } from "./case.ts";

const media = (type: string, more: string) => `requestBody: { content: { ${type}: { ${more} } } }`;
const content = (more: string) =>
  `responses: { "200": { description: Done., content: { application/json: { ${more} } } } }`;
const header = (more: string) =>
  `responses: { "200": { description: Done., headers: { X-A: { ${more} } } } }`;
const callback = (url: string) =>
  `callbacks: { c: { '{$request.body#/${url}}': { post: { responses: { "200": { description: Done. } } } } } }`;
const schemes = `components: { securitySchemes: { k: { type: http, scheme: bearer }, j: { type: http, scheme: bearer },
  o: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://a.test/t', scopes: {} } } },
  p: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://b.test/t', scopes: {} } } } } }`;
const asks = (name: string, more = schemes) =>
  `paths: { /t: { get: { security: [{ ${name}: [] }], responses: {} } } }\n${more}`;
const refresh = (url: string) =>
  schemes.replace("tokenUrl: 'https://a.test/t'", `refreshUrl: '${url}', tokenUrl: 'https://a.test/t'`);
const server = (more: string) =>
  `servers: [{ url: 'https://{r}.test', variables: { r: { default: eu${more} } } }]\npaths: {}`;
const pet = (name: string) =>
  `${name}: { type: object, required: [k], properties: { k: { type: string }, ${name.toLowerCase()}: {} } }`;
const union = (...names: string[]) =>
  `use: { oneOf: [${names.map((name) => `{ $ref: '#/components/schemas/${name}' }`).join(", ")}], discriminator: { propertyName: k } }\n${names.map(pet).join("\n")}`;
const twice = (
  bound: string,
) => `use: { properties: { a: { allOf: [{ $ref: '#/components/schemas/B' }, { properties: { x: {} } }] },
  b: { allOf: [{ $ref: '#/components/schemas/B' }, { properties: { y: {} } }] } } }\nB: { type: object, properties: { n: { type: string${bound} } } }`;
const version32 = (more: string) => `openapi: 3.2.0\npaths: { /t: { additionalOperations: { ${more} } } }`;
const copy = (more: string) => `COPY: { ${more} responses: { "200": { description: Done. } } }`;

/** Breaks of what a client sends. */
export const overlookedRequests = schemas(
  "overlooked in requests",
  `
the content of a text asks for more | { type: string, contentMediaType: application/json, contentSchema: { type: object } } >>
  { type: string, contentMediaType: application/json, contentSchema: { type: object, required: [a] } }
the first items change places | { type: array, prefixItems: [{ type: string }, { type: integer }] } !!
  { type: array, prefixItems: [{ type: integer }, { type: string }] }
a closed list loses a place | { type: array, prefixItems: [{ type: string }, { type: string }], items: false } >>
  { type: array, prefixItems: [{ type: string }], items: false }
a name that the discriminator reads changes | ${union("Cat", "Dog")} !!
  ${union("Lion", "Dog").replace("lion: {}", "cat: {}")}
a value goes beside a list of known ones | { type: string, enum: [x, y], x-extensible-enum: [x] } >>/~~
  { type: string, enum: [x], x-extensible-enum: [x] }
a const that is an object changes | { const: { a: 1 } } !! { const: { a: 2 } }
oneOf of what was accepted at once | { type: object, required: [a, b] } !!/>>
  { oneOf: [{ type: object, required: [a] }, { type: object, required: [b] }] }
a branch goes, and another one like it is open |
  { oneOf: [{ type: object, properties: { a: { type: string } } }, { type: object, properties: { b: { type: integer } } }] } >>
  { oneOf: [{ type: object, properties: { a: { type: string } } }] }
a base that is extended twice narrows | ${twice("")} >> ${twice(", maxLength: 5")}
a bound of a type that nobody knows | { type: int, minimum: 1 } >> { type: int, minimum: 5 }
a type that nobody knows becomes another | { type: int } !! { type: bool }
a choice between a type that nobody knows and a text becomes the text | { oneOf: [{ type: string }, { type: int }] } >>
  { oneOf: [{ type: string }] }
`,
);

/** Breaks of what a client gets. */
export const overlookedResponses = schemas(
  "overlooked in responses",
  `
the first items shrink | { type: array, prefixItems: [{ type: string }] } >>
  { type: array, prefixItems: [{ type: string }, { type: integer }] }
a text is encoded | { type: string } !! { type: string, contentEncoding: base64 }
`,
);

/** Breaks of operations. */
export const overlookedOperations = table(
  "overlooked in operations",
  operation,
  `
a request gets a schema | ${media("application/json", "")} >> ${media("application/json", "schema: { type: object }")}
a response loses its schema | ${content("schema: { type: object }")} >> ${content("")}
a part of a multipart body is of another type |
  ${media("multipart/form-data", "schema: { type: object }, encoding: { a: { contentType: image/png } }")} !!
  ${media("multipart/form-data", "schema: { type: object }, encoding: { a: { contentType: image/jpeg } }")}
a field of a form is written in another style | ${media("application/x-www-form-urlencoded", "schema: { type: object }")} !!
  ${media("application/x-www-form-urlencoded", "schema: { type: object }, encoding: { a: { style: pipeDelimited } }")}
a header of a response explodes | ${header("schema: { type: object }")} !!
  ${header("explode: true, schema: { type: object }")}
a header of a response moves into a media type | ${header("schema: { type: string }")} !!
  ${header("content: { application/json: { schema: { type: string } } }")}
a callback goes elsewhere | ${callback("url")} !! ${callback("target")}
a new status of another shape than the default |
  responses: { default: { description: Fault., content: { application/json: { schema: { type: object } } } } } !!
  responses: { default: { description: Fault., content: { application/json: { schema: { type: object } } } }, '404': { description: None., content: { application/json: { schema: { type: string } } } } }
a name in XML changes |
  responses: { '200': { description: Done., content: { application/xml: { schema: { type: object, properties: { a: { type: string, xml: { name: b } } } } } } } } !!
  responses: { '200': { description: Done., content: { application/xml: { schema: { type: object, properties: { a: { type: string, xml: { name: c } } } } } } } }
a name in XML changes where all is JSON |
  ${content("schema: { type: object, properties: { a: { type: string, xml: { name: b } } } }")} ~~
  ${content("schema: { type: object, properties: { a: { type: string, xml: { name: c } } } }")}
`,
);

const inParts = (more: string) => media("multipart/mixed", `schema: { type: array }, ${more}`);
const queryString = (name: string, field: string) =>
  `parameters: [{ name: ${name}, in: querystring, content: { application/x-www-form-urlencoded: { schema: { type: object, additionalProperties: false, properties: { ${field}: {} } } } } }]`;
const otherwise = (name: string) =>
  content(
    "schema: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }], discriminator: { propertyName: k, defaultMapping: NAME } }".replace(
      "NAME",
      name,
    ),
  );
const [otherwiseA, otherwiseB] = ["A", "B"].map(
  (name) => `operation: { ${otherwise(name)} }\ncomponents: { schemas: { ${pet("A")}, ${pet("B")} } }`,
);
const metadata = (host: string) =>
  asks(
    "m",
    `components: { securitySchemes: { m: { type: oauth2, oauth2MetadataUrl: 'https://${host}.test/m', flows: {} } } }`,
  );
const scopes = (names: string) => schemes.replace("scopes: {}", `scopes: { ${names} }`);
/** What 3.2 added, in operations. */
export const operations32 = table(
  "3.2",
  operation,
  `
the encoding of the first items of a multipart body changes | ${inParts("prefixEncoding: [{ contentType: image/png }]")} !!
  ${inParts("prefixEncoding: [{ contentType: image/gif }]")}
the encoding of the items of a multipart body changes | ${inParts("itemEncoding: { contentType: image/png }")} !!
  ${inParts("itemEncoding: { contentType: image/gif }")}
a field of the query string goes | ${queryString("q", "a")} !! ${queryString("q", "b")}
the query string is called something else | ${queryString("q", "a")} == ${queryString("query", "a")}
another schema is the default of a discriminator | ${otherwiseA} !! ${otherwiseB}
`,
);

/** What 3.2 added, and addresses. */
export const contracts32 = table(
  "3.2",
  contract,
  `
a flow of OAuth loses a scope | ${asks("o", scopes("a: A, b: B"))} >> ${asks("o", scopes("a: A"))}
another address of OAuth's metadata | ${metadata("a")} !! ${metadata("b")}
the usual port is written | servers: [{ url: 'https://a.test/v1' }, { url: 'http://b.test' }]\npaths: {} ==
  servers: [{ url: 'https://a.test:443/v1' }, { url: 'http://b.test:80' }]\npaths: {}
another port is written | servers: [{ url: 'https://a.test' }]\npaths: {} !!
  servers: [{ url: 'https://a.test:80' }]\npaths: {}
`,
);

/** Breaks of contracts. */
export const overlookedContracts = table(
  "overlooked in contracts",
  contract,
  `
another scheme of one kind | ${asks("k")} !! ${asks("j")}
another OAuth server | ${asks("o")} !! ${asks("p")}
the address for new tokens changes | ${asks("o", refresh("https://a.test/r"))} !! ${asks("o", refresh("https://a.test/s"))}
a variable of a server gets a list of values | ${server("")} >> ${server(", enum: [eu, us]")}
an operation of another method goes | ${version32(copy(""))} >> ${version32("")}
an operation of another method asks for more | ${version32(copy(""))} !!
  ${version32(copy("parameters: [{ name: q, in: query, required: true, schema: {} }],"))}
`,
);
