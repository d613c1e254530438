import { contract, operation, table } from "./case.ts";

const query = (schema: string, more = "") => `{ name: q, in: query, ${more} schema: ${schema} }`;
const list = (...parameters: string[]) => `parameters: [${parameters.join(", ")}]`;
const q = query("{ type: string }");
const long = (name: string) =>
  `{ name: ${name}, in: query, description: How many of them come at most with one response, schema: { type: integer, maximum: 100 } }`;

/** Where a response to the operation is to be sent, and how it is asked. */
export const parameters = table(
  "parameters",
  operation,
  `
the numbers of a query are written as texts | ${list(query("{ type: string, enum: ['2', '1'] }"))} >>
  ${list(query("{ type: integer, enum: [1, 2] }"))}
one of the numbers of a query has no text | ${list(query("{ type: integer, enum: [1, 2] }"))} !!
  ${list(query("{ type: string, enum: ['1'] }"))}
a required parameter is added | {} !! ${list(query("{ type: string }", "required: true,"))}
an optional parameter is added | ${list(q)} >> {}
a query parameter is renamed | ${list(long("limit"))} !! ${list(long("size"))}
a header parameter is removed | ${list("{ name: X-Mode, in: header, schema: { type: string } }")} >> {}
the letters of a header change | ${list("{ name: X-Mode, in: header, schema: { type: string } }")} ==
  ${list("{ name: x-mode, in: header, schema: { type: string } }")}
a parameter becomes required | ${list(q)} >> ${list(query("{ type: string }", "required: true,"))}
a parameter moves to a header | ${list(q)} !! ${list("{ name: q, in: header, schema: { type: string } }")}
a parameter narrows | ${list(q)} >> ${list(query("{ type: string, maxLength: 5 }"))}
a parameter widens | ${list(query("{ type: integer, maximum: 9 }"))} >> ${list(query("{ type: integer, maximum: 5 }"))}
a value of a parameter is removed | ${list(query("{ type: string, enum: [x, y] }"))} >>
  ${list(query("{ type: string, enum: [x] }"))}
the default of a parameter changes | ${list(query("{ type: integer, default: 25 }"))} !!
  ${list(query("{ type: integer, default: 50 }"))}
a list is no longer repeated but separated | ${list(query("{ type: array, items: {} }", "explode: true,"))} !!
  ${list(query("{ type: array, items: {} }", "explode: false,"))}
another style | ${list(query("{ type: array, items: {} }", "style: spaceDelimited, explode: false,"))} !!
  ${list(query("{ type: array, items: {} }", "style: pipeDelimited, explode: false,"))}
the style that holds anyway is told | ${list(query("{ type: array, items: {} }"))} ==
  ${list(query("{ type: array, items: {} }", "style: form, explode: true, required: false,"))}
parameters change places | ${list(q, long("limit"))} == ${list(long("limit"), q)}
a parameter is deprecated | ${list(q)} ~~ ${list(query("{ type: string }", "deprecated: true,"))}
a cookie is removed | ${list("{ name: c, in: cookie, schema: { type: string } }")} >> {}
the schema of a parameter moves into content | ${list(q)} !!
  ${list("{ name: q, in: query, content: { application/json: { schema: { type: string } } } }")}
`,
);

const item = (path: string, fragment: string) => `paths: { "${path}": ${fragment} }`;
const get = (declared = "") =>
  `get: { operationId: getThing, ${declared} responses: { "200": { description: Done. } } }`;
const id = "{ name: id, in: path, required: true, schema: { type: string } }";
const page = "{ name: page, in: query, schema: { type: integer } }";

/** Parameters that belong to a path. */
export const pathParameters = table(
  "parameters of a path",
  contract,
  `
a parameter of the path is removed | ${item("/t", `{ parameters: [${page}], ${get()} }`)} >> ${item("/t", `{ ${get()} }`)}
an operation narrows a parameter of its path | ${item("/t", `{ parameters: [${page}], ${get()} }`)} >>
  ${item("/t", `{ parameters: [${page}], ${get("parameters: [{ name: page, in: query, schema: { type: integer, maximum: 5 } }],")} }`)}
a parameter of the path moves to its operation | ${item("/t", `{ parameters: [${page}], ${get()} }`)} ==
  ${item("/t", `{ ${get(`parameters: [${page}],`)} }`)}
a placeholder is renamed | ${item("/t/{id}", `{ ${get(`parameters: [${id}],`)} }`)} ==
  ${item("/t/{key}", `{ ${get(`parameters: [${id.replace("id", "key")}],`)} }`)}
a placeholder is renamed and narrows | ${item("/t/{id}", `{ ${get(`parameters: [${id}],`)} }`)} >>
  ${item("/t/{key}", `{ ${get("parameters: [{ name: key, in: path, required: true, schema: { type: string, maxLength: 5 } }],")} }`)}
a parameter becomes a component | ${item("/t", `{ ${get(`parameters: [${page}],`)} }`)} ==
  { ${item("/t", `{ ${get('parameters: [{ $ref: "#/components/parameters/Page" }],')} }`)}, components: { parameters: { Page: ${page} } } }
`,
);
