import { contract, operation, table } from "./case.ts";

const query = (schema: string, more = "") => `{ name: q, in: query, ${more} schema: ${schema} }`;
const list = (...parameters: string[]) => `parameters: [${parameters.join(", ")}]`;
const q = query("{ type: string }");
const long = (name: string) =>
  `{ name: ${name}, in: query, description: How many of them come at most with one answer, schema: { type: integer, maximum: 100 } }`;

/** Where an answer to the operation is to be sent, and how it is asked. */
export const parameters = table("parameters", operation, [
  [
    "a required parameter is added",
    "breaking",
    "no call has it",
    "{}",
    list(query("{ type: string }", "required: true,")),
  ],
  ["an optional parameter is added", "harmless", "calls without it still work", "{}", list(q)],
  [
    "an optional parameter is added among others",
    "harmless",
    "calls without it still work",
    list(q),
    list(query("{ type: string }"), "{ name: p, in: query, schema: { type: string } }"),
  ],
  [
    "an optional query parameter is removed",
    "breaking",
    "calls with it are refused or get another result",
    list(q),
    "{}",
  ],
  [
    "a query parameter is renamed",
    "breaking",
    "calls with the old name get another result",
    list(long("limit")),
    list(long("size")),
  ],
  [
    "a header parameter is removed",
    "breaking",
    "calls with it get another result",
    list("{ name: X-Mode, in: header, schema: { type: string } }"),
    "{}",
  ],
  [
    "the letters of a header change",
    "refactor",
    "headers are the same in any letters",
    list("{ name: X-Mode, in: header, schema: { type: string } }"),
    list("{ name: x-mode, in: header, schema: { type: string } }"),
  ],
  [
    "a parameter becomes required",
    "breaking",
    "calls without it are refused",
    list(q),
    list(query("{ type: string }", "required: true,")),
  ],
  [
    "a parameter becomes optional",
    "harmless",
    "calls with it still work",
    list(query("{ type: string }", "required: true,")),
    list(q),
  ],
  [
    "a parameter moves to a header",
    "breaking",
    "it is no longer read from the query",
    list(q),
    list("{ name: q, in: header, schema: { type: string } }"),
  ],
  [
    "a parameter narrows",
    "breaking",
    "long texts are refused",
    list(q),
    list(query("{ type: string, maxLength: 5 }")),
  ],
  [
    "a parameter widens",
    "harmless",
    "more is accepted",
    list(query("{ type: integer, maximum: 5 }")),
    list(query("{ type: integer, maximum: 9 }")),
  ],
  [
    "a value of a parameter is removed",
    "breaking",
    "calls with it are refused",
    list(query("{ type: string, enum: [x, y] }")),
    list(query("{ type: string, enum: [x] }")),
  ],
  [
    "the default of a parameter changes",
    "breaking",
    "who leaves it out gets another page",
    list(query("{ type: integer, default: 25 }")),
    list(query("{ type: integer, default: 50 }")),
  ],
  [
    "a list is no longer repeated but separated",
    "breaking",
    "repeated names are read as something else",
    list(query("{ type: array, items: {} }", "explode: true,")),
    list(query("{ type: array, items: {} }", "explode: false,")),
  ],
  [
    "another style",
    "breaking",
    "what is sent is read as something else",
    list(query("{ type: array, items: {} }", "style: spaceDelimited, explode: false,")),
    list(query("{ type: array, items: {} }", "style: pipeDelimited, explode: false,")),
  ],
  [
    "the style that holds anyway is told",
    "refactor",
    "form and explode are what a query has",
    list(query("{ type: array, items: {} }")),
    list(query("{ type: array, items: {} }", "style: form, explode: true, required: false,")),
  ],
  [
    "parameters change places",
    "refactor",
    "their order says nothing",
    list(q, long("limit")),
    list(long("limit"), q),
  ],
  [
    "a described parameter changes while one like it is added",
    "harmless",
    "a note and an optional parameter",
    list(long("limit")),
    list(
      "{ name: limit, in: query, description: Size of a page, schema: { type: integer, maximum: 100 } }",
      long("offset"),
    ),
  ],
  [
    "a parameter is deprecated",
    "harmless",
    "it still works",
    list(q),
    list(query("{ type: string }", "deprecated: true,")),
  ],
  [
    "a cookie is removed",
    "breaking",
    "calls with it get another result",
    list("{ name: c, in: cookie, schema: { type: string } }"),
    "{}",
  ],
  [
    "the schema of a parameter moves into content",
    "breaking",
    "it is read as JSON",
    list(q),
    list("{ name: q, in: query, content: { application/json: { schema: { type: string } } } }"),
  ],
]);

