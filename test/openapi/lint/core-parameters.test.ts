import { testMistakes, withOperation } from "./mistakes.ts";

// Tests `npm run lint -- FILE` with wrong parameters and headers.

const text = { schema: { type: "string" } };
const json = { "application/json": text };
const query = (fields: object) =>
  withOperation({ parameters: [{ name: "q", in: "query", ...fields }] });
const styled = (place: string, style: string) =>
  withOperation({ parameters: [{ name: "q", in: place, style, ...text }] });
const header = (fields: object) =>
  withOperation({
    responses: {
      "204": { description: "Done.", headers: { Count: fields } },
    },
  });
const headers = (...names: string[]) =>
  withOperation({
    parameters: names.map((name) => ({ name, in: "header", ...text })),
  });
/** A contract with a header of the operation beside `Trace` of its path. */
const withHeaderOfPath = (name: string) => ({
  paths: {
    "/ships": {
      parameters: [{ name: "Trace", in: "header", ...text }],
      ...headers(name).paths["/ships"],
    },
  },
});
const path = (fields: object) => ({
  paths: {
    "/ships/{id}": {
      parameters: [{ name: "id", in: "path", ...fields, ...text }],
      get: { responses: { "204": { description: "Done." } } },
    },
  },
});

const withAnyMethod = (name: string) => ({
  paths: {
    "/ships": { ...withOperation({}).paths["/ships"], [name]: { a: 1 } },
  },
});
const complete = (place: string) =>
  withOperation({ parameters: [{ name: "q", in: place, content: json }] });

