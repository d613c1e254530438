import { contract, operation, table, webhook } from "./case.ts";

const brings = (schema: string, more = "") =>
  `requestBody: { ${more} content: { application/json: { schema: ${schema} } } }`;
const member = (schema: string, more = "") =>
  brings(`{ type: object, ${more} properties: { a: ${schema} } }`);
const hook = (name: string) =>
  `${name}: { post: { operationId: ${name}, responses: { "200": { description: Done. } } } }`;
const signature = (more = "") =>
  `parameters: [{ name: webhook-signature, in: header, ${more} schema: { type: string } }]`;
const callback = (schema: string, name = "done") =>
  `callbacks: { ${name}: { "{$request.body#/url}": { post: { ${brings(schema)}, responses: { "200": { description: Done. } } } } } }`;

/** It is we who send a webhook: its payload is read as an answer is, and its answers are what we read. */
export const webhooks = table("webhooks", webhook, [
  [
    "a member of the payload is removed",
    "breaking",
    "receivers read it",
    brings("{ type: object, properties: { a: {}, b: {} } }"),
    member("{}"),
  ],
  [
    "a member of the payload is added",
    "harmless",
    "receivers pass over it",
    member("{}"),
    brings("{ type: object, properties: { a: {}, b: {} } }"),
  ],
  [
    "a member of the payload becomes required",
    "harmless",
    "it is there more often",
    member("{}"),
    member("{}", "required: [a],"),
  ],
  [
    "a member of the payload becomes optional",
    "breaking",
    "receivers read it unasked",
    member("{}", "required: [a],"),
    member("{}"),
  ],
  [
    "a value is added to an enum of the payload",
    "breaking",
    "receivers have no case for it",
    member("{ enum: [x] }"),
    member("{ enum: [x, y] }"),
  ],
  [
    "a value of the payload no longer comes",
    "harmless",
    "fewer values come",
    member("{ enum: [x, y] }"),
    member("{ enum: [x] }"),
  ],
  [
    "an open list of the payload grows",
    "harmless",
    "it said that others come",
    member("{ type: string, x-extensible-enum: [x] }"),
    member("{ type: string, x-extensible-enum: [x, y] }"),
  ],
  [
    "the payload may be null",
    "breaking",
    "receivers read its members",
    brings("{ type: object }"),
    brings("{ type: [object, 'null'] }"),
  ],
  [
    "maxLength of the payload is raised",
    "breaking",
    "long texts do not fit a column",
    member("{ type: string, maxLength: 5 }"),
    member("{ type: string, maxLength: 9 }"),
  ],
  [
    "maxLength of the payload is lowered",
    "harmless",
    "fewer values come",
    member("{ type: string, maxLength: 9 }"),
    member("{ type: string, maxLength: 5 }"),
  ],
  [
    "the payload is always there",
    "harmless",
    "it is there more often",
    member("{}"),
    brings("{ type: object, properties: { a: {} } }", "required: true,"),
  ],
  [
    "the payload may be missing",
    "breaking",
    "receivers read it unasked",
    brings("{}", "required: true,"),
    brings("{}"),
  ],
  ["the payload goes", "breaking", "receivers read it", brings("{}"), "{}"],
  ["a header is no longer sent", "breaking", "receivers verify it", signature(), "{}"],
  [
    "a header is not always sent",
    "breaking",
    "receivers verify it",
    signature("required: true,"),
    signature(),
  ],
  ["a required header is added", "harmless", "receivers pass over it", "{}", signature("required: true,")],
  [
    "receivers may answer more",
    "harmless",
    "what they answer is still accepted",
    "responses: { '200': { description: Done., content: { application/json: { schema: { enum: [x] } } } } }",
    "responses: { '200': { description: Done., content: { application/json: { schema: { enum: [x, y] } } } } }",
  ],
  [
    "receivers may answer less",
    "breaking",
    "what they answer is refused",
    "responses: { '200': { description: Done., content: { application/json: { schema: { enum: [x, y] } } } } }",
    "responses: { '200': { description: Done., content: { application/json: { schema: { enum: [x] } } } } }",
  ],
  [
    "a default of the payload changes",
    "harmless",
    "a default in what is read is a note",
    member("{ type: integer, default: 1 }"),
    member("{ type: integer, default: 2 }"),
  ],
]);

/** Which webhooks there are. */
export const webhookNames = table("names of webhooks", contract, [
  [
    "a webhook is removed",
    "breaking",
    "receivers wait in vain",
    `webhooks: { ${hook("made")}, ${hook("gone")} }`,
    `webhooks: { ${hook("made")} }`,
  ],
  [
    "a webhook is added",
    "harmless",
    "who has not asked for it gets none",
    `webhooks: { ${hook("made")} }`,
    `webhooks: { ${hook("made")}, ${hook("gone")} }`,
  ],
  [
    "the root asks for a key",
    "harmless",
    "callers of webhooks are we",
    `webhooks: { ${hook("made")} }`,
    `security: [{ k: [] }]\nwebhooks: { ${hook("made")} }\ncomponents: { securitySchemes: { k: { type: apiKey, in: header, name: X-Key } } }`,
  ],
]);

/** A callback is a webhook of one operation. */
export const callbacks = table("callbacks", operation, [
  ["a callback is removed", "breaking", "receivers wait in vain", callback("{}"), "{}"],
  ["a callback is added", "harmless", "who has not asked for it gets none", "{}", callback("{}")],
  [
    "a member of its payload is removed",
    "breaking",
    "receivers read it",
    callback("{ properties: { a: {}, b: {} } }"),
    callback("{ properties: { a: {} } }"),
  ],
  [
    "a member of its payload becomes required",
    "harmless",
    "it is there more often",
    callback("{ properties: { a: {} } }"),
    callback("{ required: [a], properties: { a: {} } }"),
  ],
]);
