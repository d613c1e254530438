import { contract, operation, table } from "./case.ts";

/*
 * A row is `what changes | before SIGN after`. The signs:
 *   >>  breaks callers; the way back is an addition
 *   <<  an addition; the way back breaks callers
 *   !!  breaks callers in both directions
 *   ~~  harms no caller in either direction
 *   ==  the same contract in other words
 */

const noResponseBody = 'responses: { "200": { description: Done. } }';
const requestBody = (schema: string) =>
  `requestBody: { content: { application/json: { schema: ${schema} } } }`;
/** A path that takes its operation from a component. */
const pathItemByReference = (schema: string) => `
paths: { /t: { $ref: "#/components/pathItems/P" } }
components: { pathItems: { P: { post: { operationId: a, ${requestBody(schema)}, ${noResponseBody} } } } }`;
const getOperation = (more = "") =>
  `{ get: { operationId: a, ${more} ${noResponseBody} } }`;
const withParameters = (...list: string[]) =>
  `paths: { /t: ${getOperation(`parameters: [${list.join(", ")}],`)} }`;
const parameterPastSunset =
  "{ name: q, in: query, deprecated: true, x-sunset: '2020-01-01', schema: {} }";
const twoOptionalFields = "{ properties: { a: {}, b: {} } }";
const serverAt = (url: string) => `servers: [{ url: '${url}' }]\npaths: {}`;
const openIdConnectAt = (url: string) => `security: [{ k: [] }]
paths: { /t: { get: { responses: {} } } }
components: { securitySchemes: { k: { type: openIdConnect, openIdConnectUrl: '${url}' } } }`;
const postInVersion = (openapi: string, rest: string) =>
  `openapi: ${openapi}\npaths: { /t: { post: { ${rest} } } }`;
const bodyOfType = (type: string, schema = "{ type: string }") =>
  `requestBody: { content: { ${type}: { schema: ${schema} } } }`;
const securitySchemes = `components: { securitySchemes: { k: { type: http, scheme: bearer }, j: { type: http, scheme: bearer },
  o: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://a.test/t', scopes: {} } } },
  p: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://b.test/t', scopes: {} } } } } }`;
const operationWithScheme = (name: string, more = securitySchemes) =>
  `paths: { /t: { get: { security: [{ ${name}: [] }], responses: {} } } }\n${more}`;
const serverWithVariable = (more: string) =>
  `servers: [{ url: 'https://{r}.test', variables: { r: { default: eu${more} } } }]\npaths: {}`;
const errorOfNoOperation = (more: string) =>
  `{ x-unrouted-responses: { '404': { content: { application/json: { schema: { type: object, ${more} } } } } } }`;
const additionalOperations = (more: string) =>
  `openapi: 3.2.0\npaths: { /t: { additionalOperations: { ${more} } } }`;
const copyMethod = (more: string) =>
  `COPY: { ${more} responses: { "200": { description: Done. } } }`;
const schemesWithScopes = (names: string) =>
  securitySchemes.replace("scopes: {}", `scopes: { ${names} }`);

