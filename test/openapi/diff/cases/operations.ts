import { contract, operation, table } from "./case.ts";

const done = '"200": { description: Done. }';
const op = (id: string, more = "") =>
  `{ operationId: ${id}, ${more} responses: { ${done} } }`;
const paths = (...items: string[]) => `paths: { ${items.join(", ")} }`;
const responses = (...listed: string[]) =>
  `responses: { ${listed.join(", ")} }`;
const body = (type: string, schema = "{ type: object }") =>
  `requestBody: { content: { ${type}: { schema: ${schema} } } }`;
const content = (...types: string[]) =>
  responses(
    `"200": { description: Done., content: { ${types.map((type) => `${type}: { schema: {} }`).join(", ")} } }`,
  );
const headers = (...named: string[]) =>
  responses(`"200": { description: Done., headers: { ${named.join(", ")} } }`);
const limit = (more = "") => `X-Limit: { ${more} schema: { type: integer } }`;
const linked = (link: string) =>
  responses(`"200": { description: Done., links: { next: { ${link} } } }`);
const answered = (schema: string, ...others: string[]) =>
  paths(
    `"/c/{id}": { get: ${op("a", `parameters: [{ name: id, in: path, required: true, schema: ${schema} }],`)} }`,
    ...others.map((path) => `${path}: { get: ${op("b")} }`),
  );
const past = "deprecated: true, x-sunset: '2020-01-01'";

/** Paths, operations, servers, and what goes after the day that callers were told. */
export const operations = table(
  "operations",
  contract,
  `
an operation is removed | ${paths(`/t: { get: ${op("a")}, post: ${op("b")} }`)} >> ${paths(`/t: { get: ${op("a")} }`)}
a path is removed | ${paths(`/t: { get: ${op("a")} }`, `/u: { get: ${op("b")} }`)} >> ${paths(`/t: { get: ${op("a")} }`)}
an operationId is renamed | ${paths(`/t: { get: ${op("listThings")} }`)} !! ${paths(`/t: { get: ${op("getThings")} }`)}
an operationId is added | ${paths(`/t: { get: ${op("a")} }`)} >> ${paths(`/t: { get: { responses: { ${done} } } }`)}
an operation is deprecated | ${paths(`/t: { get: ${op("a")} }`)} ~~ ${paths(`/t: { get: ${op("a", "deprecated: true,")} }`)}
a deprecated operation is removed after its sunset |
  ${paths(`/t: { get: ${op("a")}, post: ${op("b", "deprecated: true, x-sunset: '2020-01-31',")} }`)} ~~
  ${paths(`/t: { get: ${op("a")} }`)}
a deprecated operation is removed before its sunset |
  ${paths(`/t: { get: ${op("a")}, post: ${op("b", "deprecated: true, x-sunset: '2999-01-31',")} }`)} >>
  ${paths(`/t: { get: ${op("a")} }`)}
summary, description and tag change | ${paths(`/t: { get: ${op("a", "summary: One, description: One., tags: [x],")} }`)} ~~
  ${paths(`/t: { get: ${op("a", "summary: Two, description: Two., tags: [y],")} }`)}
the path of a server moves into the paths | { servers: [{ url: https://a.test/v1 }], ${paths(`/t: { get: { responses: { ${done} } } }`)} } ==
  { servers: [{ url: https://a.test }], ${paths(`/v1/t: { get: { responses: { ${done} } } }`)} }
a server moves | { servers: [{ url: https://a.test/v1 }], paths: {} } !! { servers: [{ url: https://a.test/v2 }], paths: {} }
a slash at the end of a server goes | { servers: [{ url: https://a.test/v1/ }], paths: {} } ==
  { servers: [{ url: https://a.test/v1 }], paths: {} }
the server that holds anyway is told | paths: {} == { servers: [{ url: / }], paths: {} }
the default of a server's variable changes |
  { servers: [{ url: 'https://{r}.test', variables: { r: { default: eu } } }], paths: {} } !!
  { servers: [{ url: 'https://{r}.test', variables: { r: { default: us } } }], paths: {} }
a path goes | paths: { /a: { get: ${op("a")} }, /b: { get: ${op("b", `${past},`)}, put: ${op("c", `${past},`)} } } ~~
  paths: { /a: { get: ${op("a")} } }
a path goes of which one operation stays in force | paths: { /b: { get: ${op("b", `${past},`)}, put: ${op("c")} } } >>
  paths: {}
a sunset moves nearer | paths: { /a: { get: ${op("a", "deprecated: true, x-sunset: '2099-01-01',")} } } >>
  paths: { /a: { get: ${op("a", "deprecated: true, x-sunset: '2098-01-01',")} } }
a sunset that is past from the start | paths: { /a: { get: ${op("a")} } } >> paths: { /a: { get: ${op("a", `${past},`)} } }
an operation goes whose sunset is no date |
  paths: { /a: { get: ${op("a")}, put: ${op("b", "deprecated: true, x-sunset: 01/02/2099,")} } } >>
  paths: { /a: { get: ${op("a")} } }
a new path is one that another answered | ${answered("{ type: string, maxLength: 9 }")} !!
  ${answered("{ type: string, maxLength: 9 }", "/c/mine")}
a new path is one that another refused, as it is no number | ${answered("{ type: integer }")} << ${answered("{ type: integer }", "/c/mine")}
a new path is one that another refused, as it is too long | ${answered("{ maxLength: 3 }")} << ${answered("{ maxLength: 3 }", "/c/mine")}
a new path is one that another refused by its format | ${answered("{ format: uuid }")} << ${answered("{ format: uuid }", "/c/mine")}
a new path is one that another refused by its values | ${answered("{ enum: [all] }")} << ${answered("{ enum: [all] }", "/c/mine")}
a new path beside others | ${answered("{}")} << ${answered("{}", "/d/mine")}
a limit falls | x-limits: { a: 2 }\npaths: {} ~~ x-limits: { a: 1 }\npaths: {}
a limit rises | x-limits: { a: 1, b: 2 }\npaths: {} ~~ x-limits: { a: 3, b: 2 }\npaths: {}
a window in which a limit holds gets longer | x-limits: { windowSeconds: 1 }\npaths: {} ~~ x-limits: { windowSeconds: 2 }\npaths: {}
a tag is renamed | ${paths(`/t: { get: ${op("a", "tags: [Plants],")} }`)} ~~ ${paths(`/t: { get: ${op("a", "tags: [Trees],")} }`)}
a second tag | ${paths(`/t: { get: ${op("a", "tags: [Plants],")} }`)} == ${paths(`/t: { get: ${op("a", "tags: [Plants],")} }`)}
a limit comes where nothing was said | x-limits:\npaths: {} ~~ x-limits: { a: 1 }\npaths: {}
an operation is no longer idempotent | ${paths(`/t: { get: ${op("a", "x-idempotent: true,")} }`)} >> ${paths(`/t: { get: ${op("a")} }`)}
an operation becomes a draft | ${paths(`/t: { get: ${op("a")} }`)} >> ${paths(`/t: { get: ${op("a", "x-stability-level: draft,")} }`)}
a webhook goes | webhooks: { a: { post: ${op("a", `${past},`)} } } ~~ webhooks: {}
`,
);

