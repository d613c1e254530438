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
export const security = table(
  "security",
  contract,
  `
refactor | the operation repeats the root's | it inherited the same
- ${api("[{ k: [] }]")}
+ ${api("[{ k: [] }]", "[{ k: [] }]")}
breaking | a public operation inherits the root's | calls without a key are refused
- ${api("[{ k: [] }]", "[]")}
+ ${api("[{ k: [] }]")}
breaking | an operation takes the root's instead of its own | calls with its own key are refused
- ${api("[{ k: [] }]", "[{ j: [] }]")}
+ ${api("[{ k: [] }]")}
breaking | the root asks for another scheme | calls with the old key are refused
- ${api("[{ k: [] }]")}
+ ${api("[{ j: [] }]")}
harmless | the root accepts another scheme too | calls with the old key still work
- ${api("[{ k: [] }]")}
+ ${api("[{ k: [] }, { j: [] }]")}
breaking | the root accepts one scheme less | calls with it are refused
- ${api("[{ k: [] }, { j: [] }]")}
+ ${api("[{ k: [] }]")}
refactor | from the root to the operation | the operation asks for the same
- ${api("[{ k: [] }]")}
+ ${api("", "[{ k: [] }]")}
refactor | from the operation to the root | the operation asks for the same
- ${api("", "[{ k: [] }]")}
+ ${api("[{ k: [] }]")}
harmless | an operation becomes public | more is accepted
- ${api("[{ k: [] }]")}
+ ${api("[{ k: [] }]", "[]")}
breaking | an operation asks for another scheme than the root | calls with the root's key are refused
- ${api("[{ k: [] }]")}
+ ${api("[{ k: [] }]", "[{ j: [] }]")}
harmless | an operation accepts more than the root | calls with the root's key still work
- ${api("[{ k: [] }]")}
+ ${api("[{ k: [] }]", "[{ k: [] }, { j: [] }]")}
breaking | both schemes at once | calls with one are refused
- ${api("[{ k: [] }]")}
+ ${api("[{ k: [], j: [] }]")}
harmless | one of two schemes is enough | calls with both still work
- ${api("[{ k: [], j: [] }]")}
+ ${api("[{ k: [] }]")}
harmless | security becomes optional | calls with a key still work
- ${api("[{ k: [] }]")}
+ ${api("[{ k: [] }, {}]")}
breaking | security is no longer optional | calls without a key are refused
- ${api("[{ k: [] }, {}]")}
+ ${api("[{ k: [] }]")}
breaking | security appears | calls without a key are refused
- ${api("")}
+ ${api("[{ k: [] }]")}
breaking | one more scope | keys without it are refused
- ${api("[{ o: [read] }]")}
+ ${api("[{ o: [read, write] }]")}
harmless | one scope less | keys with it still work
- ${api("[{ o: [read, write] }]")}
+ ${api("[{ o: [read] }]")}
refactor | alternatives change places | their order says nothing
- ${api("[{ k: [] }, { j: [] }]")}
+ ${api("[{ j: [] }, { k: [] }]")}
refactor | a scheme is renamed | callers send the same header
- ${api("[{ k: [] }]")}
+ ${api("[{ key: [] }]", "", renamed)}
breaking | the header of a key changes | calls with the old header are refused
- ${api("[{ k: [] }]")}
+ ${api("[{ k: [] }]", "", schemes.replace("X-Key", "X-Other"))}
breaking | a key moves to the query | calls with the header are refused
- ${api("[{ k: [] }]")}
+ ${api("[{ k: [] }]", "", schemes.replace("in: header", "in: query"))}
breaking | bearer becomes basic | tokens are refused
- ${api("[{ j: [] }]")}
+ ${api("[{ j: [] }]", "", schemes.replace("scheme: bearer", "scheme: basic"))}
harmless | a bearer tells its format | it is a note for readers
- ${api("[{ j: [] }]")}
+ ${api("[{ j: [] }]", "", schemes.replace("scheme: bearer", "scheme: bearer, bearerFormat: JWT"))}
breaking | the token's address changes | clients can get no token
- ${api("[{ o: [read] }]")}
+ ${api("[{ o: [read] }]", "", schemes.replace("/token", "/tokens"))}
harmless | a flow is added | the old one still works
- ${api("[{ o: [read] }]")}
+ ${api("[{ o: [read] }]", "", schemes.replace("flows: {", 'flows: { password: { tokenUrl: "https://a.test/token", scopes: {} },'))}
harmless | a scheme that nothing asks for is removed | nobody uses it
- ${api("[{ k: [] }]")}
+ ${api("[{ k: [] }]", "", "components: { securitySchemes: { k: { type: apiKey, in: header, name: X-Key } } }")}
`,
);
