import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../../support/at.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { makeIn, operation, ref } from "./foreign-contract.ts";

const folder = temporaryFolder(afterAll);

describe("the edition of OpenAPI 3.0 accepts the same values", () => {
  const schemas: Record<string, object> = {
    text: { anyOf: [{ type: "string" }, { type: "number" }] },
    either: { anyOf: [ref("Cat"), ref("Dog"), { type: "null" }] },
    several: { type: ["string", "integer", "null"] },
    above: { type: "number", exclusiveMinimum: 0 },
    below: { type: "number", exclusiveMaximum: 0 },
    aboveBoth: { type: "number", exclusiveMinimum: 0, minimum: 1 },
    belowBoth: { type: "number", exclusiveMaximum: 1, maximum: 1 },
    aboveSame: { type: "number", exclusiveMinimum: 1, minimum: 1 },
    severalListed: {
      type: ["string", "integer"],
      anyOf: [{ const: "a" }, { const: 1 }, { const: 1.5 }],
    },
    unlike: { not: { type: ["string", "null"] } },
    both: { allOf: [{ minimum: 1 }, { type: ["number", "null"] }] },
    nothing: { type: "null" },
    constant: { const: null },
    listed: { type: ["string", "null"], enum: ["a", null] },
    perhaps: { oneOf: [ref("Cat"), { type: "null" }] },
    condition: {
      type: "object",
      if: { required: ["a"], properties: { a: { const: 1 } } },
      then: { required: ["b"] },
      else: { required: ["c"] },
    },
    together: { type: "object", dependentRequired: { a: ["b"] } },
    described: { ...ref("Cat"), description: "Mine." },
    closedTuple: {
      type: "array",
      prefixItems: [{ type: "integer" }],
      items: false,
      maxItems: 3,
    },
    shortTuple: {
      type: "array",
      prefixItems: [{ type: "integer" }, { type: "integer" }],
      items: false,
      maxItems: 1,
    },
    openTuple: {
      type: "array",
      prefixItems: [{ type: "integer" }],
      items: { type: "integer" },
    },
    any: {},
  };
  const values = [
    [1],
    [1, 2],
    [1, "a"],
    null,
    "a",
    "b",
    "",
    0,
    1,
    1.5,
    -1,
    true,
    [],
    ["a"],
    {},
    { meow: true },
    { bark: true },
    { meow: 1 },
    { a: 1 },
    { a: 1, b: 1 },
    { a: 2 },
    { a: 2, c: 1 },
    { c: 1 },
  ];
  const components = {
    schemas: {
      Cat: {
        type: "object",
        required: ["meow"],
        properties: { meow: { type: "boolean" } },
      },
      Dog: {
        type: "object",
        required: ["bark"],
        properties: { bark: { type: "boolean" } },
      },
      ...schemas,
    },
  };
  let edition: Json;
  beforeAll(async () => {
    const { text } = await makeIn(folder, {
      paths: { "/a": { get: operation("a", ref("text")) } },
      components,
    });
    edition = JSON.parse(text("openapi-3.0.json"));
  });

  test("it is a valid document of OpenAPI 3.0", async () => {
    expect(await new Validator().validate(edition)).toMatchObject({
      valid: true,
    });
  });

  /** Reads a schema of 3.0 as 3.0.4 explains its flags. */
  const read30 = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(read30);
    if (typeof node !== "object" || node === null) return node;
    const { nullable, ...rest } = Object(node) as Json;
    const schema = Object.fromEntries(
      Object.entries(rest).map(([name, each]) => [name, read30(each)]),
    );
    for (const bound of ["minimum", "maximum"]) {
      const exclusive = bound.replace("m", "exclusiveM");
      if (schema[exclusive] !== true) continue;
      schema[exclusive] = schema[bound];
      delete schema[bound];
    }
    if (!nullable) return schema;
    return schema["type"] === undefined
      ? { anyOf: [schema, { type: "null" }] }
      : { ...schema, type: [schema["type"], "null"] };
  };
  test.each(Object.keys(schemas))("%s", (name) => {
    const accepted = (all: unknown) => {
      const ajv = new Ajv2020({ strict: false });
      ajv.addSchema({ components: all }, "contract");
      return values.filter((value) =>
        ajv.validate({ $ref: `contract#/components/schemas/${name}` }, value),
      );
    };
    const before = accepted(components);
    expect(before.length).toBeLessThan(values.length + Number(name === "any"));
    expect(accepted(read30(edition.components))).toEqual(before);
  });
  test.each([
    ["patternProperties", { "^x": {} }],
    ["propertyNames", { maxLength: 3 }],
    ["dependentSchemas", { a: { required: ["b"] } }],
    ["unevaluatedProperties", false],
    ["unevaluatedItems", false],
    ["contains", { type: "integer" }],
    ["minContains", 2],
    ["maxContains", 2],
    ["contentSchema", { type: "integer" }],
    ["prefixItems", [{ type: "integer" }]],
  ])("or says that it leaves out %s", async (keyword, value) => {
    const schema = { [keyword]: value };
    const { notes, text } = await makeIn(folder, {
      paths: { "/a": { get: operation("a", schema) } },
    });
    expect(notes).toEqual([
      `openapi-3.0.json accepts more than the contract, as OpenAPI 3.0 has no ${keyword}.`,
    ]);
    expect(text("openapi-3.0.json")).not.toContain(keyword);
  });
  test.each([
    ["$comment", "why"],
    ["$schema", "https://json-schema.org/draft/2020-12/schema"],
    ["contentEncoding", "base64"],
    ["contentMediaType", "image/png"],
    ["examples", [1]],
    ["then", { required: ["b"] }],
    ["nullable", true],
    ["dependencies", { a: ["b"] }],
    ["additionalItems", false],
  ])("and has no %s, which refuses nothing", async (keyword, value) => {
    const { notes, text } = await makeIn(folder, {
      paths: { "/a": { get: operation("a", ref("Parcel")) } },
      components: { schemas: { Parcel: { maxLength: 3, [keyword]: value } } },
    });
    expect(notes).toEqual([]);
    const written = JSON.parse(text("openapi-3.0.json"));
    expect(written.components.schemas.Parcel).toEqual(
      expect.not.objectContaining({ [keyword]: expect.anything() }),
    );
  });
});

