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
breaking | an operation is removed | it is a 405
- ${paths(`/t: { get: ${op("a")}, post: ${op("b")} }`)}
+ ${paths(`/t: { get: ${op("a")} }`)}
breaking | a path is removed | it is a 404
- ${paths(`/t: { get: ${op("a")} }`, `/u: { get: ${op("b")} }`)}
+ ${paths(`/t: { get: ${op("a")} }`)}
breaking | a path is renamed | the old one is a 404
- ${paths(`/things: { get: ${op("a")} }`)}
+ ${paths(`/thingies: { get: ${op("a")} }`)}
harmless | a path is added | nobody calls it
- ${paths(`/t: { get: ${op("a")} }`)}
+ ${paths(`/t: { get: ${op("a")} }`, `/u: { get: ${op("b")} }`)}
harmless | an operation is added | nobody calls it
- ${paths(`/t: { get: ${op("a")} }`)}
+ ${paths(`/t: { get: ${op("a")}, post: ${op("b")} }`)}
breaking | an operationId is renamed | methods of clients have its name
- ${paths(`/t: { get: ${op("listThings")} }`)}
+ ${paths(`/t: { get: ${op("getThings")} }`)}
harmless | an operationId is added | it had no name
- ${paths(`/t: { get: { responses: { ${done} } } }`)}
+ ${paths(`/t: { get: ${op("a")} }`)}
harmless | an operation is deprecated | it still works
- ${paths(`/t: { get: ${op("a")} }`)}
+ ${paths(`/t: { get: ${op("a", "deprecated: true,")} }`)}
harmless | a deprecated operation is removed after its sunset | callers knew the date
- ${paths(`/t: { get: ${op("a")}, post: ${op("b", "deprecated: true, x-sunset: '2020-01-31',")} }`)}
+ ${paths(`/t: { get: ${op("a")} }`)}
breaking | a deprecated operation is removed before its sunset | callers rely on the date
- ${paths(`/t: { get: ${op("a")}, post: ${op("b", "deprecated: true, x-sunset: '2999-01-31',")} }`)}
+ ${paths(`/t: { get: ${op("a")} }`)}
breaking | a deprecated operation without a date is removed | callers knew no date
- ${paths(`/t: { get: ${op("a")}, post: ${op("b", "deprecated: true,")} }`)}
+ ${paths(`/t: { get: ${op("a")} }`)}
harmless | summary, description and tag change | they decide nothing
- ${paths(`/t: { get: ${op("a", "summary: One, description: One., tags: [x],")} }`)}
+ ${paths(`/t: { get: ${op("a", "summary: Two, description: Two., tags: [y],")} }`)}
refactor | paths change places | their order says nothing
- ${paths(`/t: { get: ${op("a")} }`, `/u: { get: ${op("b")} }`)}
+ ${paths(`/u: { get: ${op("b")} }`, `/t: { get: ${op("a")} }`)}
breaking | a server is removed | nobody responses there
- { servers: [{ url: https://a.test }, { url: https://b.test }], paths: {} }
+ { servers: [{ url: https://a.test }], paths: {} }
breaking | a server moves | nobody responses there
- { servers: [{ url: https://a.test/v1 }], paths: {} }
+ { servers: [{ url: https://a.test/v2 }], paths: {} }
harmless | a server is added | the old one responses
- { servers: [{ url: https://a.test }], paths: {} }
+ { servers: [{ url: https://a.test }, { url: https://b.test }], paths: {} }
refactor | a slash at the end of a server goes | the addresses are the same
- { servers: [{ url: https://a.test/v1/ }], paths: {} }
+ { servers: [{ url: https://a.test/v1 }], paths: {} }
refactor | the server that holds anyway is told | it is where the contract is
- paths: {}
+ { servers: [{ url: / }], paths: {} }
breaking | the default of a server's variable changes | clients call another address
- { servers: [{ url: 'https://{r}.test', variables: { r: { default: eu } } }], paths: {} }
+ { servers: [{ url: 'https://{r}.test', variables: { r: { default: us } } }], paths: {} }
harmless | the version of the contract is raised | it says what happened
- { info: { title: Things, version: 1.0.0 }, paths: {} }
+ { info: { title: Things, version: 1.1.0 }, paths: {} }
`,
);

/** Bodies, statuses, media types and headers. */
export const messages = table(
  "messages",
  operation,
  `
breaking | a request body becomes required | calls without it are refused
- requestBody: { content: {} }
+ requestBody: { required: true, content: {} }
harmless | a request body becomes optional | calls with it still work
- requestBody: { required: true, content: {} }
+ requestBody: { content: {} }
harmless | an optional request body is added | calls without it still work
- {}
+ ${body("application/json")}
breaking | a required request body is added | no call has it
- {}
+ requestBody: { required: true, content: { application/json: { schema: {} } } }
breaking | a request body is removed | callers still send it
- ${body("application/json")}
+ {}
breaking | a media type of a request is removed | calls with it are refused
- requestBody: { content: { application/json: {}, text/csv: {} } }
+ requestBody: { content: { application/json: {} } }
harmless | a media type of a request is added | more is accepted
- requestBody: { content: { application/json: {} } }
+ requestBody: { content: { application/json: {}, text/csv: {} } }
breaking | a media type of a response is removed | clients ask for it
- ${content("application/json", "text/csv")}
+ ${content("application/json")}
harmless | a media type of a response is added | clients ask for the old one
- ${content("application/json")}
+ ${content("application/json", "text/csv")}
breaking | a media type is replaced | clients parse the old one
- ${content("application/json")}
+ ${content("application/xml")}
refactor | a media type tells its charset | JSON is UTF-8 anyway
- ${content("application/json")}
+ ${content("'application/json; charset=utf-8'")}
breaking | a status is removed | what clients do on it is never reached
- ${responses(done, '"404": { description: None. }')}
+ ${responses(done)}
breaking | another status for success | clients compare it
- ${responses(done)}
+ ${responses('"201": { description: Made. }')}
harmless | an error status is added | clients handle errors by their class
- ${responses(done)}
+ ${responses(done, '"409": { description: Exists. }')}
breaking | a response loses its body | clients read it
- ${content("application/json")}
+ ${responses(done)}
breaking | a header is removed | clients read it
- ${headers(limit("required: true,"))}
+ ${responses(done)}
breaking | one of two headers is removed | clients read it
- ${headers(limit(), "X-Left: { schema: { type: integer } }")}
+ ${headers(limit())}
breaking | a header becomes optional | clients read it unasked
- ${headers(limit("required: true,"))}
+ ${headers(limit())}
harmless | a header becomes required | it is there more often
- ${headers(limit())}
+ ${headers(limit("required: true,"))}
harmless | a header is added | clients pass over it
- ${responses(done)}
+ ${headers(limit())}
breaking | a header changes its type | clients parse it
- ${headers(limit())}
+ ${headers("X-Limit: { schema: { type: string } }")}
refactor | the letters of a header change | headers are the same in any letters
- ${headers(limit())}
+ ${headers("x-limit: { schema: { type: integer } }")}
refactor | a response becomes a component | it says the same elsewhere
- operation: { ${headers(limit())} }
+ { operation: { responses: { "200": { $ref: "#/components/responses/Ok" } } }, components: { responses: { Ok: { description: Done., headers: { ${limit()} } } } } }
refactor | headers by alias are written out | an alias is what it stands for
- operation: { responses: { "200": { description: Done., headers: &h { ${limit()} } }, "201": { description: Made., headers: *h } } }
+ operation: { responses: { "200": { description: Done., headers: { ${limit()} } }, "201": { description: Made., headers: { ${limit()} } } } }
breaking | headers by alias go in one place | clients read them there
- operation: { responses: { "200": { description: Done., headers: &h { ${limit()} } }, "201": { description: Made., headers: *h } } }
+ operation: { responses: { "200": { description: Done., headers: { ${limit()} } }, "201": { description: Made. } } }
`,
);
