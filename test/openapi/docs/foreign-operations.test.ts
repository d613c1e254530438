import { describe, expect, test } from "vitest";
import { docsOf, pageOf } from "./docs-of-contract.ts";

// Tests the pages of operations of a contract that nobody here wrote.

const done = { "204": { description: "Done." } };
const json = (schema: object, more: object = {}) => ({
  content: { "application/json": { schema, ...more } },
});
const rose = {
  type: "object",
  required: ["kind", "petals"],
  properties: { kind: { const: "rose" }, petals: { type: "integer" } },
};
const oak = {
  type: "object",
  properties: { kind: { const: "oak" }, height: { type: "number" } },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe("a body", () => {
  test("with branches lists the fields of each, and the value that names it", async () => {
    const page = await pageOf(
      {
        requestBody: json({
          oneOf: [ref("Rose"), ref("Oak")],
          discriminator: {
            propertyName: "kind",
            mapping: {
              rosa: "#/components/schemas/Rose",
              rosae: "#/components/schemas/Rose",
            },
          },
        }),
        responses: {
          "200": {
            description: "Planted.",
            ...json({ anyOf: [ref("Oak"), { title: "Moss", ...oak }] }),
          },
        },
      },
      { components: { schemas: { Rose: rose, Oak: oak } } },
    );
    expect(page).toContain("One of these, as `kind` says:");
    expect(page).toMatch(/`Rose` object for `rosa, rosae`[^]*`petals` integer/);
    expect(page).toMatch(/`Oak` object[^]*`height` number/);
    expect(page).toMatch(/At least one of these:[^]*`Moss` object/);
  });

  test("with a branch that has itself in it ends", async () => {
    const page = await pageOf(
      { requestBody: json(ref("Tree")), responses: done },
      {
        components: {
          schemas: {
            Tree: { oneOf: [ref("Fork"), { type: "string" }] },
            Fork: { type: "object", properties: { left: ref("Tree") } },
          },
        },
      },
    );
    expect(page).toMatch(/`Fork` object[^]*`left` object or string/);
  });

  test("that is no JSON says its media types and its type", async () => {
    const page = await pageOf({
      requestBody: {
        content: {
          "text/csv": { schema: { type: "string" } },
          "text/plain": { schema: { type: "string" }, example: "a; b" },
        },
      },
      responses: done,
    });
    expect(page).toContain("`text/csv`, `text/plain`: string");
  });
});

test("every response is there in the order of its status, with its headers", async () => {
  const page = await pageOf({
    responses: {
      default: { description: "Anything else." },
      "4XX": { description: "Any other mistake." },
      "404": {
        description: "No bed.",
        ...json({ properties: { bed: { type: "string" } } }),
      },
      "301": {
        description: "Moved.",
        headers: {
          Location: { description: "The place.", schema: { type: "string" } },
        },
      },
      "201": { description: "Planted.", ...json(rose) },
    },
  });
  expect(page).toMatch(
    /## Response 201[^]*`petals`[^]*## Response 301[^]*`Location` string[^]*The place\.[^]*## Response 404[^]*`bed` string[^]*## Response 4XX[^]*## Other responses/,
  );
});

test("the example of a response has its required headers, each with a value that fits", async () => {
  const header = (schema: object) => ({ required: true, schema });
  const read = await docsOf({
    paths: {
      "/plants": {
        post: {
          operationId: "plant",
          responses: {
            "201": {
              description: "Planted.",
              headers: {
                Location: header({ type: "string", format: "uri" }),
                "X-Beds": header({ type: "array", items: { type: "integer" } }),
              },
            },
            "404": { description: "No bed." },
          },
        },
      },
    },
  });
  const page = read("plant.html").replaceAll(/<[^>]*>/g, "");

  expect(page).toContain("Location: https://");
  expect(page).toContain("X-Beds: 1");
});

test("a header that OpenAPI ignores is not listed", async () => {
  const parameters = ["X-Trace", "Authorization"].map((name) => ({
    ...{ name, in: "header", schema: { type: "string" } },
  }));
  const page = await pageOf({ parameters, responses: {} });
  expect(page).toMatch(/`X-Trace`/);
  expect(page).not.toContain("Authorization");
});

test("the headers of the only operation are those of its responses", async () => {
  const headers = { "X-Trace": { schema: { type: "string" } } };
  const page = await pageOf({
    responses: { "200": { description: "Done.", headers } },
  });
  expect(page).toMatch(/### Headers\s+- `X-Trace`/);
  expect(page).not.toContain("of every response");
});

test("examples that are elsewhere are left out, and texts are shown as they are", async () => {
  const page = await pageOf({
    responses: {
      "200": {
        description: "Planted.",
        content: {
          "text/csv": {
            schema: { type: "string" },
            examples: {
              long: { externalValue: "https://depot.invalid/long.csv" },
              short: { value: 'bed;"row"' },
            },
          },
        },
      },
    },
  });
  expect(page).toContain('```text\nbed;"row"\n```');
  expect(page).not.toMatch(/undefined|Another example/);
});

test("headers that all responses have are listed once", async () => {
  const headers = { "X-Trace": { schema: { type: "string" } } };
  const responses = {
    "200": { description: "Done.", headers },
    "404": { description: "No.", headers },
  };
  const page = await pageOf(
    { responses },
    {
      paths: {
        "/plants": { post: { operationId: "plant", responses } },
        "/beds": { get: { operationId: "listBeds", responses } },
      },
    },
  );
  expect(page).toContain("1 headers of every response");
  expect(page.match(/`X-Trace`/g)).toHaveLength(1);
});

test("an example has the headers beside it that its response always has", async () => {
  const schema = { type: "string" };
  const page = await pageOf({
    responses: {
      "201": {
        description: "Planted.",
        headers: {
          "X-Bed": { required: true, schema, example: "north" },
          "X-Note": { schema, example: "wet" },
        },
        ...json(rose, { example: { kind: "rose", petals: 5 } }),
      },
      "404": { description: "No bed." },
    },
  });
  expect(page).toContain("X-Bed: north");
  expect(page).not.toContain("X-Note: wet");
});

test("the form of a request says what has to be filled in", async () => {
  const schema = { type: "string" };
  const read = await docsOf({
    paths: {
      "/plants": {
        get: {
          operationId: "list",
          parameters: [
            { name: "bed", in: "query", required: true, schema },
            { name: "row", in: "query", schema },
            {
              name: "at",
              in: "query",
              required: true,
              schema: { type: "array", items: { type: "object" } },
              example: [{ x: 1 }, { x: 2 }],
            },
          ],
          responses: done,
        },
      },
    },
  });
  const input = (name: string) =>
    new RegExp(`<input\\s+name="${name}"[^>]*>`).exec(read("list.html"))?.[0];
  expect(input("bed")).toMatch(/\srequired\s*\/?>$/);
  expect(input("row")).toMatch(/placeholder="[^"]*"\s*\/?>$/);
  const quoted = "[{&quot;x&quot;:1},{&quot;x&quot;:2}]";
  expect(input("at")).toContain(`value="${quoted}"`);
});

test("a value that is an object is shown as JSON", async () => {
  const page = await pageOf({
    requestBody: json({
      properties: { place: { enum: [{ row: 1 }], default: { row: 1 } } },
    }),
    responses: done,
  });
  expect(page).toContain('`{"row":1}` default `{"row":1}`');
});

test("a response without an example shows a value that fits", async () => {
  const page = await pageOf({
    responses: {
      "200": {
        description: "Planted.",
        ...json({
          properties: {
            id: { type: "integer", readOnly: true },
            kinds: { type: "array", items: { enum: ["rose"] } },
            secret: { type: "string", writeOnly: true },
          },
        }),
      },
    },
  });
  expect(page).toContain('{"id": 1, "kinds": ["rose"]}');
});

test("the examples of OpenAPI 3.2 are shown as they are sent", async () => {
  const read = await docsOf({
    openapi: "3.2.0",
    paths: {
      "/plants": {
        get: {
          operationId: "listPlants",
          responses: {
            "200": {
              description: "Plants.",
              content: {
                "application/json": {
                  examples: { one: { dataValue: { height: 3 } } },
                },
                "text/event-stream": {
                  examples: {
                    one: { dataValue: {}, serializedValue: "data: 3" },
                  },
                },
              },
            },
          },
        },
      },
    },
  });
  expect(read("listPlants.md")).toMatch(/\{"height": 3\}[^]*data: 3/);
  expect(read("openapi.json")).not.toContain('"value"');
});

test("each stream of a response says what its elements are", async () => {
  const stream = (type: string) => ({ itemSchema: { type } });
  const page = await pageOf(
    {
      responses: {
        "200": {
          description: "Plants.",
          content: {
            "application/jsonl": stream("string"),
            "application/json-seq": stream("number"),
          },
        },
      },
    },
    { openapi: "3.2.0" },
  );
  expect(page).toContain(
    "`application/jsonl`: a stream, in which each element is string",
  );
  expect(page).toContain(
    "`application/json-seq`: a stream, in which each element is number",
  );
});

test("a tag without a letter has a page too", async () => {
  const read = await docsOf({
    paths: { "/plants": { get: { tags: ["→"], responses: done } } },
  });
  expect(read("page.html")).toContain("<h1>→</h1>");
  expect(read("index.html")).toContain('href="page.html"');
});

test("an operation of two tags is in the menu once, below the first", async () => {
  const read = await docsOf({
    paths: {
      "/plants": {
        get: { operationId: "list", tags: ["Plants", "Beds"], responses: done },
      },
      "/beds": { get: { tags: ["Beds"], responses: done } },
    },
  });
  expect(read("index.html").match(/href="list\.html"/g)).toHaveLength(1);
  expect(read("plants.md")).toContain("(list.md)");
  expect(read("beds.md")).not.toContain("(list.md)");
});
