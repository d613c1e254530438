import { contract, operation, table, webhook } from "./case.ts";

/*
 * A row is `what changes | before SIGN after`. The signs:
 *   >>  breaks callers; the way back is an addition
 *   <<  an addition; the way back breaks callers
 *   !!  breaks callers in both directions
 *   ~~  harms no caller in either direction
 *   ==  the same contract in other words
 */

const payload = (schema: string, more = "") =>
  `requestBody: { ${more} content: { application/json: { schema: ${schema} } } }`;
const payloadWithField = (schema: string, more = "") =>
  payload(`{ type: object, ${more} properties: { a: ${schema} } }`);
const webhookNamed = (name: string) =>
  `${name}: { post: { operationId: ${name}, responses: { "200": { description: Done. } } } }`;
const signatureHeader = (more = "") =>
  `parameters: [{ name: webhook-signature, in: header, ${more} schema: { type: string } }]`;
const answer = (more: string) =>
  `responses: { '200': { description: Done., ${more} } }`;
const answerWithHeader = (more: string) =>
  answer(`headers: { X-A: { ${more} schema: { type: string } } }`);
const callbackWithPayload = (schema: string, name = "done") =>
  `callbacks: { ${name}: { "{$request.body#/url}": { post: { ${payload(schema)}, responses: { "200": { description: Done. } } } } } }`;

/**
 * The server sends a webhook: receivers read its payload as a response, and the server reads the
 * receiver's response.
 */
export const webhooks = table(
  "webhooks",
  webhook,
  `
a field of the payload is removed | ${payload("{ type: object, properties: { a: {}, b: {} } }")} >> ${payloadWithField("{}")}
a field of the payload becomes required | ${payloadWithField("{}", "required: [a],")} >> ${payloadWithField("{}")}
a value is added to an enum of the payload | ${payloadWithField("{ enum: [x] }")} >> ${payloadWithField("{ enum: [x, y] }")}
an open list of the payload grows | ${payloadWithField("{ type: string, x-extensible-enum: [x] }")} ~~
  ${payloadWithField("{ type: string, x-extensible-enum: [x, y] }")}
the payload may be missing | ${payload("{}", "required: true,")} >> ${payload("{}")}
the payload goes | ${payload("{}")} >> {}
a header is no longer sent | ${signatureHeader()} >> {}
a header is not always sent | ${signatureHeader("required: true,")} >> ${signatureHeader()}
receivers may respond with more values |
  responses: { '200': { description: Done., content: { application/json: { schema: { enum: [x, y] } } } } } >>
  responses: { '200': { description: Done., content: { application/json: { schema: { enum: [x] } } } } }
receivers have to send a header | ${answerWithHeader("required: true,")} << ${answerWithHeader("")}
receivers have to send a new header | ${answerWithHeader("required: true,")} << ${answer("")}
receivers may send a header | ${answerWithHeader("")} ~~ ${answer("")}
receivers have to send a body | ${answer("content: { application/json: { schema: {} } }")} !! ${answer("")}
a default of the payload changes | ${payloadWithField("{ type: integer, default: 1 }")} ~~ ${payloadWithField("{ type: integer, default: 2 }")}
`,
);

/** Webhooks that come and go. */
export const webhookNames = table(
  "names of webhooks",
  contract,
  `
a webhook is removed | webhooks: { ${webhookNamed("made")}, ${webhookNamed("gone")} } >> webhooks: { ${webhookNamed("made")} }
the root asks for a key | webhooks: { ${webhookNamed("made")} } ~~
  { security: [{ k: [] }], webhooks: { ${webhookNamed("made")} }, components: { securitySchemes: { k: { type: apiKey, in: header, name: X-Key } } } }
`,
);

/** A callback is a webhook of one operation. */
export const callbacks = table(
  "callbacks",
  operation,
  `
a callback is removed | ${callbackWithPayload("{}")} >> {}
a field of its payload is removed | ${callbackWithPayload("{ properties: { a: {}, b: {} } }")} >>
  ${callbackWithPayload("{ properties: { a: {} } }")}
`,
);
