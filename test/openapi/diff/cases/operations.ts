import { contract, operation, table } from "./case.ts";

/*
 * A row is `what changes | before SIGN after`. The signs:
 *   >>  breaks callers; the way back is an addition
 *   <<  an addition; the way back breaks callers
 *   !!  breaks callers in both directions
 *   ~~  harms no caller in either direction
 *   ==  the same contract in other words
 */

const emptyResponse = '"200": { description: Done. }';
const operationNamed = (id: string, more = "") =>
  `{ operationId: ${id}, ${more} responses: { ${emptyResponse} } }`;
const paths = (...items: string[]) => `paths: { ${items.join(", ")} }`;
const responses = (...listed: string[]) =>
  `responses: { ${listed.join(", ")} }`;
const bodyOfType = (type: string, schema = "{ type: object }") =>
  `requestBody: { content: { ${type}: { schema: ${schema} } } }`;
const responseOfTypes = (...types: string[]) =>
  responses(
    `"200": { description: Done., content: { ${types.map((type) => `${type}: { schema: {} }`).join(", ")} } }`,
  );
const responseWithHeaders = (...named: string[]) =>
  responses(`"200": { description: Done., headers: { ${named.join(", ")} } }`);
const limitHeader = (more = "") =>
  `X-Limit: { ${more} schema: { type: integer } }`;
const responseWithLink = (link: string) =>
  responses(`"200": { description: Done., links: { next: { ${link} } } }`);
const pathsWithId = (schema: string, ...others: string[]) =>
  paths(
    `"/c/{id}": { get: ${operationNamed("a", `parameters: [{ name: id, in: path, required: true, schema: ${schema} }],`)} }`,
    ...others.map((path) => `${path}: { get: ${operationNamed("b")} }`),
  );
const pastSunset = "deprecated: true, x-sunset: '2020-01-01'";

