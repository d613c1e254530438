import { contract, operation, table } from "./case.ts";

const done = 'responses: { "200": { description: Done. } }';
const body = (schema: string) =>
  `requestBody: { content: { application/json: { schema: ${schema} } } }`;
const item = (
  kind: string,
  schema: string,
) => `${kind} { $ref: "#/components/pathItems/P" } }
components: { pathItems: { P: { post: { operationId: a, ${body(schema)}, ${done} } } } }`;
const path = "paths: { /t:";
const get = (more = "") => `{ get: { operationId: a, ${more} ${done} } }`;
const params = (...list: string[]) =>
  `paths: { /t: ${get(`parameters: [${list.join(", ")}],`)} }`;
const old =
  "{ name: q, in: query, deprecated: true, x-sunset: '2020-01-01', schema: {} }";
const two = "{ properties: { a: {}, b: {} } }";
const servers = (url: string) => `servers: [{ url: '${url}' }]\npaths: {}`;
const openId = (url: string) => `security: [{ k: [] }]
paths: { /t: { get: { responses: {} } } }
components: { securitySchemes: { k: { type: openIdConnect, openIdConnectUrl: '${url}' } } }`;
const version = (openapi: string, rest: string) =>
  `openapi: ${openapi}\npaths: { /t: { post: { ${rest} } } }`;
const typed = (type: string, schema = "{ type: string }") =>
  `requestBody: { content: { ${type}: { schema: ${schema} } } }`;
const schemes = `components: { securitySchemes: { k: { type: http, scheme: bearer }, j: { type: http, scheme: bearer },
  o: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://a.test/t', scopes: {} } } },
  p: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://b.test/t', scopes: {} } } } } }`;
const asks = (name: string, more = schemes) =>
  `paths: { /t: { get: { security: [{ ${name}: [] }], responses: {} } } }\n${more}`;
const server = (more: string) =>
  `servers: [{ url: 'https://{r}.test', variables: { r: { default: eu${more} } } }]\npaths: {}`;
const version32 = (more: string) =>
  `openapi: 3.2.0\npaths: { /t: { additionalOperations: { ${more} } } }`;
const copy = (more: string) =>
  `COPY: { ${more} responses: { "200": { description: Done. } } }`;
const scopes = (names: string) =>
  schemes.replace("scopes: {}", `scopes: { ${names} }`);

/** Cases of references, addresses and security schemes. */
export const contracts = table(
  "contracts",
  contract,
  `
a path item by reference asks for more | ${item(path, two)} >>
  ${item(path, "{ required: [a], properties: { a: {}, b: {} } }")}
a path gets a server of its own | { servers: [{ url: https://a.test }], paths: { /t: ${get()} } } !!
  { servers: [{ url: https://a.test }], paths: { /t: ${get().replace("{", "{ servers: [{ url: https://b.test }],")} } }
a path repeats the servers of the root | { servers: [{ url: https://a.test }], paths: { /t: ${get()} } } ==
  { servers: [{ url: https://a.test }], paths: { /t: ${get().replace("{", "{ servers: [{ url: https://a.test }],")} } }
the only parameter is removed after its sunset | ${params(old)} ~~ paths: { /t: ${get()} }
a component that nobody refers to is removed | { paths: { /t: ${get()} }, components: { schemas: { A: { type: object } } } } ~~
  paths: { /t: ${get()} }
scheme and host in capitals | ${servers("https://api.test/v1")} == ${servers("HTTPS://API.test/v1")}
a variable of a server is written out |
  servers: [{ url: 'https://{r}.test', variables: { r: { default: eu, enum: [eu, us] } } }]\npaths: {} ==
  servers: [{ url: 'https://eu.test' }, { url: 'https://us.test' }]\npaths: {}
the address of OpenID Connect gets a slash | ${openId("https://a.test/c")} !! ${openId("https://a.test/c/")}
an extension among the statuses | paths: { /t: { get: { responses: { '200': { description: Done. } } } } } ==
  paths: { /t: { get: { responses: { '200': { description: Done. }, x-note: [1] } } } }
a binary body from 3.0 to 3.1 | ${version("3.0.3", typed("application/octet-stream", "{ type: string, format: binary }"))} ==
  ${version("3.1.0", typed("application/octet-stream", "{}"))}
the schema of a binary body becomes a component | ${version("3.0.3", typed("image/png", "{ type: string, format: binary }"))} ==
  ${version("3.1.0", typed("image/png", "{ $ref: '#/components/schemas/Image' }"))}\ncomponents: { schemas: { Image: { type: string, format: binary } } }
another scheme of one kind | ${asks("k")} !! ${asks("j")}
another OAuth server | ${asks("o")} !! ${asks("p")}
a variable of a server gets a list of values | ${server("")} >> ${server(", enum: [eu, us]")}
an operation of another method asks for more | ${version32(copy(""))} !!
  ${version32(copy("parameters: [{ name: q, in: query, required: true, schema: {} }],"))}
a flow of OAuth loses a scope | ${asks("o", scopes("a: A, b: B"))} >> ${asks("o", scopes("a: A"))}
the usual port is written | servers: [{ url: 'https://a.test/v1' }, { url: 'http://b.test' }]\npaths: {} ==
  servers: [{ url: 'https://a.test:443/v1' }, { url: 'http://b.test:80' }]\npaths: {}
requests to no operation get an error less | { x-unrouted-responses: { '404': {}, '405': {} } } >>
  { x-unrouted-responses: { '404': {} } }
`,
);