/** Bodies, statuses, media types and headers. */
export const messages = table(
  "messages",
  operation,
  `
a request body becomes required | requestBody: { content: {} } >> requestBody: { required: true, content: {} }
an optional request body is added | ${body("application/json")} >> {}
a required request body is added | {} !! requestBody: { required: true, content: { application/json: { schema: {} } } }
a media type of a request is removed | requestBody: { content: { application/json: {}, text/csv: {} } } >>
  requestBody: { content: { application/json: {} } }
a media type of a response is removed | ${content("application/json", "text/csv")} >> ${content("application/json")}
a status is removed | ${responses(done, '"404": { description: None. }')} >> ${responses(done)}
a range takes the place of a status | ${responses(done, '"400": { description: Bad. }, 4XX: { description: Bad. }')} ~~
  ${responses(done, "4XX: { description: Bad. }")}
a response loses its body | ${content("application/json")} >> ${responses(done)}
a link is removed | ${linked("operationId: a")} >> ${responses(done)}
a link leads to another operation | ${linked("operationId: a")} !! ${linked("operationId: b")}
a link brings another value | ${linked("operationId: a, parameters: { id: '$response.body#/id' }")} !!
  ${linked("operationId: a, parameters: { id: '$response.body#/key' }")}
a link is described | ${linked("operationId: a")} == ${linked("operationId: a, description: The next one.")}
a header is removed | ${headers(limit("required: true,"))} >> ${responses(done)}
a header becomes optional | ${headers(limit("required: true,"))} >> ${headers(limit())}
a header of which nothing is said | ${headers(limit("required: true,"))} >> ${headers("X-Limit: null")}
a header changes its type | ${headers(limit())} >> ${headers("X-Limit: { schema: { type: string } }")}
headers by alias go in one place |
  operation: { responses: { "200": { description: Done., headers: &h { ${limit()} } }, "201": { description: Made., headers: *h } } } >>
  operation: { responses: { "200": { description: Done., headers: { ${limit()} } }, "201": { description: Made. } } }
`,
);

const query = (schema: string, more = "") =>
  `{ name: q, in: query, ${more} schema: ${schema} }`;
const list = (...parameters: string[]) =>
  `parameters: [${parameters.join(", ")}]`;