testMistakes([
  {
    wrong: "a parameter that the client does not send",
    openapi: "3.2.0",
    contract: complete("querystring"),
    problem:
      "warn core/known-to-tools: `querystring` is not known to all tools: the client of `generate` does not send it, and `mock` does not check it. See openapi/README.md#profiles",
    line: "in: querystring",
    right: complete("query"),
  },
  {
    wrong: "an operation in the words of a gateway",
    contract: withAnyMethod("x-amazon-apigateway-any-method"),
    problem:
      "warn core/known-to-tools: `x-amazon-apigateway-any-method` is read by no tool here: write an operation for each method",
    line: "x-amazon-apigateway-any-method:",
    right: withAnyMethod("x-amazon-apigateway-integration"),
  },
  {
    wrong: "a header that OpenAPI takes for no parameter",
    contract: headers("Authorization", "Trace"),
    problem:
      "warn core/known-to-tools: OpenAPI ignores the parameter `Authorization`, and so do `diff`, `docs` and the client: describe it by `security` or `content`",
    line: "- name: Authorization",
    right: headers("X-Authorization", "Trace"),
  },
  {
    wrong: "a path parameter without required",
    contract: path({}),
    problem:
      "error rule/path-parameter-required: A path parameter has `required: true`",
    line: "- name: id",
    right: path({ required: true }),
  },
  {
    wrong: "a path parameter that is not required",
    contract: path({ required: false }),
    problem:
      "error rule/path-parameter-required: A path parameter has `required: true`",
    line: "required: false",
    right: path({ required: true }),
  },
  {
    wrong: "a parameter with schema and content",
    contract: query({ ...text, content: json }),
    problem:
      "error rule/parameter-schema-or-content: The fields `schema`, `content` exclude each other: remove one",
    line: "- name: q",
    right: query({ content: json }),
  },
  {
    wrong: "a parameter with neither schema nor content",
    contract: query({}),
    problem:
      "error struct: Must contain at least one of the following fields: schema, content.",
    line: "- name: q",
    right: query(text),
  },
  {
    wrong: "a parameter with two media types",
    contract: query({ content: { ...json, "text/plain": text } }),
    problem:
      "error rule/parameter-one-media-type: The `content` of a parameter or header has exactly one media type",
    line: "application/json:",
    right: query({ content: { "text/plain": text } }),
  },
  {
    wrong: "a parameter with an example and examples",
    contract: query({ ...text, example: "a", examples: { b: { value: "b" } } }),
    problem:
      "error rule/parameter-one-example: The fields `example`, `examples` exclude each other: remove one",
    line: "- name: q",
    right: query({ ...text, example: "a" }),
  },
  {
    wrong: "a style of paths in a query",
    contract: styled("query", "matrix"),
    problem:
      "error rule/parameter-style-query: A parameter in `query` has the style form or spaceDelimited or pipeDelimited or deepObject",
    line: "style: matrix",
    right: styled("query", "pipeDelimited"),
  },
  {
    wrong: "a style of queries in a header",
    contract: styled("header", "form"),
    problem:
      "error rule/parameter-style-header: A parameter in `header` has the style simple",
    line: "style: form",
    right: styled("header", "simple"),
  },
  {
    wrong: "a style of queries in a cookie",
    contract: styled("cookie", "deepObject"),
    problem:
      "error rule/parameter-style-cookie: A parameter in `cookie` has the style form or cookie",
    line: "style: deepObject",
    right: styled("cookie", "form"),
  },
  {
    wrong: "a style of queries in a path",
    contract: path({ required: true, style: "form" }),
    problem:
      "error rule/parameter-style-path: A parameter in `path` has the style simple or label or matrix",
    line: "style: form",
    right: path({ required: true, style: "label" }),
  },
  {
    wrong: "a style of cookies in a query of 3.2",
    openapi: "3.2.0",
    contract: styled("query", "cookie"),
    problem:
      "error rule/parameter-style-query: A parameter in `query` has the style form or spaceDelimited or pipeDelimited or deepObject",
    line: "style: cookie",
    right: styled("cookie", "cookie"),
  },
  {
    wrong: "a parameter for the complete query beside one of the query",
    ignored: "core/known-to-tools",
    openapi: "3.2.0",
    contract: withOperation({
      parameters: [
        { name: "q", in: "query", ...text },
        { name: "all", in: "querystring", content: json },
      ],
    }),
    problem:
      "error spec-querystring-parameters: Parameters with `in: querystring` cannot be used together with `in: query` in the same operation/path parameter set.",
    line: "- name: all",
    right: withOperation({
      parameters: [{ name: "all", in: "querystring", content: json }],
    }),
  },
  {
    wrong: "a parameter for the complete query with a schema",
    ignored: "core/known-to-tools",
    openapi: "3.2.0",
    contract: withOperation({
      parameters: [{ name: "all", in: "querystring", ...text }],
    }),
    problem:
      "error rule/querystring-content: A parameter in `querystring` has `content`",
    line: "- name: all",
    right: withOperation({
      parameters: [{ name: "all", in: "querystring", content: json }],
    }),
  },
  {
    wrong: "the same parameter twice",
    contract: headers("Trace", "Trace"),
    problem:
      "error operation-parameters-unique: Operations must have unique `name` + `in` parameters. Repeats of `in:header` + `name:Trace`.",
    line: "- name: Trace",
    right: headers("Trace"),
  },
  {
    wrong: "the same header in other letter case",
    contract: headers("Trace", "TRACE"),
    problem:
      "warn core/header-parameters-unique: The parameters `Trace` and `TRACE` are the same header",
    line: "- name: TRACE",
    right: headers("Trace", "Trace-Id"),
  },
  {
    wrong: "the same header in other letter case, of a path and its operation",
    contract: withHeaderOfPath("TRACE"),
    problem:
      "warn core/header-parameters-unique: The parameters `Trace` and `TRACE` are the same header",
    line: "- name: TRACE",
    right: withHeaderOfPath("Trace-Id"),
  },
  {
    wrong: "a header with schema and content",
    contract: header({ ...text, content: json }),
    problem:
      "error rule/header-schema-or-content: The fields `schema`, `content` exclude each other: remove one",
    line: "Count:",
    right: header({ content: json }),
  },
  {
    wrong: "a header with two media types",
    contract: header({ content: { ...json, "text/plain": text } }),
    problem:
      "error rule/header-one-media-type: The `content` of a parameter or header has exactly one media type",
    line: "application/json:",
    right: header({ content: json }),
  },
  {
    wrong: "a header with an example and examples",
    contract: header({ ...text, example: "a", examples: {} }),
    problem:
      "error rule/header-one-example: The fields `example`, `examples` exclude each other: remove one",
    line: "Count:",
    right: header({ ...text, examples: {} }),
  },
  {
    wrong: "a header with a field of queries",
    contract: header({ ...text, allowReserved: true }),
    problem:
      "error rule/header-fields: A header has neither `allowEmptyValue` nor `allowReserved`",
    line: "allowReserved: true",
    right: header({ ...text, explode: true }),
  },
  {
    wrong: "a header with a style of queries",
    contract: header({ ...text, style: "form" }),
    problem: "error rule/header-style: A header has the style simple",
    line: "style: form",
    right: header({ ...text, style: "simple" }),
  },
]);