const headerNamed = (name: string) =>
  `responses: { '200': { description: Done., headers: { ${name}: { schema: { type: string } } } } }`;
const parameter = (more: string) =>
  `parameters: [{ name: q, in: query, ${more} }]`;
const media = (type: string, more: string) =>
  `requestBody: { content: { ${type}: { ${more} } } }`;
const content = (more: string) =>
  `responses: { "200": { description: Done., content: { application/json: { ${more} } } } }`;
const header = (more: string) =>
  `responses: { "200": { description: Done., headers: { X-A: { ${more} } } } }`;
const callback = (url: string) =>
  `callbacks: { c: { '{$request.body#/${url}}': { post: { responses: { "200": { description: Done. } } } } } }`;
const petNamed = (name: string) =>
  `${name}: { type: object, required: [k], properties: { k: { type: string }, ${name.toLowerCase()}: {} } }`;
const inParts = (more: string) =>
  media("multipart/mixed", `schema: { type: array }, ${more}`);
const queryString = (name: string, field: string) =>
  `parameters: [{ name: ${name}, in: querystring, content: { application/x-www-form-urlencoded: { schema: { type: object, additionalProperties: false, properties: { ${field}: {} } } } } }]`;
const otherwise = (name: string) => `operation: { ${content(`schema: {
  oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }],
  discriminator: { propertyName: k, defaultMapping: ${name} } }`)} }
components: { schemas: { ${petNamed("A")}, ${petNamed("B")} } }`;

/** Of bodies, media types and headers what a comparison easily overlooks. */
export const bodies = table(
  "bodies",
  operation,
  `
a charset of JSON is told | ${typed("application/json")} == ${typed("Application/JSON; charset=UTF-8")}
the letters of a header of a response change | ${headerNamed("ETag")} == ${headerNamed("etag")}
a charset is quoted | ${typed("text/plain; charset=utf-8")} == ${typed(`'text/plain; charset="utf-8"'`)}
explode of a scalar | ${parameter("explode: false, schema: { type: string }")} ==
  ${parameter("explode: true, schema: { type: string }")}
headers that OpenAPI ignores | {} ==
  parameters: [${["Accept", "Content-Type", "Authorization"].map((name) => `{ name: ${name}, in: header, required: true, schema: { type: string } }`).join(", ")}]
a request gets a schema | ${media("application/json", "")} >> ${media("application/json", "schema: { type: object }")}
a part of a multipart body is described | ${media("multipart/form-data", "encoding: { a: { headers: { X-A: {} } } }")} ==
  ${media("multipart/form-data", "encoding: { a: { headers: { X-A: { description: One. } } } }")}
the encoding that JSON has not is told | ${media("application/json", "encoding: { a: { contentType: image/png } }")} ==
  ${media("application/json", "")}
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
a new status of success beside a default for errors |
  responses: { "200": { description: Done. }, default: { description: Fault., content: { application/json: { schema: { type: object } } } } } <<
  responses: { "200": { description: Done. }, "202": { description: Later. }, default: { description: Fault., content: { application/json: { schema: { type: object } } } } }
a name in XML changes |
  responses: { '200': { description: Done., content: { application/xml: { schema: { type: object, properties: { a: { type: string, xml: { name: b } } } } } } } } !!
  responses: { '200': { description: Done., content: { application/xml: { schema: { type: object, properties: { a: { type: string, xml: { name: c } } } } } } } }
a name in XML changes where all is JSON |
  ${content("schema: { type: object, properties: { a: { type: string, xml: { name: b } } } }")} ~~
  ${content("schema: { type: object, properties: { a: { type: string, xml: { name: c } } } }")}
the encoding of the first items of a multipart body changes | ${inParts("prefixEncoding: [{ contentType: image/png }]")} !!
  ${inParts("prefixEncoding: [{ contentType: image/gif }]")}
the encoding of the items of a multipart body changes | ${inParts("itemEncoding: { contentType: image/png }")} !!
  ${inParts("itemEncoding: { contentType: image/gif }")}
a field of the query string goes | ${queryString("q", "a")} !! ${queryString("q", "b")}
the query string is called something else | ${queryString("q", "a")} == ${queryString("query", "a")}
another schema is the default of a discriminator | ${otherwise("A")} !! ${otherwise("B")}
`,
);