const item = (path: string, fragment: string) => `paths: { "${path}": ${fragment} }`;
const get = (parameters = "") =>
  `get: { operationId: getThing, ${parameters} responses: { "200": { description: Done. } } }`;
const id = "{ name: id, in: path, required: true, schema: { type: string } }";
const page = "{ name: page, in: query, schema: { type: integer } }";

/** Parameters that belong to a path. */
export const pathParameters = table("parameters of a path", contract, [
  [
    "a parameter moves from the path to its operation",
    "refactor",
    "it holds for the operation either way",
    item("/t/{id}", `{ parameters: [${id}], ${get()} }`),
    item("/t/{id}", `{ ${get(`parameters: [${id}],`)} }`),
  ],
  [
    "a parameter moves from the operation to its path",
    "refactor",
    "it holds for the operation either way",
    item("/t/{id}", `{ ${get(`parameters: [${id}, ${page}],`)} }`),
    item("/t/{id}", `{ parameters: [${page}], ${get(`parameters: [${id}],`)} }`),
  ],
  [
    "a parameter of the path is removed",
    "breaking",
    "calls with it get another result",
    item("/t", `{ parameters: [${page}], ${get()} }`),
    item("/t", `{ ${get()} }`),
  ],
  [
    "a parameter of the path becomes required",
    "breaking",
    "calls without it are refused",
    item("/t", `{ parameters: [${page}], ${get()} }`),
    item(
      "/t",
      `{ parameters: [{ name: page, in: query, required: true, schema: { type: integer } }], ${get()} }`,
    ),
  ],
  [
    "an operation narrows a parameter of its path",
    "breaking",
    "its own one holds",
    item("/t", `{ parameters: [${page}], ${get()} }`),
    item(
      "/t",
      `{ parameters: [${page}], ${get("parameters: [{ name: page, in: query, schema: { type: integer, maximum: 5 } }],")} }`,
    ),
  ],
  [
    "a placeholder is renamed",
    "refactor",
    "nobody sends its name",
    item("/t/{id}", `{ ${get(`parameters: [${id}],`)} }`),
    item(
      "/t/{thingIdentifier}",
      `{ ${get("parameters: [{ name: thingIdentifier, in: path, required: true, schema: { type: string } }],")} }`,
    ),
  ],
  [
    "a placeholder is renamed and narrows",
    "breaking",
    "long texts are refused",
    item("/t/{id}", `{ ${get(`parameters: [${id}],`)} }`),
    item(
      "/t/{key}",
      `{ ${get("parameters: [{ name: key, in: path, required: true, schema: { type: string, maxLength: 5 } }],")} }`,
    ),
  ],
  [
    "a parameter becomes a component",
    "refactor",
    "it says the same elsewhere",
    item("/t", `{ ${get(`parameters: [${page}],`)} }`),
    `${item("/t", `{ ${get('parameters: [{ $ref: "#/components/parameters/Page" }],')} }`)}\ncomponents: { parameters: { Page: ${page} } }`,
  ],
  [
    "a path item becomes a component",
    "refactor",
    "it says the same elsewhere",
    item("/t", `{ ${get(`parameters: [${page}],`)} }`),
    `${item("/t", '{ $ref: "#/components/pathItems/Things" }')}\ncomponents: { pathItems: { Things: { ${get(`parameters: [${page}],`)} } } }`,
  ],
]);
