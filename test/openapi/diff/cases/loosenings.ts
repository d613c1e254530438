import { response, contract, operation, request, table } from "./case.ts";

const parameter = (more: string) => `parameters: [{ name: q, in: query, ${more} schema: { type: string } }]`;
const past = "deprecated: true, x-sunset: '2020-01-01'";
const op = (id: string, more = "") =>
  `{ operationId: ${id}, ${more} responses: { "200": { description: Done. } } }`;

const header = (type: string) =>
  `responses: { "200": { description: Done., headers: { X-A: { schema: { type: ${type} } } } } }`;
const file = (types: string) =>
  `requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { f: {} } }, encoding: { f: { contentType: '${types}' } } } } }`;

/** What is accepted besides. */
export const looserRequests = table(
  "looser requests",
  request,
  `
harmless | multipleOf is halved | more is accepted
- { type: integer, multipleOf: 10 }
+ { type: integer, multipleOf: 5 }
breaking | multipleOf becomes another | 10 is refused
- { type: integer, multipleOf: 10 }
+ { type: integer, multipleOf: 15 }
harmless | the default of a required field changes | nobody leaves it out
- { type: object, required: [a], properties: { a: { type: integer, default: 1 } } }
+ { type: object, required: [a], properties: { a: { type: integer, default: 2 } } }
harmless | a union becomes one object that lists the fields of all branches | more is accepted
- { oneOf: [{ type: object, required: [a], properties: { a: { type: string } } }, { type: object, required: [b], properties: { b: { type: string } } }] }
+ { type: object, properties: { a: { type: string }, b: { type: string } } }
breaking | a union becomes one object that narrows a field of a branch | long texts are refused
- { oneOf: [{ type: object, required: [a], properties: { a: { type: string } } }, { type: object, required: [b], properties: { b: { type: string } } }] }
+ { type: object, properties: { a: { type: string }, b: { type: string, maxLength: 3 } } }
harmless | a pattern becomes one that every text fits | more is accepted
- { type: string, pattern: '^a' }
+ { type: string, pattern: '.*' }
`,
);

/** What comes less often. */
export const looserResponses = table(
  "narrower responses",
  response,
  `
harmless | multipleOf is doubled | fewer values come
- { type: integer, multipleOf: 5 }
+ { type: integer, multipleOf: 10 }
harmless | a condition is added | fewer values come
- { type: object }
+ { type: object, if: { required: [a] }, then: { required: [b] } }
harmless | a required field goes after its sunset | clients knew the date
- { type: object, required: [a, b], properties: { a: {}, b: { ${past} } } }
+ { type: object, required: [a], properties: { a: {} } }
harmless | a branch of a union whose kinds may grow | its discriminator is declared open
- { use: { $ref: '#/components/schemas/U' }, U: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }], discriminator: { propertyName: k, mapping: { a: '#/components/schemas/A', b: '#/components/schemas/B' } } }, A: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b] }, x: { type: string } } }, B: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b] }, y: { type: string } } } }
+ { use: { $ref: '#/components/schemas/U' }, U: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }, { $ref: '#/components/schemas/C' }], discriminator: { propertyName: k, mapping: { a: '#/components/schemas/A', b: '#/components/schemas/B', c: '#/components/schemas/C' } } }, A: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b, c] }, x: { type: string } } }, B: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b, c] }, y: { type: string } } }, C: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b, c] }, z: { type: string } } } }
`,
);