/** Paths, operations, servers, and what is removed after the day that was announced. */
export const operations = table(
  "operations",
  contract,
  `
an operation is removed | ${paths(`/t: { get: ${operationNamed("a")}, post: ${operationNamed("b")} }`)} >> ${paths(`/t: { get: ${operationNamed("a")} }`)}
a path is removed | ${paths(`/t: { get: ${operationNamed("a")} }`, `/u: { get: ${operationNamed("b")} }`)} >> ${paths(`/t: { get: ${operationNamed("a")} }`)}
an operationId is renamed | ${paths(`/t: { get: ${operationNamed("listThings")} }`)} !! ${paths(`/t: { get: ${operationNamed("getThings")} }`)}
an operationId is added | ${paths(`/t: { get: ${operationNamed("a")} }`)} >> ${paths(`/t: { get: { responses: { ${emptyResponse} } } }`)}
an operation is deprecated | ${paths(`/t: { get: ${operationNamed("a")} }`)} ~~ ${paths(`/t: { get: ${operationNamed("a", "deprecated: true,")} }`)}
a deprecated operation is removed after its sunset |
  ${paths(`/t: { get: ${operationNamed("a")}, post: ${operationNamed("b", "deprecated: true, x-sunset: '2020-01-31',")} }`)} ~~
  ${paths(`/t: { get: ${operationNamed("a")} }`)}
a deprecated operation is removed before its sunset |
  ${paths(`/t: { get: ${operationNamed("a")}, post: ${operationNamed("b", "deprecated: true, x-sunset: '2999-01-31',")} }`)} >>
  ${paths(`/t: { get: ${operationNamed("a")} }`)}
summary, description and tag change | ${paths(`/t: { get: ${operationNamed("a", "summary: One, description: One., tags: [x],")} }`)} ~~
  ${paths(`/t: { get: ${operationNamed("a", "summary: Two, description: Two., tags: [y],")} }`)}
the path of a server moves into the paths | { servers: [{ url: https://a.test/v1 }], ${paths(`/t: { get: { responses: { ${emptyResponse} } } }`)} } ==
  { servers: [{ url: https://a.test }], ${paths(`/v1/t: { get: { responses: { ${emptyResponse} } } }`)} }
a server moves | { servers: [{ url: https://a.test/v1 }], paths: {} } !! { servers: [{ url: https://a.test/v2 }], paths: {} }
a slash at the end of a server goes | { servers: [{ url: https://a.test/v1/ }], paths: {} } ==
  { servers: [{ url: https://a.test/v1 }], paths: {} }
the server that is the default is written | paths: {} == { servers: [{ url: / }], paths: {} }
the default of a server's variable changes |
  { servers: [{ url: 'https://{r}.test', variables: { r: { default: eu } } }], paths: {} } !!
  { servers: [{ url: 'https://{r}.test', variables: { r: { default: us } } }], paths: {} }
a path goes | paths: { /a: { get: ${operationNamed("a")} }, /b: { get: ${operationNamed("b", `${pastSunset},`)}, put: ${operationNamed("c", `${pastSunset},`)} } } ~~
  paths: { /a: { get: ${operationNamed("a")} } }
a path goes of which one operation stays in force | paths: { /b: { get: ${operationNamed("b", `${pastSunset},`)}, put: ${operationNamed("c")} } } >>
  paths: {}
a sunset moves nearer | paths: { /a: { get: ${operationNamed("a", "deprecated: true, x-sunset: '2099-01-01',")} } } >>
  paths: { /a: { get: ${operationNamed("a", "deprecated: true, x-sunset: '2098-01-01',")} } }
a sunset that is past moves further back | paths: { /a: { get: ${operationNamed("a", `${pastSunset},`)} } } ~~
  paths: { /a: { get: ${operationNamed("a", "deprecated: true, x-sunset: '2019-01-01',")} } }
a sunset that is past from the start | paths: { /a: { get: ${operationNamed("a")} } } >> paths: { /a: { get: ${operationNamed("a", `${pastSunset},`)} } }
an operation goes whose sunset is no date |
  paths: { /a: { get: ${operationNamed("a")}, put: ${operationNamed("b", "deprecated: true, x-sunset: 01/02/2099,")} } } >>
  paths: { /a: { get: ${operationNamed("a")} } }
an operation goes whose sunset is a day that no month has |
  paths: { /a: { get: ${operationNamed("a")}, put: ${operationNamed("b", "deprecated: true, x-sunset: '2020-13-45',")} } } >>
  paths: { /a: { get: ${operationNamed("a")} } }
a new path is one that another answered | ${pathsWithId("{ type: string, maxLength: 9 }")} !!
  ${pathsWithId("{ type: string, maxLength: 9 }", "/c/mine")}
a new path is one that another refused, as it is no number | ${pathsWithId("{ type: integer }")} << ${pathsWithId("{ type: integer }", "/c/mine")}
a new path is one that another refused, as it is too long | ${pathsWithId("{ maxLength: 3 }")} << ${pathsWithId("{ maxLength: 3 }", "/c/mine")}
a new path is one that another refused by its format | ${pathsWithId("{ format: uuid }")} << ${pathsWithId("{ format: uuid }", "/c/mine")}
a new path is one that another refused by its values | ${pathsWithId("{ enum: [all] }")} << ${pathsWithId("{ enum: [all] }", "/c/mine")}
a new path beside others | ${pathsWithId("{}")} << ${pathsWithId("{}", "/d/mine")}
a limit falls | x-limits: { a: 2 }\npaths: {} ~~ x-limits: { a: 1 }\npaths: {}
a limit rises | x-limits: { a: 1, b: 2 }\npaths: {} ~~ x-limits: { a: 3, b: 2 }\npaths: {}
a window in which a limit holds gets longer | x-limits: { windowSeconds: 1 }\npaths: {} ~~ x-limits: { windowSeconds: 2 }\npaths: {}
a tag is renamed | ${paths(`/t: { get: ${operationNamed("a", "tags: [Plants],")} }`)} ~~ ${paths(`/t: { get: ${operationNamed("a", "tags: [Trees],")} }`)}
a second tag | ${paths(`/t: { get: ${operationNamed("a", "tags: [Plants],")} }`)} == ${paths(`/t: { get: ${operationNamed("a", "tags: [Plants],")} }`)}
extensions of the same names have another meaning | x-limits: 5\nx-webhooks: [a]\npaths: {} ~~ x-limits: few\nx-webhooks: 7\npaths: {}
an extension of webhooks has other values | x-webhooks: { a: 5, b: { post: sometimes } }\npaths: {} ~~
  x-webhooks: { a: { post: sometimes } }\npaths: {}
a limit comes where there was none | x-limits:\npaths: {} ~~ x-limits: { a: 1 }\npaths: {}
an operation is no longer idempotent | ${paths(`/t: { get: ${operationNamed("a", "x-idempotent: true,")} }`)} >> ${paths(`/t: { get: ${operationNamed("a")} }`)}
an operation becomes a draft | ${paths(`/t: { get: ${operationNamed("a")} }`)} >> ${paths(`/t: { get: ${operationNamed("a", "x-stability-level: draft,")} }`)}
a webhook goes | webhooks: { a: { post: ${operationNamed("a", `${pastSunset},`)} } } ~~ webhooks: {}
`,
);

