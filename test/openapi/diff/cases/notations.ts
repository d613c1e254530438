import { contract, table } from "./case.ts";

const post = (version: string, type: string, media: string) =>
  `{ openapi: ${version}, paths: { /t: { post: { requestBody: { content: { ${type}: { ${media} } } }, responses: {} } } } }`;
const get = (type: string, media: string) =>
  `{ openapi: 3.2.0, paths: { /t: { get: { responses: { '200': { description: Done., content: { ${type}: { ${media} } } } } } } } }`;
const form = (field: string) =>
  `schema: { type: object, properties: { f: ${field} } }`;
const bytes = "{ type: string, format: binary }";
const octets = "contentMediaType: application/octet-stream";
const security = (name: string, more = "", scheme = "bearer") =>
  `{ openapi: 3.2.0, security: [{ '${name}': [] }], paths: { /t: { get: { responses: {} } } },
  components: { securitySchemes: { k: { type: http, scheme: ${scheme}${more} } } } }`;
const byUri = "#/components/securitySchemes/k";

/** Bytes, sequences and security schemes, each in two notations. */
export const notations = table(
  "notations",
  contract,
  `
a file of a form in the notation of 3.1 | ${post("3.0.3", "multipart/form-data", form(bytes))} ==
  ${post("3.1.0", "multipart/form-data", form(`{ type: string, ${octets} }`))}
a file of a form by its media type alone | ${post("3.0.3", "multipart/form-data", form(bytes))} ==
  ${post("3.1.0", "multipart/form-data", form(`{ ${octets} }`))}
a body of bytes in the notation of 3.1 | ${post("3.0.3", "application/octet-stream", `schema: ${bytes}`)} ==
  ${post("3.1.0", "application/octet-stream", `schema: { type: string, ${octets} }`)}
an image by its media type alone | ${post("3.0.3", "image/png", `schema: ${bytes}`)} ==
  ${post("3.1.0", "image/png", "schema: { contentMediaType: image/png }")}
a body of bytes is longer | ${post("3.1.0", "image/png", `schema: { type: string, format: binary, maxLength: 5 }`)} >>
  ${post("3.1.0", "image/png", `schema: { type: string, format: binary, maxLength: 4 }`)}
a sequence by its items | ${get("application/jsonl", "itemSchema: { type: integer }")} ==
  ${get("application/jsonl", "schema: { type: array, items: { type: integer } }")}
the items of a sequence by the other notation change | ${get("application/jsonl", "itemSchema: { type: integer }")} !!
  ${get("application/jsonl", "schema: { type: array, items: { type: string } }")}
a list that is no sequence | ${get("application/json", "itemSchema: { type: integer }")} !!
  ${get("application/json", "schema: { type: array, items: { type: integer } }")}
a security scheme by its URI | ${security("k")} == ${security(byUri)}
a security scheme by its URI is another one | ${security(byUri)} !! ${security("k", "", "basic")}
a security scheme is deprecated | ${security("k")} ~~ ${security("k", ", deprecated: true")}
an item of a sequence is bounded by its number | ${get("application/jsonl", "itemSchema: {}")} <<
  ${get("application/jsonl", "schema: { type: array, maxItems: 3 }")}
`,
);
