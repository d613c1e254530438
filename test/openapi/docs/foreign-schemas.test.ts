import { describe, expect, test } from "vitest";
import { docsOf, sampleIn } from "./docs-of-contract.ts";

// Tests what the pages say of schemas that nobody here wrote.

/** Builds the page of an operation that takes and returns a schema. */
async function pageOf(
  schema: object,
  schemas: object = {},
  openapi = "3.1.0",
): Promise<string> {
  const media = { "application/json": { schema } };
  const read = await docsOf({
    openapi,
    paths: {
      "/plants": {
        post: {
          operationId: "plant",
          requestBody: { required: true, content: media },
          responses: { "200": { description: "Planted.", content: media } },
        },
      },
    },
    components: { schemas },
  });
  return read("plant.md");
}

const curlIn = (page: string) => sampleIn(page, "curl");

const text = { type: "string" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe("fields of any name", () => {
  test("have the type and the fields of their values", async () => {
    const page = await pageOf(
      {
        properties: {
          beds: { type: "object", additionalProperties: ref("Bed") },
          mark: {
            anyOf: [
              { type: ["number", "null"] },
              { type: ["string", "null"] },
              { type: "null" },
            ],
          },
          rows: {
            type: "object",
            additionalProperties: {
              type: "object",
              additionalProperties: { type: "array", items: ref("Bed") },
            },
          },
        },
        additionalProperties: { type: "integer", minimum: 5 },
      },
      { Bed: { type: "object", properties: { depth: { type: "number" } } } },
    );
    expect(page).toMatch(/`beds` map of object [^]*- `depth` number/);
    expect(page).toContain("`rows` map of map of list of object");
    expect(page).toMatch(/`mark` number or string or null\b(?! or)/);
    expect(page).toContain("`all other names` integer · at least 5 optional");
  });

  test("have the patterns and the limits of their names", async () => {
    const page = await pageOf({
      properties: {
        marks: {
          type: "object",
          patternProperties: { "^x-": { type: "integer", maximum: 9 } },
        },
        short: { type: "object", propertyNames: { maxLength: 5 } },
        small: { type: "object", propertyNames: { pattern: "^[a-z]+$" } },
      },
    });
    expect(page).toContain("`names that match ^x-` integer · at most 9");
    expect(page).toContain("`short` object · names of at most 5 characters");
    expect(page).toContain('{"propertyNames": {"pattern": "^[a-z]+$"}}');
  });
});

test("an example beside a reference is of this use of the schema", async () => {
  const page = await pageOf(
    {
      properties: {
        first: ref("Name"),
        last: { ...ref("Name"), example: "Oakley" },
      },
    },
    { Name: { type: "string", example: "Rose" } },
  );
  expect(page).toContain('{"first": "Rose", "last": "Oakley"}');
});

test("a text has its pattern, unless the pattern takes every plain text", async () => {
  const page = await pageOf({
    properties: {
      token: { type: "string", pattern: "^[\\x21-\\x7e]+$" },
      path: { type: "string", pattern: "^[^\\x00/]+$" },
      note: { type: "string", pattern: "^[^\\x00-\\x1f\\x7f]*$" },
    },
  });
  expect(page).toContain("matches `^[\\x21-\\x7e]+$`");
  expect(page).toContain("matches `^[^\\x00/]+$`");
  expect(page).not.toContain("matches `^[^\\x00-\\x1f");
});

test("a tuple has each of its elements, and a sample as long as it must be", async () => {
  const page = await pageOf({
    required: ["pair"],
    properties: {
      pair: {
        type: "array",
        prefixItems: [text, { properties: { depth: { type: "number" } } }],
        items: false,
        minItems: 2,
      },
      open: { type: "array", prefixItems: [text] },
    },
  });
  expect(page).toContain("`pair` list of string, object · at least 2 elements");
  expect(page).toMatch(
    /- `\[0\]` string[^]*- `\[1\]` object[^]*- `depth` number/,
  );
  expect(page).toContain("`open` list of string, then any");
  expect(curlIn(page)).toContain(`-d '{"pair": ["example", {}]}'`);
});

test("of a tuple the elements that must be there are required", async () => {
  const page = await pageOf({
    properties: {
      pair: { type: "array", prefixItems: [text, text], minItems: 1 },
    },
  });
  expect(page).toMatch(/`\[0\]` string required/);
  expect(page).toMatch(/`\[1\]` string optional/);
});

test("a field says its default, also one that is false, zero or empty", async () => {
  const page = await pageOf({
    properties: {
      wet: { type: "boolean", default: false },
      row: { type: "integer", default: 0 },
      note: { type: "string", default: "" },
    },
  });
  for (const value of ["false", "0", '""'])
    expect(page).toContain(`default \`${value}\``);
});

test("a list says the known values of its elements, and whether there may be more", async () => {
  const kinds = (more: object) => ({
    type: "array",
    items: { type: "string", ...more },
  });
  const page = await pageOf({
    properties: {
      open: kinds({ "x-extensible-enum": ["rose", "oak"] }),
      closed: kinds({ enum: ["fern"] }),
    },
  });
  expect(page).toMatch(/`rose` `oak` more may be added/);
  expect(page).toMatch(/`fern`(?! more)/);
});

test("in a request the fields that it must have are first", async () => {
  const page = await pageOf({
    required: ["bed"],
    properties: { note: text, bed: text },
  });
  expect(page).toMatch(/`bed` string required[^]*`note` string optional/);
});

test("a list has the pattern of its elements, and a text what it holds", async () => {
  const page = await pageOf({
    properties: {
      codes: { type: "array", items: { ...text, pattern: "^[a-z]{3}$" } },
      photo: {
        ...text,
        contentMediaType: "image/png",
        contentEncoding: "base64",
      },
    },
  });
  expect(page).toContain("matches `^[a-z]{3}$`");
  expect(page).toContain("holds `image/png, base64`");
});

test("a list of itself ends", async () => {
  const page = await pageOf(ref("List"), {
    List: { type: "array", items: ref("List") },
  });
  expect(page).toContain("`application/json`: list of list of List");
});

test("rules that no words say are there as JSON Schema", async () => {
  const page = await pageOf({
    properties: {
      card: text,
      row: { type: "integer", not: { enum: [3, 4] } },
    },
    dependentRequired: { card: ["row"] },
    if: { properties: { card: { const: "a" } } },
    then: { required: ["row"], properties: { code: text } },
    unevaluatedProperties: false,
  });
  expect(page).toContain('{"not": {"enum": [3, 4]}}');
  expect(page).toContain('"dependentRequired": {"card": ["row"]}');
  expect(page).toContain('"properties": {"code": {"type": "string"}}');
  expect(page).toContain('"unevaluatedProperties": false');
});

test("choices without types are rules, also beside choices that are shown", async () => {
  const page = await pageOf({
    properties: {
      code: { type: "string", anyOf: [{ format: "email" }, { maxLength: 3 }] },
      person: {
        type: "object",
        properties: { email: text, phone: text },
        oneOf: [{ required: ["email"] }, { required: ["phone"] }],
      },
      pot: {
        type: "object",
        oneOf: [{ properties: { clay: text } }, { properties: { tin: text } }],
        anyOf: [{ properties: { wide: text } }, { properties: { high: text } }],
      },
    },
  });
  expect(page).toContain("`code` string optional");
  expect(page).toMatch(
    /"anyOf": \[\s*\{"format": "email"\},\s*\{"maxLength": 3\}/,
  );
  expect(page).toContain("`person` object optional");
  expect(page).toMatch(/"oneOf": \[\s*\{"required": \["email"\]\}/);
  expect(page).toMatch(
    /`pot` object[^]*"anyOf": \[[^]*"wide"[^]*One of these[^]*`clay`/,
  );
});

test("branches without fields say their limits", async () => {
  const page = await pageOf({
    properties: {
      size: {
        oneOf: [
          { type: "string", maxLength: 3 },
          { type: "integer", minimum: 5, description: "In cm." },
        ],
      },
    },
  });
  expect(page).toContain("`string` string · at most 3 characters");
  expect(page).toMatch(/`integer` integer · at least 5\s+In cm\./);
});

test("a description keeps its paragraphs, lists and tables", async () => {
  const page = await pageOf({
    properties: {
      kind: {
        type: "string",
        description:
          "One of:\n\n- rose\n- oak\n\n| a | b |\n|---|---|\n| 1 | 2 |",
      },
    },
  });
  expect(page).toMatch(/One of:\s+- rose\s+- oak\s+\| a \| b \|\n/);
});

test("an example of a field is shown", async () => {
  const page = await pageOf({
    properties: {
      one: { type: "string", example: "rose" },
      many: { type: "array", examples: [["oak"]] },
    },
  });
  expect(page).toMatch(/`one` string optional\s+e\.g\. `rose`/);
  expect(page).toMatch(/`many` array optional\s+e\.g\. `\["oak"\]`/);
});

test("what only the server writes is not required in a request", async () => {
  const page = await pageOf({
    required: ["id"],
    properties: {
      id: { type: "integer", readOnly: true },
      code: { type: "string", writeOnly: true },
    },
  });
  expect(page).toContain("`id` integer optional read only");
  expect(page).toContain("`code` string optional write only");
});

test("OpenAPI 3.0 says which values may be null, and its exclusive bounds", async () => {
  const page = await pageOf(
    {
      type: "object",
      required: ["row"],
      properties: {
        name: { type: "string", nullable: true },
        row: { type: "integer", minimum: 3, exclusiveMinimum: true },
      },
    },
    {},
    "3.0.4",
  );
  expect(page).toContain("`name` string or null");
  expect(page).toContain("`row` integer · more than 3");
  expect(curlIn(page)).toContain(`-d '{"row": 4}'`);
});

describe("samples", () => {
  const kinds = {
    Plant: {
      type: "object",
      required: ["kind"],
      properties: { kind: text },
      discriminator: {
        propertyName: "kind",
        mapping: { rosa: ref("Rose").$ref },
      },
    },
    Rose: { allOf: [ref("Plant"), { properties: { petals: text } }] },
    Oak: { type: "object", required: ["kind"], properties: { kind: text } },
  };

  test.each([
    { name: "the base of subtypes", schema: ref("Plant"), kind: "rosa" },
    { name: "a subtype", schema: ref("Rose"), kind: "rosa" },
    {
      name: "a branch without a mapping",
      schema: { oneOf: [ref("Oak")], discriminator: { propertyName: "kind" } },
      kind: "Oak",
    },
  ])("name the type of $name", async ({ schema, kind }) => {
    const page = await pageOf(schema, kinds);
    expect(curlIn(page)).toContain(`-d '{"kind": "${kind}"}'`);
  });

  test("have what any part of an `allOf` requires", async () => {
    const page = await pageOf({
      allOf: [{ properties: { name: text } }, { required: ["name"] }],
    });
    expect(curlIn(page)).toContain(`-d '{"name": "example"}'`);
  });

  test("have a null where only null is allowed", async () => {
    const page = await pageOf({
      required: ["none", "nothing"],
      properties: { none: { const: null }, nothing: { type: "null" } },
    });
    expect(curlIn(page)).toContain(`-d '{"none": null, "nothing": null}'`);
  });

  test("have numbers within exclusive bounds, and multiples", async () => {
    const page = await pageOf({
      required: ["a", "b", "c"],
      properties: {
        a: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 0.5 },
        b: { type: "integer", exclusiveMaximum: -3 },
        c: { type: "integer", multipleOf: 6, minimum: 10 },
      },
    });
    expect(curlIn(page)).toContain(`-d '{"a": 0.25, "b": -4, "c": 12}'`);
  });
});
