import { contract, operation, table } from "./case.ts";

const done = '"200": { description: Done. }';
const op = (id: string, more = "") => `{ operationId: ${id}, ${more} responses: { ${done} } }`;
const paths = (...items: string[]) => `paths: { ${items.join(", ")} }`;
const answers = (...responses: string[]) => `responses: { ${responses.join(", ")} }`;
const body = (type: string, schema = "{ type: object }") =>
  `requestBody: { content: { ${type}: { schema: ${schema} } } }`;
const content = (...types: string[]) =>
  answers(
    `"200": { description: Done., content: { ${types.map((type) => `${type}: { schema: {} }`).join(", ")} } }`,
  );
const headers = (...named: string[]) =>
  answers(`"200": { description: Done., headers: { ${named.join(", ")} } }`);
const limit = (more = "") => `X-Limit: { ${more} schema: { type: integer } }`;

/** Paths, operations, servers. */
export const operations = table("operations", contract, [
  [
    "an operation is removed",
    "breaking",
    "it is a 405",
    paths(`/t: { get: ${op("a")}, post: ${op("b")} }`),
    paths(`/t: { get: ${op("a")} }`),
  ],
  [
    "a path is removed",
    "breaking",
    "it is a 404",
    paths(`/t: { get: ${op("a")} }`, `/u: { get: ${op("b")} }`),
    paths(`/t: { get: ${op("a")} }`),
  ],
  [
    "a path is renamed",
    "breaking",
    "the old one is a 404",
    paths(`/things: { get: ${op("a")} }`),
    paths(`/thingies: { get: ${op("a")} }`),
  ],
  [
    "a path is added",
    "harmless",
    "nobody calls it",
    paths(`/t: { get: ${op("a")} }`),
    paths(`/t: { get: ${op("a")} }`, `/u: { get: ${op("b")} }`),
  ],
  [
    "an operation is added",
    "harmless",
    "nobody calls it",
    paths(`/t: { get: ${op("a")} }`),
    paths(`/t: { get: ${op("a")}, post: ${op("b")} }`),
  ],
  [
    "an operationId is renamed",
    "breaking",
    "methods of clients have its name",
    paths(`/t: { get: ${op("listThings")} }`),
    paths(`/t: { get: ${op("getThings")} }`),
  ],
  [
    "an operationId is added",
    "harmless",
    "it had no name",
    paths(`/t: { get: { responses: { ${done} } } }`),
    paths(`/t: { get: ${op("a")} }`),
  ],
  [
    "an operation is deprecated",
    "harmless",
    "it still works",
    paths(`/t: { get: ${op("a")} }`),
    paths(`/t: { get: ${op("a", "deprecated: true,")} }`),
  ],
  [
    "a deprecated operation is removed after its sunset",
    "harmless",
    "callers knew the date",
    paths(`/t: { get: ${op("a")}, post: ${op("b", "deprecated: true, x-sunset: '2020-01-31',")} }`),
    paths(`/t: { get: ${op("a")} }`),
  ],
  [
    "a deprecated operation is removed before its sunset",
    "breaking",
    "callers rely on the date",
    paths(`/t: { get: ${op("a")}, post: ${op("b", "deprecated: true, x-sunset: '2999-01-31',")} }`),
    paths(`/t: { get: ${op("a")} }`),
  ],
  [
    "a deprecated operation without a date is removed",
    "breaking",
    "callers knew no date",
    paths(`/t: { get: ${op("a")}, post: ${op("b", "deprecated: true,")} }`),
    paths(`/t: { get: ${op("a")} }`),
  ],
  [
    "summary, description and tag change",
    "harmless",
    "they decide nothing",
    paths(`/t: { get: ${op("a", "summary: One, description: One., tags: [x],")} }`),
    paths(`/t: { get: ${op("a", "summary: Two, description: Two., tags: [y],")} }`),
  ],
  [
    "paths change places",
    "refactor",
    "their order says nothing",
    paths(`/t: { get: ${op("a")} }`, `/u: { get: ${op("b")} }`),
    paths(`/u: { get: ${op("b")} }`, `/t: { get: ${op("a")} }`),
  ],
  [
    "a server is removed",
    "breaking",
    "nobody answers there",
    "servers: [{ url: https://a.test }, { url: https://b.test }]\npaths: {}",
    "servers: [{ url: https://a.test }]\npaths: {}",
  ],
  [
    "a server moves",
    "breaking",
    "nobody answers there",
    "servers: [{ url: https://a.test/v1 }]\npaths: {}",
    "servers: [{ url: https://a.test/v2 }]\npaths: {}",
  ],
  [
    "a server is added",
    "harmless",
    "the old one answers",
    "servers: [{ url: https://a.test }]\npaths: {}",
    "servers: [{ url: https://a.test }, { url: https://b.test }]\npaths: {}",
  ],
  [
    "a slash at the end of a server goes",
    "refactor",
    "the addresses are the same",
    "servers: [{ url: https://a.test/v1/ }]\npaths: {}",
    "servers: [{ url: https://a.test/v1 }]\npaths: {}",
  ],
  [
    "the server that holds anyway is told",
    "refactor",
    "it is where the contract is",
    "paths: {}",
    "servers: [{ url: / }]\npaths: {}",
  ],
  [
    "the default of a server's variable changes",
    "breaking",
    "clients call another address",
    "servers: [{ url: 'https://{r}.test', variables: { r: { default: eu } } }]\npaths: {}",
    "servers: [{ url: 'https://{r}.test', variables: { r: { default: us } } }]\npaths: {}",
  ],
  [
    "the version of the contract is raised",
    "harmless",
    "it says what happened",
    "info: { title: Things, version: 1.0.0 }\npaths: {}",
    "info: { title: Things, version: 1.1.0 }\npaths: {}",
  ],
]);