const asked = (schema: string, more = "") => list(query(schema, more));
const q = query("{ type: string }");
const long = (name: string) =>
  `{ name: ${name}, in: query, description: How many of them come at most with one response, schema: { type: integer, maximum: 100 } }`;
const parameter = (more: string) =>
  `parameters: [{ name: q, in: query, ${more} schema: { type: string } }]`;

/** Cases of parameters and request bodies. */
export const parameters = table(
  "parameters",
  operation,
  `
the numbers of a query are written as texts | ${asked("{ type: string, enum: ['2', '1'] }")} >>
  ${asked("{ type: integer, enum: [1, 2] }")}
one of the numbers of a query has no text | ${asked("{ type: integer, enum: [1, 2] }")} !!
  ${asked("{ type: string, enum: ['1'] }")}
a required parameter is added | {} !! ${asked("{ type: string }", "required: true,")}
an optional parameter is added | ${list(q)} >> {}
a query parameter is renamed | ${list(long("limit"))} !! ${list(long("size"))}
a header parameter is removed | ${list("{ name: X-Mode, in: header, schema: { type: string } }")} >> {}
the letters of a header change | ${list("{ name: X-Mode, in: header, schema: { type: string } }")} ==
  ${list("{ name: x-mode, in: header, schema: { type: string } }")}
a parameter becomes required | ${list(q)} >> ${asked("{ type: string }", "required: true,")}
a parameter widens | ${asked("{ type: integer, maximum: 9 }")} >> ${asked("{ type: integer, maximum: 5 }")}
the default of a parameter changes | ${asked("{ type: integer, default: 25 }")} !!
  ${asked("{ type: integer, default: 50 }")}
a list is no longer repeated but separated | ${asked("{ type: array, items: {} }", "explode: true,")} !!
  ${asked("{ type: array, items: {} }", "explode: false,")}
another style | ${asked("{ type: array, items: {} }", "style: spaceDelimited, explode: false,")} !!
  ${asked("{ type: array, items: {} }", "style: pipeDelimited, explode: false,")}
the style that holds anyway is told | ${asked("{ type: array, items: {} }")} ==
  ${asked("{ type: array, items: {} }", "style: form, explode: true, required: false,")}
the types of a parameter change places | ${asked("{ type: [integer, string] }")} == ${asked("{ type: [string, integer] }")}
parameters change places | ${list(q, long("limit"))} == ${list(long("limit"), q)}
a parameter is deprecated | ${list(q)} ~~ ${asked("{ type: string }", "deprecated: true,")}
the schema of a parameter moves into content | ${list(q)} !!
  ${list("{ name: q, in: query, content: { application/json: { schema: { type: string } } } }")}
allowReserved is granted | ${parameter("allowReserved: true,")} >> ${parameter("")}
allowEmptyValue is granted | ${parameter("allowEmptyValue: true,")} >> ${parameter("")}
the media type of a request becomes a range | requestBody: { content: { 'application/*': { schema: {} } } } >>
  requestBody: { content: { application/json: { schema: {} } } }
a required parameter changes its default | ${asked("{ type: integer, default: 1 }", "required: true,")} ~~
  ${asked("{ type: integer, default: 2 }", "required: true,")}
a flag in a query becomes one of two texts | ${asked("{ type: string, enum: ['true', 'false', auto] }")} >>
  ${asked("{ type: boolean }")}
a number in a query becomes any text | ${asked("{ type: string }")} >> ${asked("{ type: [integer, boolean] }")}
a number in a query becomes a short text | ${asked("{ type: integer }")} !!
  ${asked("{ type: string, maxLength: 3 }")}
the list in a header explodes | parameters: [{ name: X-L, in: header, schema: { type: array, items: {} } }] ==
  parameters: [{ name: X-L, in: header, explode: true, schema: { type: array, items: {} } }]
the default of a parameter in a media type changes |
  parameters: [{ name: q, in: query, content: { application/json: { schema: { default: 1 } } } }] !!
  parameters: [{ name: q, in: query, content: { application/json: { schema: { default: 2 } } } }]
a text in a query loses null | ${asked("{ type: [string, 'null'] }")} >> ${asked("{ type: string }")}
a text in a query becomes a list that is repeated |
  ${asked("{ type: array, items: { type: string, format: uuid } }")} >>
  ${asked("{ type: string, format: uuid }", "explode: false,")}
a number in a query becomes a list of texts | ${asked("{ type: array, items: { type: string } }")} >>
  ${asked("{ type: integer }")}
a text in a query becomes a list of short ones | ${asked("{ type: string }")} !!
  ${asked("{ type: array, items: { type: string, maxLength: 3 } }")}
a text in a query becomes a list of two at least | ${asked("{ type: string }")} !!
  ${asked("{ type: array, minItems: 2, items: { type: string } }")}
a text in a query becomes a list between commas | ${asked("{ type: string }")} !!
  ${asked("{ type: array, items: { type: string } }", "explode: false,")}
`,
);