/** Cases of references, addresses and security schemes. */
export const contracts = table(
  "contracts",
  contract,
  `
a path item by reference asks for more | ${pathItemByReference(twoOptionalFields)} >>
  ${pathItemByReference("{ required: [a], properties: { a: {}, b: {} } }")}
a path gets a server of its own | { servers: [{ url: https://a.test }], paths: { /t: ${getOperation()} } } !!
  { servers: [{ url: https://a.test }], paths: { /t: ${getOperation().replace("{", "{ servers: [{ url: https://b.test }],")} } }
a path repeats the servers of the root | { servers: [{ url: https://a.test }], paths: { /t: ${getOperation()} } } ==
  { servers: [{ url: https://a.test }], paths: { /t: ${getOperation().replace("{", "{ servers: [{ url: https://a.test }],")} } }
the only parameter is removed after its sunset | ${withParameters(parameterPastSunset)} ~~ paths: { /t: ${getOperation()} }
a component that nobody refers to is removed | { paths: { /t: ${getOperation()} }, components: { schemas: { A: { type: object } } } } ~~
  paths: { /t: ${getOperation()} }
scheme and host in capitals | ${serverAt("https://api.test/v1")} == ${serverAt("HTTPS://API.test/v1")}
a variable of a server is written out |
  servers: [{ url: 'https://{r}.test', variables: { r: { default: eu, enum: [eu, us] } } }]\npaths: {} ==
  servers: [{ url: 'https://eu.test' }, { url: 'https://us.test' }]\npaths: {}
the address of OpenID Connect gets a slash | ${openIdConnectAt("https://a.test/c")} !! ${openIdConnectAt("https://a.test/c/")}
an extension among the statuses | paths: { /t: { get: { responses: { '200': { description: Done. } } } } } ==
  paths: { /t: { get: { responses: { '200': { description: Done. }, x-note: [1] } } } }
a binary body from 3.0 to 3.1 | ${postInVersion("3.0.3", bodyOfType("application/octet-stream", "{ type: string, format: binary }"))} ==
  ${postInVersion("3.1.0", bodyOfType("application/octet-stream", "{}"))}
the schema of a binary body becomes a component | ${postInVersion("3.0.3", bodyOfType("image/png", "{ type: string, format: binary }"))} ==
  ${postInVersion("3.1.0", bodyOfType("image/png", "{ $ref: '#/components/schemas/Image' }"))}\ncomponents: { schemas: { Image: { type: string, format: binary } } }
another scheme of one kind | ${operationWithScheme("k")} !! ${operationWithScheme("j")}
another OAuth server | ${operationWithScheme("o")} !! ${operationWithScheme("p")}
a variable of a server gets a list of values | ${serverWithVariable("")} >> ${serverWithVariable(", enum: [eu, us]")}
an operation of another method asks for more | ${additionalOperations(copyMethod(""))} !!
  ${additionalOperations(copyMethod("parameters: [{ name: q, in: query, required: true, schema: {} }],"))}
a flow of OAuth loses a scope | ${operationWithScheme("o", schemesWithScopes("a: A, b: B"))} >> ${operationWithScheme("o", schemesWithScopes("a: A"))}
the usual port is written | servers: [{ url: 'https://a.test/v1' }, { url: 'http://b.test' }]\npaths: {} ==
  servers: [{ url: 'https://a.test:443/v1' }, { url: 'http://b.test:80' }]\npaths: {}
requests to no operation get one error less | { x-unrouted-responses: { '404': {}, '405': {} } } >>
  { x-unrouted-responses: { '404': {} } }
an error of requests to no operation may lack a field | ${errorOfNoOperation("required: [code]")} >> ${errorOfNoOperation("required: []")}
`,
);

const responseHeaderNamed = (name: string) =>
  `responses: { '200': { description: Done., headers: { ${name}: { schema: { type: string } } } } }`;
const queryParameter = (more: string) =>
  `parameters: [{ name: q, in: query, ${more} }]`;
const bodyWithMediaType = (type: string, more: string) =>
  `requestBody: { content: { ${type}: { ${more} } } }`;
const multipartAnswer = (header: string) =>
  `responses: { "200": { description: Done., content: { multipart/form-data: { encoding: { a: { headers: { X-A: ${header} } } } } } } }`;
const responseWithContent = (more: string) =>
  `responses: { "200": { description: Done., content: { application/json: { ${more} } } } }`;
const formResponse = (encoding: string) =>
  `responses: { "200": { description: Done., content: { application/x-www-form-urlencoded: { schema: { type: object }, encoding: { a: ${encoding} } } } } }`;
const responseWithHeader = (more: string) =>
  `responses: { "200": { description: Done., headers: { X-A: { ${more} } } } }`;
const callbackTo = (url: string) =>
  `callbacks: { c: { '{$request.body#/${url}}': { post: { responses: { "200": { description: Done. } } } } } }`;
const branchNamed = (name: string) =>
  `${name}: { type: object, required: [k], properties: { k: { type: string }, ${name.toLowerCase()}: {} } }`;
const multipartBody = (more: string) =>
  bodyWithMediaType("multipart/mixed", `schema: { type: array }, ${more}`);
const queryString = (name: string, field: string) =>
  `parameters: [{ name: ${name}, in: querystring, content: { application/x-www-form-urlencoded: { schema: { type: object, additionalProperties: false, properties: { ${field}: {} } } } } }]`;
const choiceWithDefault = (
  name: string,
) => `operation: { ${responseWithContent(`schema: {
  oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }],
  discriminator: { propertyName: k, defaultMapping: ${name} } }`)} }
components: { schemas: { ${branchNamed("A")}, ${branchNamed("B")} } }`;

