import { contract, table } from "./case.ts";

const schemes = `components: { securitySchemes: {
  k: { type: apiKey, in: header, name: X-Key }, j: { type: http, scheme: bearer },
  o: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://a.test/token", scopes: { read: Read., write: Write. } } } } } }`;
const api = (root: string, own = "", more = schemes) => `
${root && `security: ${root}`}
paths: { /t: { get: { operationId: a, ${own && `security: ${own},`} responses: { "200": { description: Done. } } } } }
${more}`;
const renamed = "components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }";

/** What counts is what an operation asks for in the end, wherever that is written. */
export const security = table("security", contract, [
  [
    "the operation repeats the root's",
    "refactor",
    "it inherited the same",
    api("[{ k: [] }]"),
    api("[{ k: [] }]", "[{ k: [] }]"),
  ],
  [
    "a public operation inherits the root's",
    "breaking",
    "calls without a key are refused",
    api("[{ k: [] }]", "[]"),
    api("[{ k: [] }]"),
  ],
  [
    "an operation takes the root's instead of its own",
    "breaking",
    "calls with its own key are refused",
    api("[{ k: [] }]", "[{ j: [] }]"),
    api("[{ k: [] }]"),
  ],
  [
    "the root asks for another scheme",
    "breaking",
    "calls with the old key are refused",
    api("[{ k: [] }]"),
    api("[{ j: [] }]"),
  ],
  [
    "the root accepts another scheme too",
    "harmless",
    "calls with the old key still work",
    api("[{ k: [] }]"),
    api("[{ k: [] }, { j: [] }]"),
  ],
  [
    "the root accepts one scheme less",
    "breaking",
    "calls with it are refused",
    api("[{ k: [] }, { j: [] }]"),
    api("[{ k: [] }]"),
  ],
  [
    "from the root to the operation",
    "refactor",
    "the operation asks for the same",
    api("[{ k: [] }]"),
    api("", "[{ k: [] }]"),
  ],
  [
    "from the operation to the root",
    "refactor",
    "the operation asks for the same",
    api("", "[{ k: [] }]"),
    api("[{ k: [] }]"),
  ],
  [
    "an operation becomes public",
    "harmless",
    "more is accepted",
    api("[{ k: [] }]"),
    api("[{ k: [] }]", "[]"),
  ],
  [
    "an operation asks for another scheme than the root",
    "breaking",
    "calls with the root's key are refused",
    api("[{ k: [] }]"),
    api("[{ k: [] }]", "[{ j: [] }]"),
  ],
  [
    "an operation accepts more than the root",
    "harmless",
    "calls with the root's key still work",
    api("[{ k: [] }]"),
    api("[{ k: [] }]", "[{ k: [] }, { j: [] }]"),
  ],
  [
    "both schemes at once",
    "breaking",
    "calls with one are refused",
    api("[{ k: [] }]"),
    api("[{ k: [], j: [] }]"),
  ],
  [
    "one of two schemes is enough",
    "harmless",
    "calls with both still work",
    api("[{ k: [], j: [] }]"),
    api("[{ k: [] }]"),
  ],
  [
    "security becomes optional",
    "harmless",
    "calls with a key still work",
    api("[{ k: [] }]"),
    api("[{ k: [] }, {}]"),
  ],
  [
    "security is no longer optional",
    "breaking",
    "calls without a key are refused",
    api("[{ k: [] }, {}]"),
    api("[{ k: [] }]"),
  ],
  ["security appears", "breaking", "calls without a key are refused", api(""), api("[{ k: [] }]")],
  [
    "one more scope",
    "breaking",
    "keys without it are refused",
    api("[{ o: [read] }]"),
    api("[{ o: [read, write] }]"),
  ],
  [
    "one scope less",
    "harmless",
    "keys with it still work",
    api("[{ o: [read, write] }]"),
    api("[{ o: [read] }]"),
  ],
  [
    "alternatives change places",
    "refactor",
    "their order says nothing",
    api("[{ k: [] }, { j: [] }]"),
    api("[{ j: [] }, { k: [] }]"),
  ],
  [
    "a scheme is renamed",
    "refactor",
    "callers send the same header",
    api("[{ k: [] }]"),
    api("[{ key: [] }]", "", renamed),
  ],
  [
    "the header of a key changes",
    "breaking",
    "calls with the old header are refused",
    api("[{ k: [] }]"),
    api("[{ k: [] }]", "", schemes.replace("X-Key", "X-Other")),
  ],
  [
    "a key moves to the query",
    "breaking",
    "calls with the header are refused",
    api("[{ k: [] }]"),
    api("[{ k: [] }]", "", schemes.replace("in: header", "in: query")),
  ],
  [
    "bearer becomes basic",
    "breaking",
    "tokens are refused",
    api("[{ j: [] }]"),
    api("[{ j: [] }]", "", schemes.replace("scheme: bearer", "scheme: basic")),
  ],
  [
    "a bearer tells its format",
    "harmless",
    "it is a note for readers",
    api("[{ j: [] }]"),
    api("[{ j: [] }]", "", schemes.replace("scheme: bearer", "scheme: bearer, bearerFormat: JWT")),
  ],
  [
    "the token's address changes",
    "breaking",
    "clients can get no token",
    api("[{ o: [read] }]"),
    api("[{ o: [read] }]", "", schemes.replace("/token", "/tokens")),
  ],
  [
    "a flow is added",
    "harmless",
    "the old one still works",
    api("[{ o: [read] }]"),
    api(
      "[{ o: [read] }]",
      "",
      schemes.replace("flows: {", 'flows: { password: { tokenUrl: "https://a.test/token", scopes: {} },'),
    ),
  ],
  [
    "a scheme that nothing asks for is removed",
    "harmless",
    "nobody uses it",
    api("[{ k: [] }]"),
    api(
      "[{ k: [] }]",
      "",
      "components: { securitySchemes: { k: { type: apiKey, in: header, name: X-Key } } }",
    ),
  ],
]);