/** Bodies, statuses, media types and headers. */
export const messages = table(
  "messages",
  operation,
  `
a request body becomes required | requestBody: { content: {} } >> requestBody: { required: true, content: {} }
an optional request body is added | ${bodyOfType("application/json")} >> {}
a required request body is added | {} !! requestBody: { required: true, content: { application/json: { schema: {} } } }
a media type of a request is removed | requestBody: { content: { application/json: {}, text/csv: {} } } >>
  requestBody: { content: { application/json: {} } }
a media type of a response is removed | ${responseOfTypes("application/json", "text/csv")} >> ${responseOfTypes("application/json")}
a status is removed | ${responses(emptyResponse, '"404": { description: None. }')} >> ${responses(emptyResponse)}
a redirect is added beside a default of errors | ${responses(emptyResponse, "default: { description: Bad., content: { application/json: {} } }")} <<
  ${responses(emptyResponse, 'default: { description: Bad., content: { application/json: {} } }, "303": { description: See another. }')}
a range takes the place of a status | ${responses(emptyResponse, '"400": { description: Bad. }, 4XX: { description: Bad. }')} ~~
  ${responses(emptyResponse, "4XX: { description: Bad. }")}
two statuses take the place of their range | ${responses("2XX: { description: Done. }")} ~~
  ${responses(emptyResponse, '"201": { description: Made. }')}
the second status that takes the place of a range has another body |
  ${responses("2XX: { description: Done., content: { application/json: { schema: { type: string } } } }")} !!
  ${responses('"200": { description: Done., content: { application/json: { schema: { type: string } } } }', '"201": { description: Made., content: { application/json: { schema: { type: integer } } } }')}
a range goes, and one of its statuses stays | ${responses(emptyResponse, "2XX: { description: Done. }")} >> ${responses(emptyResponse)}
a response loses its body | ${responseOfTypes("application/json")} >> ${responses(emptyResponse)}
a link is removed | ${responseWithLink("operationId: a")} >> ${responses(emptyResponse)}
a link leads to another operation | ${responseWithLink("operationId: a")} !! ${responseWithLink("operationId: b")}
a link leads to an operation of another contract | ${responseWithLink("operationRef: 'other.yaml#/paths/~1a/get'")} !!
  ${responseWithLink("operationRef: 'other.yaml#/paths/~1b/get'")}
a link brings another value | ${responseWithLink("operationId: a, parameters: { id: '$response.body#/id' }")} !!
  ${responseWithLink("operationId: a, parameters: { id: '$response.body#/key' }")}
a link brings another body | ${responseWithLink("operationId: a, requestBody: '$response.body#/a'")} !!
  ${responseWithLink("operationId: a, requestBody: '$response.body#/b'")}
a link leads to another server | ${responseWithLink("operationId: a, server: { url: 'https://a.test' }")} !!
  ${responseWithLink("operationId: a, server: { url: 'https://b.test' }")}
a link is described | ${responseWithLink("operationId: a")} == ${responseWithLink("operationId: a, description: The next one.")}
a header is removed | ${responseWithHeaders(limitHeader("required: true,"))} >> ${responses(emptyResponse)}
a header becomes optional | ${responseWithHeaders(limitHeader("required: true,"))} >> ${responseWithHeaders(limitHeader())}
a header without any description of it | ${responseWithHeaders(limitHeader("required: true,"))} >> ${responseWithHeaders("X-Limit: null")}
a header changes its type | ${responseWithHeaders(limitHeader())} >> ${responseWithHeaders("X-Limit: { schema: { type: string } }")}
headers by alias go in one place |
  operation: { responses: { "200": { description: Done., headers: &h { ${limitHeader()} } }, "201": { description: Made., headers: *h } } } >>
  operation: { responses: { "200": { description: Done., headers: { ${limitHeader()} } }, "201": { description: Made. } } }
`,
);

const queryParameter = (schema: string, more = "") =>
  `{ name: q, in: query, ${more} schema: ${schema} }`;
const withParameters = (...parameters: string[]) =>
  `parameters: [${parameters.join(", ")}]`;
const withQuery = (schema: string, more = "") =>
  withParameters(queryParameter(schema, more));