/** What an operation allows besides. */
export const looserOperations = table(
  "looser operations",
  operation,
  `
harmless | allowReserved is granted | more is accepted
- ${parameter("")}
+ ${parameter("allowReserved: true,")}
breaking | allowReserved is taken back | it is refused
- ${parameter("allowReserved: true,")}
+ ${parameter("")}
harmless | allowEmptyValue is granted | more is accepted
- ${parameter("")}
+ ${parameter("allowEmptyValue: true,")}
harmless | the media type of a request becomes a range | the old one is in it
- requestBody: { content: { application/json: { schema: {} } } }
+ requestBody: { content: { 'application/*': { schema: {} } } }
harmless | a required parameter changes its default | nobody leaves it out
- parameters: [{ name: q, in: query, required: true, schema: { type: integer, default: 1 } }]
+ parameters: [{ name: q, in: query, required: true, schema: { type: integer, default: 2 } }]
harmless | a number in a query becomes any text | a number is written as text
- parameters: [{ name: q, in: query, schema: { type: [integer, boolean] } }]
+ parameters: [{ name: q, in: query, schema: { type: string } }]
breaking | a number in a query becomes a short text | a long number is refused
- parameters: [{ name: q, in: query, schema: { type: integer } }]
+ parameters: [{ name: q, in: query, schema: { type: string, maxLength: 3 } }]
breaking | a text in a query loses null | nobody says how a null is written
- parameters: [{ name: q, in: query, schema: { type: [string, 'null'] } }]
+ parameters: [{ name: q, in: query, schema: { type: string } }]
harmless | a text in a query becomes a list that is repeated | one text is a list of one
- parameters: [{ name: q, in: query, explode: false, schema: { type: string, format: uuid } }]
+ parameters: [{ name: q, in: query, schema: { type: array, items: { type: string, format: uuid } } }]
harmless | a number in a query becomes a list of texts | a number is written as text
- parameters: [{ name: q, in: query, schema: { type: integer } }]
+ parameters: [{ name: q, in: query, schema: { type: array, items: { type: string } } }]
breaking | a text in a query becomes a list of short ones | a long text is refused
- parameters: [{ name: q, in: query, schema: { type: string } }]
+ parameters: [{ name: q, in: query, schema: { type: array, items: { type: string, maxLength: 3 } } }]
breaking | a text in a query becomes a list of two at least | one is refused
- parameters: [{ name: q, in: query, schema: { type: string } }]
+ parameters: [{ name: q, in: query, schema: { type: array, minItems: 2, items: { type: string } } }]
breaking | a text in a query becomes a list between commas | a comma parts the text
- parameters: [{ name: q, in: query, schema: { type: string } }]
+ parameters: [{ name: q, in: query, explode: false, schema: { type: array, items: { type: string } } }]
breaking | a list in a query becomes one text | a repeated parameter is refused
- parameters: [{ name: q, in: query, schema: { type: array, items: { type: string } } }]
+ parameters: [{ name: q, in: query, schema: { type: string } }]
harmless | a response header becomes a number | a number is written as text
- ${header("string")}
+ ${header("integer")}
breaking | a response header becomes any text | clients read a number
- ${header("integer")}
+ ${header("string")}
harmless | a file may be of more types | those of before are among them
- ${file("image/png")}
+ ${file("image/gif, image/png")}
breaking | a file may be of fewer types | the others are refused
- ${file("image/gif, image/png")}
+ ${file("image/png")}
`,
);

/** What goes after the day that callers were told. */
export const sunsets = table(
  "sunsets",
  contract,
  `
harmless | a path goes | callers knew the date
- paths: { /a: { get: ${op("a")} }, /b: { get: ${op("b", `${past},`)}, put: ${op("c", `${past},`)} } }
+ paths: { /a: { get: ${op("a")} } }
breaking | a path goes of which one operation stays in force | its callers knew no date
- paths: { /b: { get: ${op("b", `${past},`)}, put: ${op("c")} } }
+ paths: {}
breaking | a sunset moves nearer | callers planned by the date
- paths: { /a: { get: ${op("a", "deprecated: true, x-sunset: '2099-01-01',")} } }
+ paths: { /a: { get: ${op("a", "deprecated: true, x-sunset: '2098-01-01',")} } }
harmless | a sunset moves away | callers have more time
- paths: { /a: { get: ${op("a", "deprecated: true, x-sunset: '2098-01-01',")} } }
+ paths: { /a: { get: ${op("a", "deprecated: true, x-sunset: '2099-01-01',")} } }
breaking | a sunset that is past from the start | nobody was told
- paths: { /a: { get: ${op("a")} } }
+ paths: { /a: { get: ${op("a", `${past},`)} } }
breaking | an operation goes whose sunset is no date | nobody knows the day
- paths: { /a: { get: ${op("a")}, put: ${op("b", "deprecated: true, x-sunset: 01/02/2099,")} } }
+ paths: { /a: { get: ${op("a")} } }
harmless | a webhook goes | receivers knew the date
- webhooks: { a: { post: ${op("a", `${past},`)} } }
+ webhooks: {}
`,
);
