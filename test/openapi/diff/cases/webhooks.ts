import { contract, operation, table, webhook } from "./case.ts";

const brings = (schema: string, more = "") =>
  `requestBody: { ${more} content: { application/json: { schema: ${schema} } } }`;
const field = (schema: string, more = "") =>
  brings(`{ type: object, ${more} properties: { a: ${schema} } }`);
const hook = (name: string) =>
  `${name}: { post: { operationId: ${name}, responses: { "200": { description: Done. } } } }`;
const signature = (more = "") =>
  `parameters: [{ name: webhook-signature, in: header, ${more} schema: { type: string } }]`;
const callback = (schema: string, name = "done") =>
  `callbacks: { ${name}: { "{$request.body#/url}": { post: { ${brings(schema)}, responses: { "200": { description: Done. } } } } } }`;

/**
 * The server sends a webhook: receivers read its payload as a response, and the server reads the
 * receiver's response.
 */
export const webhooks = table(
  "webhooks",
  webhook,
  `
a field of the payload is removed | ${brings("{ type: object, properties: { a: {}, b: {} } }")} >> ${field("{}")}
a field of the payload becomes required | ${field("{}", "required: [a],")} >> ${field("{}")}
a value is added to an enum of the payload | ${field("{ enum: [x] }")} >> ${field("{ enum: [x, y] }")}
an open list of the payload grows | ${field("{ type: string, x-extensible-enum: [x] }")} ~~
  ${field("{ type: string, x-extensible-enum: [x, y] }")}
the payload may be missing | ${brings("{}", "required: true,")} >> ${brings("{}")}
the payload goes | ${brings("{}")} >> {}
a header is no longer sent | ${signature()} >> {}
a header is not always sent | ${signature("required: true,")} >> ${signature()}
receivers may response more |
  responses: { '200': { description: Done., content: { application/json: { schema: { enum: [x, y] } } } } } >>
  responses: { '200': { description: Done., content: { application/json: { schema: { enum: [x] } } } } }
a default of the payload changes | ${field("{ type: integer, default: 1 }")} ~~ ${field("{ type: integer, default: 2 }")}
`,
);

/** Webhooks that come and go. */
export const webhookNames = table(
  "names of webhooks",
  contract,
  `
a webhook is removed | webhooks: { ${hook("made")}, ${hook("gone")} } >> webhooks: { ${hook("made")} }
the root asks for a key | webhooks: { ${hook("made")} } ~~
  { security: [{ k: [] }], webhooks: { ${hook("made")} }, components: { securitySchemes: { k: { type: apiKey, in: header, name: X-Key } } } }
`,
);

/** A callback is a webhook of one operation. */
export const callbacks = table(
  "callbacks",
  operation,
  `
a callback is removed | ${callback("{}")} >> {}
a field of its payload is removed | ${callback("{ properties: { a: {}, b: {} } }")} >>
  ${callback("{ properties: { a: {} } }")}
`,
);