const textQuery = queryParameter("{ type: string }");
const describedQuery = (name: string) =>
  `{ name: ${name}, in: query, description: How many of them come at most with one response, schema: { type: integer, maximum: 100 } }`;
const textParameter = (more: string) =>
  `parameters: [{ name: q, in: query, ${more} schema: { type: string } }]`;

/** Cases of parameters and request bodies. */
export const parameters = table(
  "parameters",
  operation,
  `
the numbers of a query are written as texts | ${withQuery("{ type: string, enum: ['2', '1'] }")} >>
  ${withQuery("{ type: integer, enum: [1, 2] }")}
one of the numbers of a query has no text | ${withQuery("{ type: integer, enum: [1, 2] }")} !!
  ${withQuery("{ type: string, enum: ['1'] }")}
a required parameter is added | {} !! ${withQuery("{ type: string }", "required: true,")}
an optional parameter is added | ${withParameters(textQuery)} >> {}
a query parameter is renamed | ${withParameters(describedQuery("limit"))} !! ${withParameters(describedQuery("size"))}
a header parameter is removed | ${withParameters("{ name: X-Mode, in: header, schema: { type: string } }")} >> {}
the letters of a header change | ${withParameters("{ name: X-Mode, in: header, schema: { type: string } }")} ==
  ${withParameters("{ name: x-mode, in: header, schema: { type: string } }")}
a parameter becomes required | ${withParameters(textQuery)} >> ${withQuery("{ type: string }", "required: true,")}
a parameter widens | ${withQuery("{ type: integer, maximum: 9 }")} >> ${withQuery("{ type: integer, maximum: 5 }")}
the default of a parameter changes | ${withQuery("{ type: integer, default: 25 }")} !!
  ${withQuery("{ type: integer, default: 50 }")}
a list is no longer repeated but separated | ${withQuery("{ type: array, items: {} }", "explode: true,")} !!
  ${withQuery("{ type: array, items: {} }", "explode: false,")}
the list in a cookie explodes, as it does without a word |
  parameters: [{ name: l, in: cookie, style: cookie, schema: { type: array, items: {} } }] ==
  parameters: [{ name: l, in: cookie, style: cookie, explode: true, schema: { type: array, items: {} } }]
another style | ${withQuery("{ type: array, items: {} }", "style: spaceDelimited, explode: false,")} !!
  ${withQuery("{ type: array, items: {} }", "style: pipeDelimited, explode: false,")}
the style that is the default is written | ${withQuery("{ type: array, items: {} }")} ==
  ${withQuery("{ type: array, items: {} }", "style: form, explode: true, required: false,")}
the types of a parameter change places | ${withQuery("{ type: [integer, string] }")} == ${withQuery("{ type: [string, integer] }")}
parameters change places | ${withParameters(textQuery, describedQuery("limit"))} == ${withParameters(describedQuery("limit"), textQuery)}
a parameter is deprecated | ${withParameters(textQuery)} ~~ ${withQuery("{ type: string }", "deprecated: true,")}
the schema of a parameter moves into content | ${withParameters(textQuery)} !!
  ${withParameters("{ name: q, in: query, content: { application/json: { schema: { type: string } } } }")}
allowReserved is granted | ${textParameter("allowReserved: true,")} >> ${textParameter("")}
allowEmptyValue is granted | ${textParameter("allowEmptyValue: true,")} >> ${textParameter("")}
the media type of a request becomes a range | requestBody: { content: { 'application/*': { schema: {} } } } >>
  requestBody: { content: { application/json: { schema: {} } } }
a required parameter changes its default | ${withQuery("{ type: integer, default: 1 }", "required: true,")} ~~
  ${withQuery("{ type: integer, default: 2 }", "required: true,")}
a flag in a query becomes one of two texts | ${withQuery("{ type: string, enum: ['true', 'false', auto] }")} >>
  ${withQuery("{ type: boolean }")}
a number in a query becomes any text | ${withQuery("{ type: string }")} >> ${withQuery("{ type: [integer, boolean] }")}
a number in a query becomes a text of two signs at least | ${withQuery("{ type: integer }")} !!
  ${withQuery("{ type: string, minLength: 2 }")}
a number in a query becomes a short text | ${withQuery("{ type: integer }")} !!
  ${withQuery("{ type: string, maxLength: 3 }")}
the list in a header explodes | parameters: [{ name: X-L, in: header, schema: { type: array, items: {} } }] ==
  parameters: [{ name: X-L, in: header, explode: true, schema: { type: array, items: {} } }]
the default of a parameter in a media type changes |
  parameters: [{ name: q, in: query, content: { application/json: { schema: { default: 1 } } } }] !!
  parameters: [{ name: q, in: query, content: { application/json: { schema: { default: 2 } } } }]
a text in a query loses null | ${withQuery("{ type: [string, 'null'] }")} >> ${withQuery("{ type: string }")}
a text in a query becomes a list that is repeated |
  ${withQuery("{ type: array, items: { type: string, format: uuid } }")} >>
  ${withQuery("{ type: string, format: uuid }", "explode: false,")}
a number in a query becomes a list of texts | ${withQuery("{ type: array, items: { type: string } }")} >>
  ${withQuery("{ type: integer }")}
a text in a query becomes a list of short ones | ${withQuery("{ type: string }")} !!
  ${withQuery("{ type: array, items: { type: string, maxLength: 3 } }")}
a text in a query becomes a list of two at least | ${withQuery("{ type: string }")} !!
  ${withQuery("{ type: array, minItems: 2, items: { type: string } }")}
a text in a query becomes a list whose first item is a constant | ${withQuery("{ type: string }")} !!
  ${withQuery("{ type: array, prefixItems: [{ const: a }], items: { type: string } }")}
a text in a query becomes a list with a constant in it | ${withQuery("{ type: string }")} !!
  ${withQuery("{ type: array, items: { type: string }, contains: { const: a } }")}
a text in a query becomes one of the lists of an enum | ${withQuery("{ type: string }")} !!
  ${withQuery("{ type: array, items: { type: string }, enum: [[a]] }")}
a text in a query becomes a list without repeats | ${withQuery("{ type: array, items: { type: string }, uniqueItems: true }")} >>
  ${withQuery("{ type: string }")}
a number in a query becomes a text that fits one branch only | ${withQuery("{ type: integer }")} !!
  ${withQuery("{ oneOf: [{ type: string }, { type: string, maxLength: 3 }] }")}
a number in a query becomes a text with another default | ${withQuery("{ type: integer, default: 1 }")} !!
  ${withQuery("{ type: string, default: '2' }")}
a field of an object in a query goes | ${withQuery("{ type: object, properties: { a: {}, b: {} } }", "style: deepObject,")} >>
  ${withQuery("{ type: object, properties: { a: {} } }", "style: deepObject,")}
a field of an object in a header goes |
  ${withParameters("{ name: X-O, in: header, schema: { type: object, properties: { a: {}, b: {} } } }")} >>
  ${withParameters("{ name: X-O, in: header, schema: { type: object, properties: { a: {} } } }")}
a field of a map in a query is no longer listed |
  ${withQuery("{ type: object, properties: { a: { type: string } }, additionalProperties: { type: string } }")} ~~
  ${withQuery("{ type: object, additionalProperties: { type: string } }")}
a field of an object in a query goes after its sunset |
  ${withQuery(`{ type: object, properties: { a: {}, b: { ${pastSunset} } } }`)} ~~
  ${withQuery("{ type: object, properties: { a: {} } }")}
a text in a query becomes a list between commas | ${withQuery("{ type: string }")} !!
  ${withQuery("{ type: array, items: { type: string } }", "explode: false,")}
`,
);

