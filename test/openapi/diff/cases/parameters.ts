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
refactor | the numbers of a query are written as texts | they are sent as the same texts
- ${list(query("{ type: integer, enum: [1, 2] }"))}
+ ${list(query("{ type: string, enum: ['2', '1'] }"))}
breaking | one of the numbers of a query has no text | calls with it are refused
- ${list(query("{ type: integer, enum: [1, 2] }"))}
+ ${list(query("{ type: string, enum: ['1'] }"))}
breaking | a required parameter is added | no call has it
- {}
+ ${list(query("{ type: string }", "required: true,"))}
harmless | an optional parameter is added | calls without it still work
- {}
+ ${list(q)}
harmless | an optional parameter is added among others | calls without it still work
- ${list(q)}
+ ${list(query("{ type: string }"), "{ name: p, in: query, schema: { type: string } }")}
breaking | an optional query parameter is removed | calls with it are refused or get another result
- ${list(q)}
+ {}
breaking | a query parameter is renamed | calls with the old name get another result
- ${list(long("limit"))}
+ ${list(long("size"))}
breaking | a header parameter is removed | calls with it get another result
- ${list("{ name: X-Mode, in: header, schema: { type: string } }")}
+ {}
refactor | the letters of a header change | headers are the same in any letters
- ${list("{ name: X-Mode, in: header, schema: { type: string } }")}
+ ${list("{ name: x-mode, in: header, schema: { type: string } }")}
breaking | a parameter becomes required | calls without it are refused
- ${list(q)}
+ ${list(query("{ type: string }", "required: true,"))}
harmless | a parameter becomes optional | calls with it still work
- ${list(query("{ type: string }", "required: true,"))}
+ ${list(q)}
breaking | a parameter moves to a header | it is no longer read from the query
- ${list(q)}
+ ${list("{ name: q, in: header, schema: { type: string } }")}
breaking | a parameter narrows | long texts are refused
- ${list(q)}
+ ${list(query("{ type: string, maxLength: 5 }"))}
harmless | a parameter widens | more is accepted
- ${list(query("{ type: integer, maximum: 5 }"))}
+ ${list(query("{ type: integer, maximum: 9 }"))}
breaking | a value of a parameter is removed | calls with it are refused
- ${list(query("{ type: string, enum: [x, y] }"))}
+ ${list(query("{ type: string, enum: [x] }"))}
breaking | the default of a parameter changes | who leaves it out gets another page
- ${list(query("{ type: integer, default: 25 }"))}
+ ${list(query("{ type: integer, default: 50 }"))}
breaking | a list is no longer repeated but separated | repeated names are read as something else
- ${list(query("{ type: array, items: {} }", "explode: true,"))}
+ ${list(query("{ type: array, items: {} }", "explode: false,"))}
breaking | another style | what is sent is read as something else
- ${list(query("{ type: array, items: {} }", "style: spaceDelimited, explode: false,"))}
+ ${list(query("{ type: array, items: {} }", "style: pipeDelimited, explode: false,"))}
refactor | the style that holds anyway is told | form and explode are what a query has
- ${list(query("{ type: array, items: {} }"))}
+ ${list(query("{ type: array, items: {} }", "style: form, explode: true, required: false,"))}
refactor | parameters change places | their order says nothing
- ${list(q, long("limit"))}
+ ${list(long("limit"), q)}
harmless | a described parameter changes while one like it is added | a note and an optional parameter
- ${list(long("limit"))}
+ ${list("{ name: limit, in: query, description: Size of a page, schema: { type: integer, maximum: 100 } }", long("offset"))}
harmless | a parameter is deprecated | it still works
- ${list(q)}
+ ${list(query("{ type: string }", "deprecated: true,"))}
breaking | a cookie is removed | calls with it get another result
- ${list("{ name: c, in: cookie, schema: { type: string } }")}
+ {}
breaking | the schema of a parameter moves into content | it is read as JSON
- ${list(q)}
+ ${list("{ name: q, in: query, content: { application/json: { schema: { type: string } } } }")}
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
refactor | a parameter moves from the path to its operation | it holds for the operation either way
- ${item("/t/{id}", `{ parameters: [${id}], ${get()} }`)}
+ ${item("/t/{id}", `{ ${get(`parameters: [${id}],`)} }`)}
refactor | a parameter moves from the operation to its path | it holds for the operation either way
- ${item("/t/{id}", `{ ${get(`parameters: [${id}, ${page}],`)} }`)}
+ ${item("/t/{id}", `{ parameters: [${page}], ${get(`parameters: [${id}],`)} }`)}
breaking | a parameter of the path is removed | calls with it get another result
- ${item("/t", `{ parameters: [${page}], ${get()} }`)}
+ ${item("/t", `{ ${get()} }`)}
breaking | a parameter of the path becomes required | calls without it are refused
- ${item("/t", `{ parameters: [${page}], ${get()} }`)}
+ ${item("/t", `{ parameters: [{ name: page, in: query, required: true, schema: { type: integer } }], ${get()} }`)}
breaking | an operation narrows a parameter of its path | its own one holds
- ${item("/t", `{ parameters: [${page}], ${get()} }`)}
+ ${item("/t", `{ parameters: [${page}], ${get("parameters: [{ name: page, in: query, schema: { type: integer, maximum: 5 } }],")} }`)}
refactor | a placeholder is renamed | nobody sends its name
- ${item("/t/{id}", `{ ${get(`parameters: [${id}],`)} }`)}
+ ${item("/t/{thingIdentifier}", `{ ${get("parameters: [{ name: thingIdentifier, in: path, required: true, schema: { type: string } }],")} }`)}
breaking | a placeholder is renamed and narrows | long texts are refused
- ${item("/t/{id}", `{ ${get(`parameters: [${id}],`)} }`)}
+ ${item("/t/{key}", `{ ${get("parameters: [{ name: key, in: path, required: true, schema: { type: string, maxLength: 5 } }],")} }`)}
refactor | a parameter becomes a component | it says the same elsewhere
- ${item("/t", `{ ${get(`parameters: [${page}],`)} }`)}
+ { ${item("/t", `{ ${get('parameters: [{ $ref: "#/components/parameters/Page" }],')} }`)}, components: { parameters: { Page: ${page} } } }
refactor | a path item becomes a component | it says the same elsewhere
- ${item("/t", `{ ${get(`parameters: [${page}],`)} }`)}
+ { ${item("/t", '{ $ref: "#/components/pathItems/Things" }')}, components: { pathItems: { Things: { ${get(`parameters: [${page}],`)} } } } }
`,
);