/** Bodies, statuses, media types and headers. */
export const messages = table("messages", operation, [
  [
    "a request body becomes required",
    "breaking",
    "calls without it are refused",
    "requestBody: { content: {} }",
    "requestBody: { required: true, content: {} }",
  ],
  [
    "a request body becomes optional",
    "harmless",
    "calls with it still work",
    "requestBody: { required: true, content: {} }",
    "requestBody: { content: {} }",
  ],
  [
    "an optional request body is added",
    "harmless",
    "calls without it still work",
    "{}",
    body("application/json"),
  ],
  [
    "a required request body is added",
    "breaking",
    "no call has it",
    "{}",
    "requestBody: { required: true, content: { application/json: { schema: {} } } }",
  ],
  ["a request body is removed", "breaking", "callers still send it", body("application/json"), "{}"],
  [
    "a media type of a request is removed",
    "breaking",
    "calls with it are refused",
    "requestBody: { content: { application/json: {}, text/csv: {} } }",
    "requestBody: { content: { application/json: {} } }",
  ],
  [
    "a media type of a request is added",
    "harmless",
    "more is accepted",
    "requestBody: { content: { application/json: {} } }",
    "requestBody: { content: { application/json: {}, text/csv: {} } }",
  ],
  [
    "a media type of an answer is removed",
    "breaking",
    "clients ask for it",
    content("application/json", "text/csv"),
    content("application/json"),
  ],
  [
    "a media type of an answer is added",
    "harmless",
    "clients ask for the old one",
    content("application/json"),
    content("application/json", "text/csv"),
  ],
  [
    "a media type is replaced",
    "breaking",
    "clients parse the old one",
    content("application/json"),
    content("application/xml"),
  ],
  [
    "a media type tells its charset",
    "refactor",
    "JSON is UTF-8 anyway",
    content("application/json"),
    content("'application/json; charset=utf-8'"),
  ],
  [
    "a status is removed",
    "breaking",
    "what clients do on it is never reached",
    answers(done, '"404": { description: None. }'),
    answers(done),
  ],
  [
    "another status for success",
    "breaking",
    "clients compare it",
    answers(done),
    answers('"201": { description: Made. }'),
  ],
  [
    "an error status is added",
    "harmless",
    "clients handle errors by their class",
    answers(done),
    answers(done, '"409": { description: Exists. }'),
  ],
  ["an answer loses its body", "breaking", "clients read it", content("application/json"), answers(done)],
  ["a header is removed", "breaking", "clients read it", headers(limit("required: true,")), answers(done)],
  [
    "one of two headers is removed",
    "breaking",
    "clients read it",
    headers(limit(), "X-Left: { schema: { type: integer } }"),
    headers(limit()),
  ],
  [
    "a header becomes optional",
    "breaking",
    "clients read it unasked",
    headers(limit("required: true,")),
    headers(limit()),
  ],
  [
    "a header becomes required",
    "harmless",
    "it is there more often",
    headers(limit()),
    headers(limit("required: true,")),
  ],
  ["a header is added", "harmless", "clients pass over it", answers(done), headers(limit())],
  [
    "a header changes its type",
    "breaking",
    "clients parse it",
    headers(limit()),
    headers("X-Limit: { schema: { type: string } }"),
  ],
  [
    "the letters of a header change",
    "refactor",
    "headers are the same in any letters",
    headers(limit()),
    headers("x-limit: { schema: { type: integer } }"),
  ],
  [
    "a response becomes a component",
    "refactor",
    "it says the same elsewhere",
    `operation: { ${headers(limit())} }`,
    `operation: { responses: { "200": { $ref: "#/components/responses/Ok" } } }\ncomponents: { responses: { Ok: { description: Done., headers: { ${limit()} } } } }`,
  ],
  [
    "headers by alias are written out",
    "refactor",
    "an alias is what it stands for",
    `operation: { responses: { "200": { description: Done., headers: &h { ${limit()} } }, "201": { description: Made., headers: *h } } }`,
    `operation: { responses: { "200": { description: Done., headers: { ${limit()} } }, "201": { description: Made., headers: { ${limit()} } } } }`,
  ],
  [
    "headers by alias go in one place",
    "breaking",
    "clients read them there",
    `operation: { responses: { "200": { description: Done., headers: &h { ${limit()} } }, "201": { description: Made., headers: *h } } }`,
    `operation: { responses: { "200": { description: Done., headers: { ${limit()} } }, "201": { description: Made. } } }`,
  ],
]);