const pathItem = (path: string, fragment: string) =>
  `paths: { "${path}": ${fragment} }`;
const getThing = (declared = "") =>
  `get: { operationId: getThing, ${declared} responses: { "200": { description: Done. } } }`;
const idParameter =
  "{ name: id, in: path, required: true, schema: { type: string } }";
const pageParameter = "{ name: page, in: query, schema: { type: integer } }";

/** Parameters that belong to a path. */
export const pathParameters = table(
  "parameters of a path",
  contract,
  `
a parameter of the path is removed | ${pathItem("/t", `{ parameters: [${pageParameter}], ${getThing()} }`)} >> ${pathItem("/t", `{ ${getThing()} }`)}
an operation narrows a parameter of its path | ${pathItem("/t", `{ parameters: [${pageParameter}], ${getThing()} }`)} >>
  ${pathItem("/t", `{ parameters: [${pageParameter}], ${getThing("parameters: [{ name: page, in: query, schema: { type: integer, maximum: 5 } }],")} }`)}
a parameter of the path moves to its operation | ${pathItem("/t", `{ parameters: [${pageParameter}], ${getThing()} }`)} ==
  ${pathItem("/t", `{ ${getThing(`parameters: [${pageParameter}],`)} }`)}
a placeholder is renamed | ${pathItem("/t/{id}", `{ ${getThing(`parameters: [${idParameter}],`)} }`)} ~~
  ${pathItem("/t/{key}", `{ ${getThing(`parameters: [${idParameter.replace("id", "key")}],`)} }`)}
a parameter becomes a component | ${pathItem("/t", `{ ${getThing(`parameters: [${pageParameter}],`)} }`)} ==
  { ${pathItem("/t", `{ ${getThing('parameters: [{ $ref: "#/components/parameters/Page" }],')} }`)}, components: { parameters: { Page: ${pageParameter} } } }
`,
);

