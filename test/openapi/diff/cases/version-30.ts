import { contract, in30, schemas, table } from "./case.ts";

const pet =
  "Pet: { type: object, required: [name], properties: { name: { type: string } } }";
const ref = '{ $ref: "#/components/schemas/Pet" }';

/** Cases of OpenAPI 3.0. */
export const schemas30 = schemas(
  "in 3.0",
  `
a file becomes a text in base64 | { type: string, format: binary } !! { type: string, format: byte }
a component may be null | { use: { properties: { p: { nullable: true, allOf: [${ref}] } } }, ${pet} } >>
  { use: { properties: { p: { allOf: [${ref}] } } }, ${pet} }
nullable in a base | { use: { properties: { p: { nullable: true, allOf: [${ref}] } } }, ${pet} } ==
  use: { properties: { p: { type: object, nullable: true, required: [name], properties: { name: { type: string } } } } }
what stands beside a reference | { use: { properties: { p: ${ref} } }, ${pet} } ==
  { use: { properties: { p: { $ref: "#/components/schemas/Pet", maxProperties: 1 } } }, ${pet} }
nullable is told to be false | use: { type: string } == use: { type: string, nullable: false }
`,
  in30,
);

const inEdition = (version: string, schema: string) => {
  const content = `content: { application/json: { schema: ${schema} } }`;
  const described = `operationId: a, requestBody: { ${content} }, responses: { "200": { description: Done., ${content} } }`;
  return `{ openapi: ${version}, paths: { /t: { post: { ${described} } } }, components: { schemas: { ${pet} } } }`;
};
const upgrade = (schema30: string, op: string, schema31: string) =>
  `${inEdition("3.0.3", schema30)} ${op} ${inEdition("3.1.0", schema31)}`;

const hooks = (version: string, section: string, schema: string) =>
  `{ openapi: ${version}, paths: {}, ${section}: { made: { post: { requestBody: { content: { application/json: { schema: ${schema} } } }, responses: {} } } } }`;

/** From 3.0 to 3.1: one contract in two notations. */
export const upgrades = table(
  "from 3.0 to 3.1",
  contract,
  `
webhooks of 3.0, which Redocly has as an extension, lose a field |
  ${hooks("3.0.3", "x-webhooks", "{ properties: { a: {}, b: {} } }")} >> ${hooks("3.0.3", "x-webhooks", "{ properties: { a: {} } }")}
webhooks are an extension no longer | ${hooks("3.0.3", "x-webhooks", "{ properties: { a: {} } }")} ==
  ${hooks("3.1.0", "webhooks", "{ properties: { a: {} } }")}
nullable | ${upgrade("{ type: string, nullable: true }", "==", "{ type: [string, 'null'] }")}
a component that may be null | ${upgrade(`{ nullable: true, allOf: [${ref}] }`, "==", `{ oneOf: [${ref}, { type: 'null' }] }`)}
an enum that may be null | ${upgrade("{ type: string, nullable: true, enum: [x, null] }", "==", "{ type: [string, 'null'], enum: [x, null] }")}
an enum that refuses null | ${upgrade("{ type: string, nullable: true, enum: [x] }", "==", "{ type: [string, 'null'], enum: [x] }")}
an exclusive bound | ${upgrade("{ type: number, minimum: 1, exclusiveMinimum: true }", "==", "{ type: number, exclusiveMinimum: 1 }")}
base64 | ${upgrade("{ type: string, format: byte }", "==", "{ type: string, contentEncoding: base64 }")}
the flag is left behind, which 3.1 does not know | ${upgrade("{ type: string, nullable: true }", "!!", "{ type: string, nullable: true }")}
`,
);
