import { contract, in30, schemas, table } from "./case.ts";

/*
 * A row is `what changes | before SIGN after`. The signs:
 *   >>  breaks callers; the way back is an addition
 *   <<  an addition; the way back breaks callers
 *   !!  breaks callers in both directions
 *   ~~  harms no caller in either direction
 *   ==  the same contract in other words
 * A schema is compared in a request and in a response. One sign speaks of both, where `>>` in a
 * request is `<<` in a response. Two signs, as in `~~/>>`, speak of a request and of a response.
 */

const petSchema =
  "Pet: { type: object, required: [name], properties: { name: { type: string } } }";
const petReference = '{ $ref: "#/components/schemas/Pet" }';

/** Cases of OpenAPI 3.0. */
export const schemas30 = schemas(
  "in 3.0",
  `
a file becomes a text in base64 | { type: string, format: binary } !! { type: string, format: byte }
a component may be null | { use: { properties: { p: { nullable: true, allOf: [${petReference}] } } }, ${petSchema} } >>
  { use: { properties: { p: { allOf: [${petReference}] } } }, ${petSchema} }
nullable in a base | { use: { properties: { p: { nullable: true, allOf: [${petReference}] } } }, ${petSchema} } ==
  use: { properties: { p: { type: object, nullable: true, required: [name], properties: { name: { type: string } } } } }
a keyword beside a reference | { use: { properties: { p: ${petReference} } }, ${petSchema} } ==
  { use: { properties: { p: { $ref: "#/components/schemas/Pet", maxProperties: 1 } } }, ${petSchema} }
nullable is written, with its default false | use: { type: string } == use: { type: string, nullable: false }
`,
  in30,
);

const inVersion = (version: string, schema: string) => {
  const content = `content: { application/json: { schema: ${schema} } }`;
  const described = `operationId: a, requestBody: { ${content} }, responses: { "200": { description: Done., ${content} } }`;
  return `{ openapi: ${version}, paths: { /t: { post: { ${described} } } }, components: { schemas: { ${petSchema} } } }`;
};
const upgradeTo31 = (schema30: string, sign: string, schema31: string) =>
  `${inVersion("3.0.3", schema30)} ${sign} ${inVersion("3.1.0", schema31)}`;

const webhooksIn = (version: string, section: string, schema: string) =>
  `{ openapi: ${version}, paths: {}, ${section}: { made: { post: { requestBody: { content: { application/json: { schema: ${schema} } } }, responses: {} } } } }`;

/** Steps from 3.0 to 3.1: one contract in two notations. */
export const upgrades = table(
  "from 3.0 to 3.1",
  contract,
  `
webhooks of 3.0, which Redocly has as an extension, lose a field |
  ${webhooksIn("3.0.3", "x-webhooks", "{ properties: { a: {}, b: {} } }")} >> ${webhooksIn("3.0.3", "x-webhooks", "{ properties: { a: {} } }")}
webhooks are an extension no longer | ${webhooksIn("3.0.3", "x-webhooks", "{ properties: { a: {} } }")} ==
  ${webhooksIn("3.1.0", "webhooks", "{ properties: { a: {} } }")}
nullable | ${upgradeTo31("{ type: string, nullable: true }", "==", "{ type: [string, 'null'] }")}
a component that may be null | ${upgradeTo31(`{ nullable: true, allOf: [${petReference}] }`, "==", `{ oneOf: [${petReference}, { type: 'null' }] }`)}
oneOf that may be null |
  ${upgradeTo31("{ nullable: true, oneOf: [{ type: string }, { type: integer }] }", "==", "{ oneOf: [{ type: string }, { type: integer }, { type: 'null' }] }")}
anyOf that may be null |
  ${upgradeTo31("{ nullable: true, anyOf: [{ type: string }, { type: integer }] }", "==", "{ anyOf: [{ type: string }, { type: integer }, { type: 'null' }] }")}
an enum that may be null | ${upgradeTo31("{ type: string, nullable: true, enum: [x, null] }", "==", "{ type: [string, 'null'], enum: [x, null] }")}
an enum that refuses null | ${upgradeTo31("{ type: string, nullable: true, enum: [x] }", "==", "{ type: [string, 'null'], enum: [x] }")}
an exclusive bound | ${upgradeTo31("{ type: number, minimum: 1, exclusiveMinimum: true }", "==", "{ type: number, exclusiveMinimum: 1 }")}
an exclusive bound above | ${upgradeTo31("{ type: number, maximum: 9, exclusiveMaximum: true }", "==", "{ type: number, exclusiveMaximum: 9 }")}
base64 | ${upgradeTo31("{ type: string, format: byte }", "==", "{ type: string, contentEncoding: base64 }")}
the flag is left behind, which 3.1 does not know | ${upgradeTo31("{ type: string, nullable: true }", "!!", "{ type: string, nullable: true }")}
`,
);
