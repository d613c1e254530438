import { response, both, contract, in30, operation, request, table, type Case } from "./case.ts";

const pet = "Pet: { type: object, required: [name], properties: { name: { type: string } } }";
const ref = '{ $ref: "#/components/schemas/Pet" }';

/** What is particular to 3.0. */
export const requests30 = table(
  "requests in 3.0",
  in30(request),
  `
breaking | null is no longer accepted | null is refused
- { type: string, nullable: true }
+ { type: string }
harmless | null is accepted | more is accepted
- { type: string }
+ { type: string, nullable: true }
breaking | a bound becomes exclusive | the bound itself is refused
- { type: number, minimum: 1 }
+ { type: number, minimum: 1, exclusiveMinimum: true }
harmless | a bound is no longer exclusive | more is accepted
- { type: number, minimum: 1, exclusiveMinimum: true }
+ { type: number, minimum: 1 }
breaking | a field becomes required | calls without it are refused
- { type: object, properties: { a: {} } }
+ { type: object, required: [a], properties: { a: {} } }
breaking | a value of an enum is removed | calls with it are refused
- { type: string, enum: [x, y] }
+ { type: string, enum: [x] }
breaking | maxLength is lowered | long texts are refused
- { type: string, maxLength: 9 }
+ { type: string, maxLength: 5 }
breaking | a file becomes a text in base64 | bytes are refused
- { type: string, format: binary }
+ { type: string, format: byte }
`,
);

export const responses30 = table(
  "responses in 3.0",
  in30(response),
  `
breaking | a field may be null | clients call its methods
- { properties: { a: { type: string } } }
+ { properties: { a: { type: string, nullable: true } } }
breaking | a component may be null | clients read its fields
- { use: { properties: { p: { allOf: [${ref}] } } }, ${pet} }
+ { use: { properties: { p: { nullable: true, allOf: [${ref}] } } }, ${pet} }
breaking | a field is removed | clients read it
- { properties: { a: {}, b: {} } }
+ { properties: { a: {} } }
breaking | an enum grows | a switch over it has no case
- { type: string, enum: [x] }
+ { type: string, enum: [x, y] }
harmless | a field is added | clients pass over it
- { properties: { a: {} } }
+ { properties: { a: {}, b: {} } }
`,
);

export const refactors30 = table(
  "refactors in 3.0",
  in30(both),
  `
refactor | nullable in a base | the same values
- { use: { properties: { p: { nullable: true, allOf: [${ref}] } } }, ${pet} }
+ use: { properties: { p: { type: object, nullable: true, required: [name], properties: { name: { type: string } } } } }
refactor | what stands beside a reference | 3.0 does not look at it
- { use: { properties: { p: ${ref} } }, ${pet} }
+ { use: { properties: { p: { $ref: "#/components/schemas/Pet", maxProperties: 1 } } }, ${pet} }
refactor | allOf is written out | all of them still hold
- { use: { allOf: [${ref}, { properties: { b: {} } }] }, ${pet} }
+ use: { type: object, required: [name], properties: { name: { type: string }, b: {} } }
refactor | nullable is told to be false | it is the default
- use: { type: string }
+ use: { type: string, nullable: false }
`,
);

export const operations30 = table(
  "operations in 3.0",
  in30(operation),
  `
breaking | a parameter becomes required | calls without it are refused
- parameters: [{ name: q, in: query, schema: {} }]
+ parameters: [{ name: q, in: query, required: true, schema: {} }]
breaking | a status is removed | what clients do on it is never reached
- responses: { "200": { description: Done. }, "404": { description: None. } }
+ responses: { "200": { description: Done. } }
breaking | a callback brings less | receivers read it
- callbacks: { c: { "{$url}": { post: { requestBody: { content: { application/json: { schema: { properties: { a: {}, b: {} } } } } }, responses: {} } } } }
+ callbacks: { c: { "{$url}": { post: { requestBody: { content: { application/json: { schema: { properties: { a: {} } } } } }, responses: {} } } } }
`,
);

const inEdition = (version: string, schema: string) => {
  const content = `content: { application/json: { schema: ${schema} } }`;
  const described = `operationId: a, requestBody: { ${content} }, responses: { "200": { description: Done., ${content} } }`;
  return `{ openapi: ${version}, paths: { /t: { post: { ${described} } } }, components: { schemas: { ${pet} } } }`;
};
/** The two fragments of a case. */
const upgrade = (schema30: string, schema31: string) =>
  `- ${inEdition("3.0.3", schema30)}\n+ ${inEdition("3.1.0", schema31)}`;

/** From 3.0 to 3.1: one contract in two notations. */
export const upgrades: Case[] = table(
  "from 3.0 to 3.1",
  contract,
  `
refactor | nothing but the version | the same contract
${upgrade("{ type: string }", "{ type: string }")}
refactor | nullable | null is a type now
${upgrade("{ type: string, nullable: true }", "{ type: [string, 'null'] }")}
refactor | a component that may be null | null is a type now
${upgrade(`{ nullable: true, allOf: [${ref}] }`, `{ oneOf: [${ref}, { type: 'null' }] }`)}
refactor | an enum that may be null | null is a type now
${upgrade("{ type: string, nullable: true, enum: [x] }", "{ type: [string, 'null'], enum: [x, null] }")}
refactor | an exclusive bound | the bound is the number now
${upgrade("{ type: number, minimum: 1, exclusiveMinimum: true }", "{ type: number, exclusiveMinimum: 1 }")}
refactor | base64 | the encoding has a keyword now
${upgrade("{ type: string, format: byte }", "{ type: string, contentEncoding: base64 }")}
breaking | null is lost | null is refused
${upgrade("{ type: string, nullable: true }", "{ type: string }")}
breaking | the flag is left behind | 3.1 does not know it, so null is refused
${upgrade("{ type: string, nullable: true }", "{ type: string, nullable: true }")}
breaking | null is gained | clients call its methods
${upgrade("{ type: string }", "{ type: [string, 'null'] }")}
`,
);
