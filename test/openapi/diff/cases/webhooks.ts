import { contract, operation, table, webhook } from "./case.ts";

const brings = (schema: string, more = "") =>
  `requestBody: { ${more} content: { application/json: { schema: ${schema} } } }`;
const field = (schema: string, more = "") => brings(`{ type: object, ${more} properties: { a: ${schema} } }`);
const hook = (name: string) =>
  `${name}: { post: { operationId: ${name}, responses: { "200": { description: Done. } } } }`;
const signature = (more = "") =>
  `parameters: [{ name: webhook-signature, in: header, ${more} schema: { type: string } }]`;
const callback = (schema: string, name = "done") =>
  `callbacks: { ${name}: { "{$request.body#/url}": { post: { ${brings(schema)}, responses: { "200": { description: Done. } } } } } }`;

/** It is we who send a webhook: its payload is read as a response is, and its responses are what we read. */
export const webhooks = table(
  "webhooks",
  webhook,
  `
breaking | a field of the payload is removed | receivers read it
- ${brings("{ type: object, properties: { a: {}, b: {} } }")}
+ ${field("{}")}
harmless | a field of the payload is added | receivers pass over it
- ${field("{}")}
+ ${brings("{ type: object, properties: { a: {}, b: {} } }")}
harmless | a field of the payload becomes required | it is there more often
- ${field("{}")}
+ ${field("{}", "required: [a],")}
breaking | a field of the payload becomes optional | receivers read it unasked
- ${field("{}", "required: [a],")}
+ ${field("{}")}
breaking | a value is added to an enum of the payload | receivers have no case for it
- ${field("{ enum: [x] }")}
+ ${field("{ enum: [x, y] }")}
harmless | a value of the payload no longer comes | fewer values come
- ${field("{ enum: [x, y] }")}
+ ${field("{ enum: [x] }")}
harmless | an open list of the payload grows | it said that others come
- ${field("{ type: string, x-extensible-enum: [x] }")}
+ ${field("{ type: string, x-extensible-enum: [x, y] }")}
breaking | the payload may be null | receivers read its fields
- ${brings("{ type: object }")}
+ ${brings("{ type: [object, 'null'] }")}
breaking | maxLength of the payload is raised | long texts do not fit a column
- ${field("{ type: string, maxLength: 5 }")}
+ ${field("{ type: string, maxLength: 9 }")}
harmless | maxLength of the payload is lowered | fewer values come
- ${field("{ type: string, maxLength: 9 }")}
+ ${field("{ type: string, maxLength: 5 }")}
harmless | the payload is always there | it is there more often
- ${field("{}")}
+ ${brings("{ type: object, properties: { a: {} } }", "required: true,")}
breaking | the payload may be missing | receivers read it unasked
- ${brings("{}", "required: true,")}
+ ${brings("{}")}
breaking | the payload goes | receivers read it
- ${brings("{}")}
+ {}
breaking | a header is no longer sent | receivers verify it
- ${signature()}
+ {}
breaking | a header is not always sent | receivers verify it
- ${signature("required: true,")}
+ ${signature()}
harmless | a required header is added | receivers pass over it
- {}
+ ${signature("required: true,")}
harmless | receivers may response more | what they response is still accepted
- responses: { '200': { description: Done., content: { application/json: { schema: { enum: [x] } } } } }
+ responses: { '200': { description: Done., content: { application/json: { schema: { enum: [x, y] } } } } }
breaking | receivers may response less | what they response is refused
- responses: { '200': { description: Done., content: { application/json: { schema: { enum: [x, y] } } } } }
+ responses: { '200': { description: Done., content: { application/json: { schema: { enum: [x] } } } } }
harmless | a default of the payload changes | a default in what is read is a note
- ${field("{ type: integer, default: 1 }")}
+ ${field("{ type: integer, default: 2 }")}
`,
);

/** Which webhooks there are. */
export const webhookNames = table(
  "names of webhooks",
  contract,
  `
breaking | a webhook is removed | receivers wait in vain
- webhooks: { ${hook("made")}, ${hook("gone")} }
+ webhooks: { ${hook("made")} }
harmless | a webhook is added | who has not asked for it gets none
- webhooks: { ${hook("made")} }
+ webhooks: { ${hook("made")}, ${hook("gone")} }
harmless | the root asks for a key | callers of webhooks are we
- webhooks: { ${hook("made")} }
+ { security: [{ k: [] }], webhooks: { ${hook("made")} }, components: { securitySchemes: { k: { type: apiKey, in: header, name: X-Key } } } }
`,
);

/** A callback is a webhook of one operation. */
export const callbacks = table(
  "callbacks",
  operation,
  `
breaking | a callback is removed | receivers wait in vain
- ${callback("{}")}
+ {}
harmless | a callback is added | who has not asked for it gets none
- {}
+ ${callback("{}")}
breaking | a field of its payload is removed | receivers read it
- ${callback("{ properties: { a: {}, b: {} } }")}
+ ${callback("{ properties: { a: {} } }")}
harmless | a field of its payload becomes required | it is there more often
- ${callback("{ properties: { a: {} } }")}
+ ${callback("{ required: [a], properties: { a: {} } }")}
`,
);