const securitySchemes = `components: { securitySchemes: {
  k: { type: apiKey, in: header, name: X-Key }, j: { type: http, scheme: bearer },
  o: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://a.test/token", scopes: { read: Read., write: Write. } } } } } }`;
const securedApi = (root: string, own = "", more = securitySchemes) => `
${root && `security: ${root}`}
paths: { /t: { get: { operationId: a, ${own && `security: ${own},`} responses: { "200": { description: Done. } } } } }
${more}`;
const renamedScheme =
  "components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }";

/** Cases of security: only the resulting requirements count, wherever they are written. */
export const security = table(
  "security",
  contract,
  `
the operation repeats the root's | ${securedApi("[{ k: [] }]")} == ${securedApi("[{ k: [] }]", "[{ k: [] }]")}
a public operation inherits the root's | ${securedApi("[{ k: [] }]", "[]")} >> ${securedApi("[{ k: [] }]")}
an operation takes the root's instead of its own | ${securedApi("[{ k: [] }]", "[{ j: [] }]")} !! ${securedApi("[{ k: [] }]")}
the root accepts another scheme too | ${securedApi("[{ k: [] }, { j: [] }]")} >> ${securedApi("[{ k: [] }]")}
both schemes at once | ${securedApi("[{ k: [] }]")} >> ${securedApi("[{ k: [], j: [] }]")}
security becomes optional | ${securedApi("[{ k: [] }, {}]")} >> ${securedApi("[{ k: [] }]")}
one more scope | ${securedApi("[{ o: [read] }]")} >> ${securedApi("[{ o: [read, write] }]")}
alternatives change places | ${securedApi("[{ k: [] }, { j: [] }]")} == ${securedApi("[{ j: [] }, { k: [] }]")}
a scheme is renamed | ${securedApi("[{ k: [] }]")} == ${securedApi("[{ key: [] }]", "", renamedScheme)}
the header of a key changes | ${securedApi("[{ k: [] }]")} !! ${securedApi("[{ k: [] }]", "", securitySchemes.replace("X-Key", "X-Other"))}
the letters of the header of a key change | ${securedApi("[{ k: [] }]")} == ${securedApi("[{ k: [] }]", "", securitySchemes.replace("X-Key", "x-KEY"))}
a key moves to the query | ${securedApi("[{ k: [] }]")} !! ${securedApi("[{ k: [] }]", "", securitySchemes.replace("in: header", "in: query"))}
bearer becomes basic | ${securedApi("[{ j: [] }]")} !! ${securedApi("[{ j: [] }]", "", securitySchemes.replace("scheme: bearer", "scheme: basic"))}
the format of a bearer token is written | ${securedApi("[{ j: [] }]")} ~~
  ${securedApi("[{ j: [] }]", "", securitySchemes.replace("scheme: bearer", "scheme: bearer, bearerFormat: JWT"))}
the token's address changes | ${securedApi("[{ o: [read] }]")} !!
  ${securedApi("[{ o: [read] }]", "", securitySchemes.replace("/token", "/tokens"))}
a token can no longer be refreshed |
  ${securedApi("[{ o: [read] }]", "", securitySchemes.replace("tokenUrl:", 'refreshUrl: "https://a.test/refresh", tokenUrl:'))} >>
  ${securedApi("[{ o: [read] }]")}
a flow is added |
  ${securedApi("[{ o: [read] }]", "", securitySchemes.replace("flows: {", 'flows: { password: { tokenUrl: "https://a.test/token", scopes: {} },'))} >>
  ${securedApi("[{ o: [read] }]")}
a scheme that nothing asks for is removed | ${securedApi("[{ k: [] }]")} ~~
  ${securedApi("[{ k: [] }]", "", "components: { securitySchemes: { k: { type: apiKey, in: header, name: X-Key } } }")}
`,
);
