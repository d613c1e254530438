import { contract, operation, table } from "./case.ts";

/*
 * A row is `what changes | before SIGN after`. The signs:
 *   >>  breaks callers; the way back is an addition
 *   <<  an addition; the way back breaks callers
 *   !!  breaks callers in both directions
 *   ~~  harms no caller in either direction
 *   ==  the same contract in other words
 */

const form = (field: string, more = "", type = "multipart/form-data") =>
  `requestBody: { content: { ${type}: { schema: { type: object, properties: { a: ${field} } }, ${more} } } }`;
const urlencoded = (field: string) =>
  form(field, "", "application/x-www-form-urlencoded");
const encodedInJson = "encoding: { a: { contentType: application/json } }";
const formReceived = (field: string) =>
  `webhooks: { made: { post: { ${urlencoded(field)}, responses: { "200": { description: Done. } } } } }`;
const listOf = (items: string) => `{ type: array, items: ${items} }`;
const parameter = (where: string, schema: string, more = "") =>
  `parameters: [{ name: q, in: ${where}, ${more} schema: ${schema} }]`;

/** Numbers that a form or a parameter sends as texts. */
export const numbersAsTexts = table(
  "numbers as texts",
  operation,
  `
a number in a form becomes any text | ${urlencoded("{ type: string }")} >> ${urlencoded("{ type: integer }")}
a number in a form of parts becomes any text | ${form("{ type: string }")} >> ${form("{ type: number, minimum: 1 }")}
a flag in a form becomes any text | ${urlencoded("{ type: string, minLength: 1 }")} >> ${urlencoded("{ type: boolean }")}
a flag in a form becomes two texts | ${urlencoded("{ enum: ['true', 'false'] }")} ~~ ${urlencoded("{ type: boolean }")}
a text that is true becomes a flag in a form | ${urlencoded("{ enum: ['true'] }")} << ${urlencoded("{ type: boolean }")}
a number in a form becomes a short text | ${urlencoded("{ type: integer }")} !! ${urlencoded("{ type: string, maxLength: 3 }")}
a number or null in a form becomes a text or null | ${urlencoded("{ type: [string, 'null'] }")} >>
  ${urlencoded("{ type: [integer, 'null'] }")}
a number or null in a form becomes a text | ${urlencoded("{ type: [integer, 'null'] }")} !! ${urlencoded("{ type: string }")}
the numbers of a list in a form become texts | ${urlencoded(listOf("{ type: string }"))} >> ${urlencoded(listOf("{ type: integer }"))}
the numbers of a list of lists, which are JSON, become texts | ${form(listOf(listOf("{ type: integer }")))} !!
  ${form(listOf(listOf("{ type: string }")))}
a number in an object in a form, which is JSON, becomes a text | ${form("{ properties: { b: { type: integer } } }")} !!
  ${form("{ properties: { b: { type: string } } }")}
a number in a form of which it is JSON becomes a text | ${form("{ type: integer }", encodedInJson)} !!
  ${form("{ type: string }", encodedInJson)}
a number in JSON becomes a text | ${form("{ type: integer }", "", "application/json")} !!
  ${form("{ type: string }", "", "application/json")}
a number in a cookie becomes any text | ${parameter("cookie", "{ type: string }")} >> ${parameter("cookie", "{ type: integer }")}
a number in a header becomes any text | ${parameter("header", "{ type: string }")} >> ${parameter("header", "{ type: number }")}
a number or null in a query becomes a text or null | ${parameter("query", "{ anyOf: [{ type: string }, { type: 'null' }] }")} >>
  ${parameter("query", "{ anyOf: [{ type: integer }, { type: 'null' }] }")}
the numbers of a list in a query become texts | ${parameter("query", listOf("{ type: string }"))} >>
  ${parameter("query", listOf("{ type: integer }"))}
a number in an object in a query becomes a text |
  ${parameter("query", "{ properties: { b: { type: string } } }", "style: deepObject,")} >>
  ${parameter("query", "{ properties: { b: { type: integer } } }", "style: deepObject,")}
`,
);

/** Forms that callers receive: a number takes the place of texts there. */
export const numbersReceived = table(
  "numbers as texts, received",
  contract,
  `
a text in a form becomes a number | ${formReceived("{ type: integer }")} >> ${formReceived("{ type: string }")}
`,
);
