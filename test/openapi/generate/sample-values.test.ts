import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, expect, test } from "vitest";
import type { Json } from "../../support/at.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { json, makeIn, ok } from "./foreign-contract.ts";

// The values that samples show where a contract has no example.

const folder = temporaryFolder(afterAll);
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);

const text = { type: "string" };
const count = { type: "integer" };
const code = { type: "string", pattern: "^usr_[a-z0-9]{8}$" };
const parameter = (schema: object) => ({
  ...{ name: "code", in: "query", required: true, schema },
});

/** An object that needs a field. */
const needs = (name: string, field: object = count) => ({
  ...{ type: "object", required: [name], properties: { [name]: field } },
});
const nested = (levels: number, inside: object = text): object =>
  levels === 0 ? inside : needs(`level${levels}`, nested(levels - 1, inside));

/** Makes the files of a contract with one operation, which has a body. */
const makeWith = (schema: object, parameters: object[] = []) =>
  makeIn(folder, {
    paths: {
      "/things": {
        post: {
          operationId: "makeThing",
          parameters,
          requestBody: json({
            type: "object",
            required: ["it"],
            properties: { it: schema },
          }),
          responses: { "204": ok },
        },
      },
    },
  });

const listInItself =
  "#/paths/~1things/post/requestBody/content/application~1json/schema/properties/it";

/** Returns the body of the sample of curl. */
function sampleIn(contract: string): Json {
  const { paths } = JSON.parse(contract) as Json;
  const [{ source }] = paths["/things"].post["x-codeSamples"];
  const [, body = ""] = /-d '([^]*)'$/.exec(source as string) ?? [];
  return JSON.parse(body.replaceAll("\n  ", "\n")) as Json;
}

test.each<{ name: string; schema: object }>([
  { name: "nothing", schema: { type: "null" } },
  { name: "the constant null", schema: { const: null } },
  { name: "a pattern", schema: code },
  {
    name: "a pattern and a length",
    schema: { ...text, pattern: "^[A-F]+$", minLength: 12 },
  },
  {
    name: "the larger count of elements of two parts",
    schema: {
      allOf: [
        { type: "array", minItems: 3, items: count },
        { minItems: 1, maxItems: 9 },
      ],
    },
  },
  {
    name: "the elements that two parts describe",
    schema: {
      allOf: [
        { type: "array", minItems: 1, items: needs("a") },
        { items: needs("b") },
      ],
    },
  },
  {
    name: "the elements that one of two parts describes",
    schema: {
      allOf: [{ type: "array", minItems: 1, items: code }, { items: {} }],
    },
  },
  { name: "required fields nine levels deep", schema: nested(9) },
  {
    name: "a list of anything seven levels deep",
    schema: nested(7, { type: "array", minItems: 1 }),
  },
  {
    name: "a pattern beside a type",
    schema: { allOf: [text, { pattern: "^[0-9]{3}$" }] },
  },
  {
    name: "a pattern in a branch",
    schema: { ...text, anyOf: [{ pattern: "^[0-9]{3}$" }] },
  },
  {
    name: "a field that the whole requires and a branch describes",
    schema: { required: ["a"], anyOf: [{ properties: { a: code } }] },
  },
  {
    name: "different elements",
    schema: { type: "array", items: code, minItems: 3, uniqueItems: true },
  },
  {
    name: "different objects",
    schema: {
      ...{ type: "array", minItems: 2, uniqueItems: true },
      items: { type: "object", required: ["id"], properties: { id: count } },
    },
  },
  {
    name: "an element that the list contains",
    schema: {
      type: "array",
      items: text,
      contains: { const: "x" },
      minContains: 2,
    },
  },
  {
    name: "a whole number above a broken one",
    schema: { ...count, minimum: 1.5 },
  },
  { name: "a multiple", schema: { ...count, multipleOf: 7, minimum: 10 } },
  {
    name: "some of the fields of a closed object",
    schema: {
      type: "object",
      minProperties: 2,
      additionalProperties: false,
      properties: { a: text, b: count },
    },
  },
  {
    name: "names in a form",
    schema: {
      type: "object",
      minProperties: 2,
      patternProperties: { "^x-[0-9]+$": count },
      additionalProperties: false,
    },
  },
  {
    name: "a field without a schema",
    schema: { type: "object", required: ["z"] },
  },
  {
    name: "a field that another one requires",
    schema: {
      type: "object",
      required: ["a"],
      properties: { a: text, b: count },
      dependentRequired: { a: ["b"] },
    },
  },
  {
    name: "a schema that a field requires",
    schema: {
      ...{ type: "object", required: ["a"], properties: { a: text } },
      dependentSchemas: { a: { required: ["b"], properties: { b: count } } },
    },
  },
  {
    name: "a condition",
    schema: {
      ...{ type: "object", required: ["kind"] },
      properties: { kind: { enum: ["p", "q"] }, x: count, y: text },
      if: { properties: { kind: { const: "q" } } },
      then: { required: ["x"] },
      else: { required: ["y"] },
    },
  },
  {
    name: "one of two fields",
    schema: {
      properties: { a: text, b: text },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    },
  },
  {
    name: "a field that two parts describe, each in its own way",
    schema: {
      allOf: [
        needs("a", { ...count, minimum: 5 }),
        { allOf: [needs("a", { ...count, multipleOf: 3 })] },
      ],
    },
  },
  {
    name: "a field of which the first part has the constant",
    schema: {
      allOf: [needs("a", { enum: ["b"] }), needs("a", text)],
    },
  },
  {
    name: "a field with a default of another type, and one outside of the list",
    schema: {
      ...{ type: "object", required: ["a", "b"] },
      properties: {
        a: { ...count, default: "1" },
        b: { enum: ["x"], default: "y" },
      },
    },
  },
])("a sample fits $name", async ({ schema }) => {
  const { text: fileText, notes } = await makeWith(schema);
  const { it } = sampleIn(fileText("openapi.json"));
  expect(ajv.validate(schema, it), JSON.stringify(it)).toBe(true);
  expect(notes.join("\n")).not.toContain("The samples");
});

