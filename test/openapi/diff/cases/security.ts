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
the operation repeats the root's | ${api("[{ k: [] }]")} == ${api("[{ k: [] }]", "[{ k: [] }]")}
a public operation inherits the root's | ${api("[{ k: [] }]", "[]")} >> ${api("[{ k: [] }]")}
an operation takes the root's instead of its own | ${api("[{ k: [] }]", "[{ j: [] }]")} !! ${api("[{ k: [] }]")}
the root asks for another scheme | ${api("[{ k: [] }]")} !! ${api("[{ j: [] }]")}
the root accepts another scheme too | ${api("[{ k: [] }, { j: [] }]")} >> ${api("[{ k: [] }]")}
an operation accepts more than the root | ${api("[{ k: [] }]", "[{ k: [] }, { j: [] }]")} >> ${api("[{ k: [] }]")}
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