test.each([
  {
    keyword: "patternProperties",
    schema: {
      patternProperties: { "^x-": { type: "string" } },
      additionalProperties: { type: "integer" },
    },
    value: { "x-a": "b" },
  },
  {
    keyword: "contains",
    schema: { not: { contains: { type: "integer" } } },
    value: ["a"],
  },
  {
    keyword: "propertyNames",
    schema: {
      if: { propertyNames: { maxLength: 1 } },
      then: { maxProperties: 0 },
    },
    value: { ab: 1 },
  },
  {
    keyword: "unevaluatedProperties",
    schema: {
      anyOf: [{ type: "object" }, { type: "string" }],
      oneOf: [
        { properties: { a: {} }, unevaluatedProperties: false },
        { required: ["b"] },
      ],
    },
    value: { b: 1 },
  },
])(
  "the edition of 3.0 without $keyword refuses no value of the contract",
  async (given) => {
    const { keyword, schema, value } = given;
    const { notes, text } = await makeIn(folder, {
      paths: { "/a": { get: operation("a", ref("Parcel")) } },
      components: { schemas: { Parcel: schema } },
    });
    const { components } = JSON.parse(text("openapi-3.0.json"));
    const ajv = new Ajv2020({ strict: false });
    expect(ajv.validate(schema, value)).toBe(true);
    expect(ajv.validate(components.schemas.Parcel, value)).toBe(true);
    expect(notes).toEqual([
      `openapi-3.0.json accepts more than the contract, as OpenAPI 3.0 has no ${keyword}.`,
    ]);
  },
);

const objectOf = (schema: object) => ({ type: "object", ...schema });
const listOf = (schema: object) => ({ type: "array", ...schema });
test.each([
  { where: "as a whole", schema: true },
  { where: "items", schema: listOf({ items: true }) },
  { where: "prefixItems", schema: listOf({ prefixItems: [true, false] }) },
  {
    where: "items after prefixItems",
    schema: listOf({ prefixItems: [{}], items: true }),
  },
  { where: "contains", schema: listOf({ contains: true }) },
  { where: "properties", schema: objectOf({ properties: { a: true } }) },
  { where: "$defs", schema: objectOf({ $defs: { a: true } }) },
  { where: "not", schema: { not: false } },
  { where: "allOf", schema: { allOf: [true, { maxLength: 3 }] } },
  { where: "oneOf", schema: { oneOf: [false, { maxLength: 3 }] } },
  { where: "anyOf", schema: { anyOf: [false, { maxLength: 3 }] } },
  { where: "if", schema: { if: true, then: { maxLength: 3 } } },
  { where: "then", schema: { if: { type: "string" }, then: false } },
  {
    where: "else",
    schema: { if: { type: "string" }, then: {}, else: false },
  },
])("the edition of 3.0 has no boolean for a schema: $where", async (given) => {
  const { text } = await makeIn(folder, {
    paths: { "/a": { get: operation("a", true) } },
    components: { schemas: { Parcel: given.schema } },
  });
  expect(
    await new Validator().validate(text("openapi-3.0.json")),
  ).toMatchObject({
    valid: true,
  });
});