test("a note names the samples that the contract refuses", async () => {
  const { notes } = await makeWith({ not: {} }, [
    parameter({ ...text, pattern: "^(?!x)[a-z]{3}$" }),
  ]);
  expect(notes).toContain(
    "The samples show a value that the contract refuses for the body of POST /things, `code` of POST /things: give an `example` there.",
  );
});

// More digits than a number of JavaScript keeps.
const long = 9223372036854775800n;

test.each<{ name: string; schema: object; shown: string }>([
  { name: "a minimum", schema: { ...count, minimum: long }, shown: `${long}` },
  {
    name: "what is more than a bound",
    schema: { ...count, exclusiveMinimum: long },
    shown: `${long + 1n}`,
  },
  {
    name: "a maximum",
    schema: { ...count, minimum: -long - 5n, maximum: -long },
    shown: `${-long - 5n}`,
  },
  {
    name: "what is less than a bound",
    schema: { ...count, exclusiveMaximum: -long },
    shown: `${-long - 1n}`,
  },
  {
    name: "the tighter of two bounds",
    schema: {
      allOf: [
        { ...count, minimum: 5 },
        { minimum: long },
        { minimum: long - 1n },
      ],
    },
    shown: `${long}`,
  },
  {
    name: "different elements",
    schema: {
      ...{ type: "array", minItems: 2, uniqueItems: true },
      items: { ...count, minimum: long },
    },
    shown: `[${long},${long + 1n}]`,
  },
  {
    name: "an example",
    schema: { ...count, example: long },
    shown: `${long}`,
  },
  {
    name: "a length that nothing has",
    schema: { ...text, maxLength: long },
    shown: '"example"',
  },
  {
    name: "a count that nothing has",
    schema: { type: "object", maxProperties: long, required: ["z"] },
    shown: '{"z":"example"}',
  },
])("samples show $name with all its digits", async ({ schema, shown }) => {
  const { text: fileText } = await makeWith(schema, [parameter(schema)]);
  const { paths } = JSON.parse(fileText("openapi.json")) as Json;
  const [{ source }] = paths["/things"].post["x-codeSamples"];
  expect(String(source).replaceAll(/\s/g, "")).toContain(`{"it":${shown}}`);
});

test("samples of a schema that asks for very much end, and are noted", async () => {
  const many = 1_000_000_000;
  const { notes } = await makeWith({
    type: "object",
    required: ["list", "set", "map", "text"],
    properties: {
      list: { type: "array", minItems: many, items: count },
      set: { type: "array", minItems: many, items: count, uniqueItems: true },
      map: { type: "object", minProperties: many },
      text: { ...text, minLength: long },
    },
  });
  expect(notes.join()).toContain(
    "The samples show a value that the contract refuses for the body of POST /things",
  );
});

test.each<{ name: string; schema: object }>([
  { name: "each element", schema: { items: { $ref: listInItself } } },
  { name: "some elements", schema: { contains: { $ref: listInItself } } },
  {
    name: "the elements of each part",
    schema: {
      allOf: [
        { items: { $ref: listInItself } },
        { items: { $ref: listInItself } },
      ],
    },
  },
])("samples of a list that needs itself as $name end", async ({ schema }) => {
  const { notes } = await makeWith({ type: "array", minItems: 1, ...schema });
  expect(notes.join()).toContain(
    "The samples show a value that the contract refuses for the body of POST /things",
  );
});

test("samples in Go write a long example of a parameter of the path whole", async () => {
  const get = {
    operationId: "readThing",
    parameters: [
      {
        ...{ name: "id", in: "path", required: true },
        ...{ schema: count, example: long },
      },
    ],
    responses: { "204": ok },
  };
  const { text: fileText } = await makeIn(folder, {
    paths: { "/things/{id}": { get } },
  });
  const { paths } = JSON.parse(fileText("openapi.json")) as Json;
  const samples = paths["/things/{id}"].get["x-codeSamples"] as Json[];
  const go = samples.find(({ lang }) => lang === "Go");
  expect(go?.["source"]).toContain(`Background(), ${long})`);
});

test("a body of a schema that lists its subtypes is one of them", async () => {
  const { text: file } = await makeIn(folder, {
    paths: {
      "/pets": {
        post: {
          operationId: "addPet",
          requestBody: json({ $ref: "#/components/schemas/Pet" }),
          responses: { "204": ok },
        },
      },
    },
    components: {
      schemas: {
        Pet: {
          type: "object",
          required: ["kind"],
          properties: { kind: text },
          discriminator: {
            propertyName: "kind",
            mapping: { cat: "#/components/schemas/Cat" },
          },
        },
        Cat: {
          required: ["age"],
          properties: { kind: { const: "cat" }, age: count },
          allOf: [{ $ref: "#/components/schemas/Pet" }],
        },
      },
    },
  });
  expect(file("generated/methods.ts")).toContain(
    'add({ kind: "cat", age: 1 })',
  );
});
