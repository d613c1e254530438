import { contract, operation, table } from "./case.ts";

const done = '"200": { description: Done. }';
const op = (id: string, more = "") => `{ operationId: ${id}, ${more} responses: { ${done} } }`;
const paths = (...items: string[]) => `paths: { ${items.join(", ")} }`;
const responses = (...listed: string[]) => `responses: { ${listed.join(", ")} }`;
const body = (type: string, schema = "{ type: object }") =>
  `requestBody: { content: { ${type}: { schema: ${schema} } } }`;
const content = (...types: string[]) =>
  responses(
    `"200": { description: Done., content: { ${types.map((type) => `${type}: { schema: {} }`).join(", ")} } }`,
  );
const headers = (...named: string[]) =>
  responses(`"200": { description: Done., headers: { ${named.join(", ")} } }`);
const limit = (more = "") => `X-Limit: { ${more} schema: { type: integer } }`;

/** Paths, operations, servers. */
export const operations = table(
  "operations",
  contract,
  `
an operation is removed | ${paths(`/t: { get: ${op("a")}, post: ${op("b")} }`)} >> ${paths(`/t: { get: ${op("a")} }`)}
a path is removed | ${paths(`/t: { get: ${op("a")} }`, `/u: { get: ${op("b")} }`)} >> ${paths(`/t: { get: ${op("a")} }`)}
a path is renamed | ${paths(`/things: { get: ${op("a")} }`)} !! ${paths(`/thingies: { get: ${op("a")} }`)}
an operationId is renamed | ${paths(`/t: { get: ${op("listThings")} }`)} !! ${paths(`/t: { get: ${op("getThings")} }`)}
an operationId is added | ${paths(`/t: { get: ${op("a")} }`)} >> ${paths(`/t: { get: { responses: { ${done} } } }`)}
an operation is deprecated | ${paths(`/t: { get: ${op("a")} }`)} ~~ ${paths(`/t: { get: ${op("a", "deprecated: true,")} }`)}
a deprecated operation is removed after its sunset |
  ${paths(`/t: { get: ${op("a")}, post: ${op("b", "deprecated: true, x-sunset: '2020-01-31',")} }`)} ~~
  ${paths(`/t: { get: ${op("a")} }`)}
a deprecated operation is removed before its sunset |
  ${paths(`/t: { get: ${op("a")}, post: ${op("b", "deprecated: true, x-sunset: '2999-01-31',")} }`)} >>
  ${paths(`/t: { get: ${op("a")} }`)}
a deprecated operation without a date is removed | ${paths(`/t: { get: ${op("a")}, post: ${op("b", "deprecated: true,")} }`)} >>
  ${paths(`/t: { get: ${op("a")} }`)}
summary, description and tag change | ${paths(`/t: { get: ${op("a", "summary: One, description: One., tags: [x],")} }`)} ~~
  ${paths(`/t: { get: ${op("a", "summary: Two, description: Two., tags: [y],")} }`)}
a server is removed | { servers: [{ url: https://a.test }, { url: https://b.test }], paths: {} } >>
  { servers: [{ url: https://a.test }], paths: {} }
a server moves | { servers: [{ url: https://a.test/v1 }], paths: {} } !! { servers: [{ url: https://a.test/v2 }], paths: {} }
a slash at the end of a server goes | { servers: [{ url: https://a.test/v1/ }], paths: {} } ==
  { servers: [{ url: https://a.test/v1 }], paths: {} }
the server that holds anyway is told | paths: {} == { servers: [{ url: / }], paths: {} }
the default of a server's variable changes |
  { servers: [{ url: 'https://{r}.test', variables: { r: { default: eu } } }], paths: {} } !!
  { servers: [{ url: 'https://{r}.test', variables: { r: { default: us } } }], paths: {} }
the version of the contract is raised | { info: { title: Things, version: 1.0.0 }, paths: {} } ~~
  { info: { title: Things, version: 1.1.0 }, paths: {} }
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
a media type is replaced | ${content("application/json")} !! ${content("application/xml")}
a status is removed | ${responses(done, '"404": { description: None. }')} >> ${responses(done)}
another status for success | ${responses(done)} !! ${responses('"201": { description: Made. }')}
a response loses its body | ${content("application/json")} >> ${responses(done)}
a header is removed | ${headers(limit("required: true,"))} >> ${responses(done)}
a header becomes optional | ${headers(limit("required: true,"))} >> ${headers(limit())}
a header changes its type | ${headers(limit())} >> ${headers("X-Limit: { schema: { type: string } }")}
headers by alias are written out |
  operation: { responses: { "200": { description: Done., headers: &h { ${limit()} } }, "201": { description: Made., headers: *h } } } ==
  operation: { responses: { "200": { description: Done., headers: { ${limit()} } }, "201": { description: Made., headers: { ${limit()} } } } }
headers by alias go in one place |
  operation: { responses: { "200": { description: Done., headers: &h { ${limit()} } }, "201": { description: Made., headers: *h } } } >>
  operation: { responses: { "200": { description: Done., headers: { ${limit()} } }, "201": { description: Made. } } }
`,
);