test("the edition of 3.0 keeps the references that have a description beside them", async () => {
  const described = (section: string, name: string) => ({
    $ref: `#/components/${section}/${name}`,
    description: "Here.",
  });
  const { text } = await makeIn(folder, {
    paths: {
      "/a": {
        get: {
          operationId: "a",
          parameters: [described("parameters", "Row")],
          responses: {
            "200": described("responses", "Rows"),
            "404": {
              description: "None.",
              headers: { "X-Row": described("headers", "Row") },
              content: {
                "application/json": {
                  schema: { $ref: "#/components/schemas/Row" },
                  examples: { one: described("examples", "Row") },
                },
              },
            },
          },
        },
      },
    },
    components: {
      parameters: { Row: { name: "row", in: "query", schema: {} } },
      responses: { Rows: { description: "All." } },
      headers: { Row: { schema: {} } },
      examples: { Row: { value: 1 } },
      schemas: { Row: { type: "integer" } },
    },
  });
  for (const name of ["openapi-3.0.json", "openapi-codegen.json"]) {
    const edition = JSON.parse(text(name));
    expect(await new Validator().validate(edition)).toMatchObject({
      valid: true,
    });
    expect(edition.paths["/a"].get).toMatchObject({
      parameters: [{ $ref: "#/components/parameters/Row" }],
      responses: { "200": { $ref: "#/components/responses/Rows" } },
    });
  }
});

test.each([
  {
    name: "bytes",
    schema: { type: "string", contentMediaType: "application/octet-stream" },
    written: { type: "string", format: "binary" },
  },
  {
    name: "bytes in Base64",
    schema: { type: "string", contentEncoding: "base64" },
    written: { type: "string", format: "byte" },
  },
  {
    name: "the first of several examples",
    schema: { type: "string", examples: ["a", "b"] },
    written: { type: "string", example: "a" },
  },
  {
    name: "an example beside others",
    schema: { type: "string", example: "a", examples: ["b"] },
    written: { type: "string", example: "a" },
  },
])("the edition of 3.0 has $name in its own words", async (given) => {
  const { text } = await makeIn(folder, {
    paths: { "/a": { get: operation("a", ref("Parcel")) } },
    components: { schemas: { Parcel: given.schema } },
  });
  const { components } = JSON.parse(text("openapi-3.0.json"));
  expect(components.schemas.Parcel).toEqual(given.written);
});

test("the edition of 3.0 keeps a tag that a path and a webhook have", async () => {
  const { text } = await makeIn(folder, {
    tags: [
      { name: "Both", description: "Both." },
      { name: "Hooks", description: "Hooks." },
      { name: "None", description: "None." },
    ],
    paths: { "/a": { get: operation("a", {}, { tags: ["Both"] }) } },
    webhooks: {
      grown: { post: operation("grown", {}, { tags: ["Both"] }) },
      gone: { post: operation("gone", {}, { tags: ["Hooks"] }) },
    },
  });
  const { tags } = JSON.parse(text("openapi-3.0.json"));
  expect(tags.map(({ name }: Json) => name)).toEqual(["Both", "None"]);
});

test("flags of 3.0 are read as what they say", async () => {
  const { text } = await makeIn(
    folder,
    {
      paths: { "/a": { get: operation("a", ref("Age")) } },
      components: {
        schemas: {
          Age: {
            type: "integer",
            minimum: 0,
            exclusiveMinimum: true,
            nullable: true,
          },
          Every: { nullable: true, allOf: [{ type: "integer" }] },
          Any: { nullable: true, anyOf: [{ type: "integer" }] },
          One: { nullable: true, oneOf: [{ type: "integer" }] },
        },
      },
    },
    "3.0.3",
  );
  expect(text("types.ts")).toContain("export type Age = number | null;");
  for (const name of ["Every", "Any", "One"])
    expect(text("types.ts")).toMatch(
      new RegExp(`export type ${name} = .*number.* \\| null;`),
    );
  expect(JSON.parse(text("openapi-3.0.json"))).toMatchObject({
    openapi: "3.0.3",
    components: { schemas: { Age: { exclusiveMinimum: true } } },
  });
});
