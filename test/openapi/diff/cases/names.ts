import { contract, in30, table } from "./case.ts";

const withResponse = (status: string, schema: string) =>
  `paths: { /t: { get: { responses: { ${status}: { description: Done., content: { application/json: { schema: ${schema} } } } } } } }`;
const fault = (schema: string) => withResponse("default", schema);
const component = (name: string, schema: string) =>
  `{ ${withResponse("'200'", `{ $ref: '#/components/schemas/${name}' }`)}, components: { schemas: { ${name}: ${schema} } } }`;

/** Names of an API that are keywords elsewhere: their schemas are schemas like others. */
export const keywordsAsNames = table(
  "names that are keywords",
  in30(contract),
  `
the default response may be null | ${fault("{ type: string, nullable: true }")} << ${fault("{ type: string }")}
a bound in the default response | ${fault("{ type: integer, minimum: 0 }")} <<
  ${fault("{ type: integer, minimum: 0, exclusiveMinimum: true }")}
a format of numbers in the default response | ${fault("{ type: integer, format: int64 }")} <<
  ${fault("{ type: integer, format: int32 }")}
bytes in the default response | ${fault("{ type: string, format: byte }")} !! ${fault("{ type: string }")}
a component called default may be null | ${component("default", "{ type: string, nullable: true }")} <<
  ${component("default", "{ type: string }")}
a component called example may be null | ${component("example", "{ type: string, nullable: true }")} <<
  ${component("example", "{ type: string }")}
a component called links may be null | ${component("links", "{ type: string, nullable: true }")} <<
  ${component("links", "{ type: string }")}
`,
);

const answer = (more: string) =>
  `paths: { /t: { get: { responses: { '200': { description: Done., ${more} } } } } }`;
const header = (type: string) =>
  answer(`headers: { x-count: { required: true, schema: { type: ${type} } } }`);
const webhook = (name: string) =>
  `{ paths: {}, webhooks: { made: { post: { responses: {} } }, ${name}: { post: { responses: {} } } } }`;

const formPart = (encoding: string) =>
  `paths: { /t: { post: { requestBody: { content: { multipart/form-data: { encoding: { ${encoding} } } } }, responses: {} } } }`;
const securityNote = (note: string) =>
  `{ paths: { /t: { get: { responses: {} } } }, components: { securitySchemes: { x-note: ${note} } } }`;
const variableNote = (note: string) =>
  `{ paths: { /t: { get: { responses: {} } } }, servers: [{ url: 'https://{a}.test', variables: { x-note: ${note}, a: { default: b } } }] }`;

/** Names of an API that begin as an extension does. */
export const extensionsAsNames = table(
  "names that begin with x-",
  contract,
  `
a header goes | ${header("integer")} >> ${answer("headers: {}")}
a header has another type | ${header("integer")} !! ${header("boolean")}
a webhook goes | ${webhook("x-sent")} >> { paths: {}, webhooks: { made: { post: { responses: {} } } } }
a link goes | ${answer("links: { x-next: { operationId: a } }")} >> ${answer("links: {}")}
a media type goes | ${answer("content: { x-world/x-vrml: { schema: {} } }")} >> ${answer("")}
an extension of the paths is a text | { paths: { x-note: 1, /t: {} } } == { paths: { x-note: two, /t: {} } }
a note among headers | ${answer("headers: { x-note: One. }")} == ${answer("headers: { x-note: [Two.] }")}
a note among media types | ${answer("content: { x-note: One. }")} == ${answer("content: { x-note: 2 }")}
a note among links | ${answer("links: { x-note: One. }")} == ${answer("links: { x-note: 2 }")}
a note among webhooks | { paths: {}, webhooks: { x-note: One. } } == { paths: {}, webhooks: { x-note: 2 } }
a note among callbacks | paths: { /t: { get: { callbacks: { x-note: One. }, responses: {} } } } ==
  paths: { /t: { get: { callbacks: { x-note: Two. }, responses: {} } } }
a note among the parts of a form | ${formPart("x-note: One.")} == ${formPart("x-note: Two.")}
a note among the headers of a part of a form | ${formPart("a: { headers: { x-note: One. } }")} ==
  ${formPart("a: { headers: { x-note: Two. } }")}
a note among security schemes | ${securityNote("One.")} == ${securityNote("Two.")}
a note among the variables of a server | ${variableNote("One.")} == ${variableNote("Two.")}
`,
);
