import { response, contract, operation, request, table } from "./case.ts";

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
const get = (path: string) => `'${path}': { get: { responses: { "200": { description: Done. } } } }`;
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
const id = (
  second: string,
) => `paths: { '/t/{id}': { parameters: [{ name: id, in: path, required: true, schema: { type: string } }],
  get: { operationId: a, responses: {} }, put: { operationId: b, ${second} responses: {} } } }`;

/** Breaks of what a client sends. */
export const overlookedRequests = table(
  "overlooked in requests",
  request,
  `
breaking | the content of a text asks for more | calls without it are refused
- { type: string, contentMediaType: application/json, contentSchema: { type: object } }
+ { type: string, contentMediaType: application/json, contentSchema: { type: object, required: [a] } }
breaking | the first items change places | texts come where numbers are wanted
- { type: array, prefixItems: [{ type: string }, { type: integer }] }
+ { type: array, prefixItems: [{ type: integer }, { type: string }] }
breaking | a closed list loses a place | the second item is refused
- { type: array, prefixItems: [{ type: string }, { type: string }], items: false }
+ { type: array, prefixItems: [{ type: string }], items: false }
breaking | a name that the discriminator reads changes | calls with the old value are refused
- ${union("Cat", "Dog")}
+ ${union("Lion", "Dog").replace("lion: {}", "cat: {}")}
breaking | a choice of two becomes one | the other is refused
- { oneOf: [{ type: object, required: [a], properties: { a: {} } }, { type: object, required: [b], properties: { b: {} } }] }
+ { oneOf: [{ type: object, required: [a], properties: { a: {} } }] }
breaking | a value goes beside a list of known ones | calls with it are refused
- { type: string, enum: [x, y], x-extensible-enum: [x] }
+ { type: string, enum: [x], x-extensible-enum: [x] }
breaking | a const that is an object changes | the old one is refused
- { const: { a: 1 } }
+ { const: { a: 2 } }
breaking | oneOf of what was accepted at once | what has both is refused
- { type: object, required: [a, b] }
+ { oneOf: [{ type: object, required: [a] }, { type: object, required: [b] }] }
breaking | a branch goes, and another one like it is open | its fields are no longer read
- { oneOf: [{ type: object, properties: { a: { type: string } } }, { type: object, properties: { b: { type: integer } } }] }
+ { oneOf: [{ type: object, properties: { a: { type: string } } }] }
breaking | a base that is extended twice narrows | long texts are refused
- ${twice("")}
+ ${twice(", maxLength: 5")}
breaking | a bound of a type that nobody knows | numbers below may be refused
- { type: int, minimum: 1 }
+ { type: int, minimum: 5 }
breaking | a type that nobody knows becomes another | nobody can tell what it accepts
- { type: int }
+ { type: bool }
breaking | a choice between a type that nobody knows and a text becomes the text | the other is refused
- { oneOf: [{ type: string }, { type: int }] }
+ { oneOf: [{ type: string }] }
breaking | a list gains maxItems | long lists are refused
- { type: array, items: {} }
+ { type: array, items: {}, maxItems: 5 }
`,
);

/** Breaks of what a client gets. */
export const overlookedResponses = table(
  "overlooked in responses",
  response,
  `
breaking | the first items shrink | clients read the second
- { type: array, prefixItems: [{ type: string }, { type: integer }] }
+ { type: array, prefixItems: [{ type: string }] }
breaking | a text is encoded | clients read it as it is
- { type: string }
+ { type: string, contentEncoding: base64 }
breaking | a field becomes false | clients read it
- { properties: { a: { type: string }, b: {} } }
+ { properties: { a: false, b: {} } }
`,
);