const item = (path: string, fragment: string) =>
  `paths: { "${path}": ${fragment} }`;
const get = (declared = "") =>
  `get: { operationId: getThing, ${declared} responses: { "200": { description: Done. } } }`;
const id = "{ name: id, in: path, required: true, schema: { type: string } }";
const page = "{ name: page, in: query, schema: { type: integer } }";

/** Parameters that belong to a path. */
export const pathParameters = table(
  "parameters of a path",
  contract,
  `
a parameter of the path is removed | ${item("/t", `{ parameters: [${page}], ${get()} }`)} >> ${item("/t", `{ ${get()} }`)}
an operation narrows a parameter of its path | ${item("/t", `{ parameters: [${page}], ${get()} }`)} >>
  ${item("/t", `{ parameters: [${page}], ${get("parameters: [{ name: page, in: query, schema: { type: integer, maximum: 5 } }],")} }`)}
a parameter of the path moves to its operation | ${item("/t", `{ parameters: [${page}], ${get()} }`)} ==
  ${item("/t", `{ ${get(`parameters: [${page}],`)} }`)}
a placeholder is renamed | ${item("/t/{id}", `{ ${get(`parameters: [${id}],`)} }`)} ==
  ${item("/t/{key}", `{ ${get(`parameters: [${id.replace("id", "key")}],`)} }`)}
a parameter becomes a component | ${item("/t", `{ ${get(`parameters: [${page}],`)} }`)} ==
  { ${item("/t", `{ ${get('parameters: [{ $ref: "#/components/parameters/Page" }],')} }`)}, components: { parameters: { Page: ${page} } } }
`,
);

const schemes = `components: { securitySchemes: {
  k: { type: apiKey, in: header, name: X-Key }, j: { type: http, scheme: bearer },
  o: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://a.test/token", scopes: { read: Read., write: Write. } } } } } }`;
const api = (root: string, own = "", more = schemes) => `
${root && `security: ${root}`}
paths: { /t: { get: { operationId: a, ${own && `security: ${own},`} responses: { "200": { description: Done. } } } } }
${more}`;
const renamed =
  "components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }";

/** Cases of security: only the resulting requirements count, wherever they are written. */
export const security = table(
  "security",
  contract,
  `
the operation repeats the root's | ${api("[{ k: [] }]")} == ${api("[{ k: [] }]", "[{ k: [] }]")}
a public operation inherits the root's | ${api("[{ k: [] }]", "[]")} >> ${api("[{ k: [] }]")}
an operation takes the root's instead of its own | ${api("[{ k: [] }]", "[{ j: [] }]")} !! ${api("[{ k: [] }]")}
the root accepts another scheme too | ${api("[{ k: [] }, { j: [] }]")} >> ${api("[{ k: [] }]")}
both schemes at once | ${api("[{ k: [] }]")} >> ${api("[{ k: [], j: [] }]")}
security becomes optional | ${api("[{ k: [] }, {}]")} >> ${api("[{ k: [] }]")}
one more scope | ${api("[{ o: [read] }]")} >> ${api("[{ o: [read, write] }]")}
alternatives change places | ${api("[{ k: [] }, { j: [] }]")} == ${api("[{ j: [] }, { k: [] }]")}
a scheme is renamed | ${api("[{ k: [] }]")} == ${api("[{ key: [] }]", "", renamed)}
the header of a key changes | ${api("[{ k: [] }]")} !! ${api("[{ k: [] }]", "", schemes.replace("X-Key", "X-Other"))}
a key moves to the query | ${api("[{ k: [] }]")} !! ${api("[{ k: [] }]", "", schemes.replace("in: header", "in: query"))}
bearer becomes basic | ${api("[{ j: [] }]")} !! ${api("[{ j: [] }]", "", schemes.replace("scheme: bearer", "scheme: basic"))}
a bearer tells its format | ${api("[{ j: [] }]")} ~~
  ${api("[{ j: [] }]", "", schemes.replace("scheme: bearer", "scheme: bearer, bearerFormat: JWT"))}
the token's address changes | ${api("[{ o: [read] }]")} !!
  ${api("[{ o: [read] }]", "", schemes.replace("/token", "/tokens"))}
a flow is added |
  ${api("[{ o: [read] }]", "", schemes.replace("flows: {", 'flows: { password: { tokenUrl: "https://a.test/token", scopes: {} },'))} >>
  ${api("[{ o: [read] }]")}
a scheme that nothing asks for is removed | ${api("[{ k: [] }]")} ~~
  ${api("[{ k: [] }]", "", "components: { securitySchemes: { k: { type: apiKey, in: header, name: X-Key } } }")}
`,
);