/** Cases of bodies, media types and headers that a comparison easily overlooks. */
export const bodies = table(
  "bodies",
  operation,
  `
a charset of JSON is written | ${bodyOfType("application/json")} == ${bodyOfType("Application/JSON; charset=UTF-8")}
the letters of a header of a response change | ${responseHeaderNamed("ETag")} == ${responseHeaderNamed("etag")}
a charset is quoted | ${bodyOfType("text/plain; charset=utf-8")} == ${bodyOfType(`'text/plain; charset="utf-8"'`)}
explode of a scalar | ${queryParameter("explode: false, schema: { type: string }")} ==
  ${queryParameter("explode: true, schema: { type: string }")}
headers that OpenAPI ignores | {} ==
  parameters: [${["Accept", "Content-Type", "Authorization"].map((name) => `{ name: ${name}, in: header, required: true, schema: { type: string } }`).join(", ")}]
a request gets a schema | ${bodyWithMediaType("application/json", "")} >> ${bodyWithMediaType("application/json", "schema: { type: object }")}
a part of a multipart body needs a header no longer | ${bodyWithMediaType("multipart/form-data", "encoding: { a: { headers: { X-A: { required: true } } } }")} <<
  ${bodyWithMediaType("multipart/form-data", "encoding: { a: { headers: { X-A: {} } } }")}
a part of a multipart response has a header only sometimes | ${multipartAnswer("{ required: true }")} >> ${multipartAnswer("{}")}
a part of a multipart body is described | ${bodyWithMediaType("multipart/form-data", "encoding: { a: { headers: { X-A: {} } } }")} ==
  ${bodyWithMediaType("multipart/form-data", "encoding: { a: { headers: { X-A: { description: One. } } } }")}
an encoding is written, which JSON does not have | ${bodyWithMediaType("application/json", "encoding: { a: { contentType: image/png } }")} ==
  ${bodyWithMediaType("application/json", "")}
a field of a form is written in another style | ${bodyWithMediaType("application/x-www-form-urlencoded", "schema: { type: object }")} !!
  ${bodyWithMediaType("application/x-www-form-urlencoded", "schema: { type: object }, encoding: { a: { style: pipeDelimited } }")}
explode of a field that is written as a deep object |
  ${bodyWithMediaType("application/x-www-form-urlencoded", "schema: { type: object }, encoding: { a: { style: deepObject } }")} ==
  ${bodyWithMediaType("application/x-www-form-urlencoded", "schema: { type: object }, encoding: { a: { style: deepObject, explode: true } }")}
signs of URLs come as they are in a field of a form that callers get | ${formResponse("{ style: form }")} !!
  ${formResponse("{ style: form, allowReserved: true }")}
a readOnly field of an object in a query goes |
  ${queryParameter("schema: { type: object, properties: { a: {}, b: { readOnly: true } } }")} ~~
  ${queryParameter("schema: { type: object, properties: { a: {} } }")}
a form says that it is an object | ${bodyWithMediaType("application/x-www-form-urlencoded", "schema: { properties: { a: { type: string } } }")} ==
  ${bodyWithMediaType("application/x-www-form-urlencoded", "schema: { type: object, properties: { a: { type: string } } }")}
a body in JSON is always an object | ${bodyWithMediaType("application/json", "schema: { properties: { a: { type: string } } }")} >>
  ${bodyWithMediaType("application/json", "schema: { type: object, properties: { a: { type: string } } }")}
a list of anything in a form is written in another style |
  ${bodyWithMediaType("application/x-www-form-urlencoded", "schema: { type: object, properties: { a: { type: array } } }")} !!
  ${bodyWithMediaType("application/x-www-form-urlencoded", "schema: { type: object, properties: { a: { type: array } } }, encoding: { a: { explode: false } }")}
a header of a response explodes | ${responseWithHeader("schema: { type: object }")} !!
  ${responseWithHeader("explode: true, schema: { type: object }")}
a header of a response moves into a media type | ${responseWithHeader("schema: { type: string }")} !!
  ${responseWithHeader("content: { application/json: { schema: { type: string } } }")}
a callback goes elsewhere | ${callbackTo("url")} !! ${callbackTo("target")}
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
  ${responseWithContent("schema: { type: object, properties: { a: { type: string, xml: { name: b } } } }")} ~~
  ${responseWithContent("schema: { type: object, properties: { a: { type: string, xml: { name: c } } } }")}
the encoding of the first items of a multipart body changes | ${multipartBody("prefixEncoding: [{ contentType: image/png }]")} !!
  ${multipartBody("prefixEncoding: [{ contentType: image/gif }]")}
the encoding of the items of a multipart body changes | ${multipartBody("itemEncoding: { contentType: image/png }")} !!
  ${multipartBody("itemEncoding: { contentType: image/gif }")}
a field of the query string goes | ${queryString("q", "a")} !! ${queryString("q", "b")}
the query string is called something else | ${queryString("q", "a")} ~~ ${queryString("query", "a")}
another schema is the default of a discriminator | ${choiceWithDefault("A")} !! ${choiceWithDefault("B")}
`,
);