/** Breaks of operations. */
export const overlookedOperations = table(
  "overlooked in operations",
  operation,
  `
breaking | a request gets a schema | anything was accepted
- ${media("application/json", "")}
+ ${media("application/json", "schema: { type: object }")}
breaking | a response loses its schema | anything may come
- ${content("schema: { type: object }")}
+ ${content("")}
breaking | a part of a multipart body is of another type | the old type is refused
- ${media("multipart/form-data", "schema: { type: object }, encoding: { a: { contentType: image/png } }")}
+ ${media("multipart/form-data", "schema: { type: object }, encoding: { a: { contentType: image/jpeg } }")}
breaking | a field of a form is written in another style | it is read as something else
- ${media("application/x-www-form-urlencoded", "schema: { type: object }")}
+ ${media("application/x-www-form-urlencoded", "schema: { type: object }, encoding: { a: { style: pipeDelimited } }")}
breaking | a header of a response explodes | clients parse it
- ${header("schema: { type: object }")}
+ ${header("explode: true, schema: { type: object }")}
breaking | a header of a response moves into a media type | clients parse it
- ${header("schema: { type: string }")}
+ ${header("content: { application/json: { schema: { type: string } } }")}
breaking | a callback goes elsewhere | receivers wait in vain
- ${callback("url")}
+ ${callback("target")}
breaking | a new status of another shape than the default | clients read it as the default
- responses: { default: { description: Fault., content: { application/json: { schema: { type: object } } } } }
+ responses: { default: { description: Fault., content: { application/json: { schema: { type: object } } } }, '404': { description: None., content: { application/json: { schema: { type: string } } } } }
breaking | a name in XML changes | clients read the old one
- responses: { '200': { description: Done., content: { application/xml: { schema: { type: object, properties: { a: { type: string, xml: { name: b } } } } } } } }
+ responses: { '200': { description: Done., content: { application/xml: { schema: { type: object, properties: { a: { type: string, xml: { name: c } } } } } } } }
harmless | a name in XML changes where all is JSON | nothing is written in XML
- ${content("schema: { type: object, properties: { a: { type: string, xml: { name: b } } } }")}
+ ${content("schema: { type: object, properties: { a: { type: string, xml: { name: c } } } }")}
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
const own = (more: string, reference: string, type = "string") =>
  `openapi: 3.2.0\n${more}paths: { /t: { get: { ${content(`schema: { $ref: '${reference}' }`)} } } }\ncomponents: { schemas: { A: { $id: 'https://a.test/A', type: ${type} } } }`;

/** What 3.2 added, in operations. */
export const operations32 = table(
  "3.2",
  operation,
  `
breaking | the encoding of the first items of a multipart body changes | the old type is refused
- ${inParts("prefixEncoding: [{ contentType: image/png }]")}
+ ${inParts("prefixEncoding: [{ contentType: image/gif }]")}
breaking | the encoding of the items of a multipart body changes | the old type is refused
- ${inParts("itemEncoding: { contentType: image/png }")}
+ ${inParts("itemEncoding: { contentType: image/gif }")}
breaking | a field of the query string goes | calls with it are refused
- ${queryString("q", "a")}
+ ${queryString("q", "b")}
refactor | the query string is called something else | its name is never sent
- ${queryString("q", "a")}
+ ${queryString("query", "a")}
breaking | another schema is the default of a discriminator | clients decode unknown values as the old one
- ${otherwiseA}
+ ${otherwiseB}
`,
);

/** What 3.2 added, and addresses. */
export const contracts32 = table(
  "3.2",
  contract,
  `
breaking | a flow of OAuth loses a scope | clients that ask for it get no token
- ${asks("o", scopes("a: A, b: B"))}
+ ${asks("o", scopes("a: A"))}
breaking | another address of OAuth's metadata | tokens of the first are refused
- ${metadata("a")}
+ ${metadata("b")}
refactor | the contract refers to itself by its own address | it is the same schema
- ${own("", "#/components/schemas/A")}
+ ${own("$self: https://a.test/api\n", "https://a.test/api#/components/schemas/A")}
breaking | a schema that is referred to by its $id changes its type | clients cannot read it
- ${own("", "https://a.test/A")}
+ ${own("", "https://a.test/A", "integer")}
refactor | the usual port is written | it is the same address
- servers: [{ url: 'https://a.test/v1' }, { url: 'http://b.test' }]\npaths: {}
+ servers: [{ url: 'https://a.test:443/v1' }, { url: 'http://b.test:80' }]\npaths: {}
breaking | another port is written | it is another address
- servers: [{ url: 'https://a.test' }]\npaths: {}
+ servers: [{ url: 'https://a.test:80' }]\npaths: {}
`,
);

/** Breaks of contracts. */
export const overlookedContracts = table(
  "overlooked in contracts",
  contract,
  `
breaking | another scheme of one kind | tokens of the first are refused
- ${asks("k")}
+ ${asks("j")}
breaking | another OAuth server | tokens of the first are refused
- ${asks("o")}
+ ${asks("p")}
breaking | the address for new tokens changes | clients can get no new token
- ${asks("o", refresh("https://a.test/r"))}
+ ${asks("o", refresh("https://a.test/s"))}
breaking | a variable of a server gets a list of values | other values were allowed
- ${server("")}
+ ${server(", enum: [eu, us]")}
breaking | one of two paths of a template goes | it is a 404
- paths: { ${get("/t/{a}")}, ${get("/t/{b}")} }
+ paths: { ${get("/t/{a}")} }
breaking | an operation of another method goes | it is a 405
- ${version32(copy(""))}
+ ${version32("")}
breaking | an operation of another method asks for more | no call has it
- ${version32(copy(""))}
+ ${version32(copy("parameters: [{ name: q, in: query, required: true, schema: {} }],"))}
breaking | a parameter of the path narrows for the second operation | long texts are refused there
- ${id("")}
+ ${id("parameters: [{ name: id, in: path, required: true, schema: { type: string, maxLength: 5 } }],")}
`,
);
