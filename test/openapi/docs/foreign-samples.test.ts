import { expect, test } from "vitest";
import { docsOf, sampleIn } from "./docs-of-contract.ts";

// Tests that the samples of a contract that nobody here wrote have the types of the clients which other
// generators make. The samples in Go and Python were run with oapi-codegen 2.8.2 and
// openapi-python-client 0.29.1.

const done = { "204": { description: "Done." } };
const text = { type: "string" };
const parameter = (name: string, schema: object, example?: unknown) => ({
  name,
  in: "query",
  required: true,
  schema,
  ...(example !== undefined && { example }),
});

/** Returns the samples of an operation with parameters. */
async function samplesOf(operation: object, schemas: object = {}) {
  const read = await docsOf({
    paths: {
      "/plants/{day}": {
        post: { operationId: "plant", tags: ["beds"], ...operation },
      },
    },
    components: { schemas },
  });
  const page = read("plant.md");
  return (language: string) => sampleIn(page, language);
}

const day = { type: "string", format: "date" };
const place = {
  name: "day",
  in: "path",
  required: true,
  schema: day,
  example: "2024-02-29",
};

test("values have the types of their clients", async () => {
  const sample = await samplesOf({
    parameters: [
      place,
      parameter("small", { type: "integer", format: "int32" }, 1),
      parameter("large", { type: ["null", "integer"], format: "int64" }, 2),
      parameter("any", { type: "integer" }, 3),
      parameter("ratio", { type: "number", format: "double" }, 0.5),
      parameter("id", { type: "string", format: "uuid" }),
      parameter("until", day, "2024-02-29"),
      parameter("at", { type: "string", format: "date-time" }),
    ],
    responses: done,
  });
  for (const code of [
    "Small: int32(1)",
    "Large: int64(2)",
    "Any:   3",
    "Ratio: float64(0.5)",
    'Id:    uuid.MustParse("',
    "Until: types.Date{Time: time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC)}",
    "(context.Background(), types.Date{Time: ",
    '"github.com/google/uuid"',
  ])
    expect(sample("Go")).toContain(code);
  for (const code of [
    'day=date.fromisoformat("2024-02-29")',
    'id=UUID("',
    'at=datetime.fromisoformat("',
  ])
    expect(sample("Python")).toContain(code);
  expect(sample("Go").split("\n").slice(0, 14)).toEqual([
    "package main",
    "",
    "import (",
    '\t"context"',
    '\t"fmt"',
    '\t"log"',
    '\t"os"',
    '\t"time"',
    "",
    '\t"example/depot"',
    '\t"github.com/google/uuid"',
    '\t"github.com/oapi-codegen/runtime/types"',
    ")",
    "",
  ]);
  const imports = sample("Python").match(/^(from|import) .*$/gm);
  expect(imports).toEqual([
    "import os",
    "from datetime import date",
    "from datetime import datetime",
    "from uuid import UUID",
    "from depot_client import Client",
    "from depot_client.api.beds import plant",
  ]);
});

test("lists have the types of their elements, and objects are read from JSON", async () => {
  const sample = await samplesOf(
    {
      parameters: [
        place,
        parameter("names", { type: "array", items: text }, ["a"]),
        parameter("rows", { type: "array", items: { type: "integer" } }, [1]),
        parameter("kinds", { type: "array", items: { enum: ["oak"] } }),
        parameter("shades", {
          type: "array",
          items: { $ref: "#/components/schemas/Shade" },
        }),
        parameter("beds", { type: "array", items: { type: "object" } }, [
          { row: 2 },
        ]),
        {
          ...parameter("where", { type: "object" }, { row: 1 }),
          style: "deepObject",
        },
      ],
      responses: done,
    },
    { Shade: { type: "string", enum: ["dark"] } },
  );
  for (const code of [
    'Names:  []string{"a"}',
    "Rows:   []int{1}",
    'Kinds:  []depot.PlantParamsKinds{"oak"}',
    'Shades: []depot.Shade{"dark"}',
    String.raw`json.Unmarshal([]byte("{\"row\": 1}"), &params.Where)`,
    String.raw`json.Unmarshal([]byte("[{\"row\": 2}]"), &params.Beds)`,
    '\t"encoding/json"\n',
  ])
    expect(sample("Go")).toContain(code);
  expect(sample("Python")).toContain('kinds=[models.PlantKindsItem("oak")]');
  expect(sample("Python")).toContain('shades=[models.Shade("dark")]');
});

test("Python has names that it does not reserve, and calls what its client has", async () => {
  const sample = await samplesOf({
    parameters: [
      place,
      ...["class", "filter", "tags[]", "1st"].map((name) =>
        parameter(name, text, "a"),
      ),
      {
        ...parameter("ids", { type: "array", items: text }, ["a", "b"]),
        explode: false,
      },
    ],
    responses: done,
  });
  const python = sample("Python");
  for (const code of ['class_="a"', 'filter_="a"', 'tags="a"', 'field_1st="a"'])
    expect(python).toContain(code);
  expect(python).toContain("plant.sync_detailed(");
  expect(python).toContain("print(response.status_code)");
  expect(python).toContain('# This client repeats "ids" for each element');
});

test("a form whose example is written out has its fields in the samples", async () => {
  const schema = {
    type: "object",
    properties: {
      name: text,
      rows: { type: "integer" },
      tags: { type: "array", items: text },
    },
  };
  const written = "name=Ana+B&rows=3&tags=a&tags=b";
  const data = { name: "Ana B", rows: 3, tags: ["a", "b"] };
  for (const example of [
    { value: written },
    { serializedValue: written },
    { dataValue: data, serializedValue: written },
  ]) {
    const form = { schema, examples: { one: example } };
    const sample = await samplesOf({
      parameters: [place],
      requestBody: { content: { "application/x-www-form-urlencoded": form } },
      responses: done,
    });
    for (const field of ["name=Ana B", "rows=3", "tags=a", "tags=b"])
      expect(sample("curl")).toContain(`--data-urlencode '${field}'`);
    expect(sample("TypeScript")).toContain("rows: 3,");
  }
});

test("a parameter has the data of its example in OpenAPI 3.2", async () => {
  const { example: _, ...day32 } = place;
  const row = parameter("row", { type: "integer" });
  const sample = await samplesOf({
    parameters: [
      { ...day32, examples: { one: { dataValue: "2024-02-29" } } },
      { ...row, examples: { one: { dataValue: 7, serializedValue: "7" } } },
    ],
    responses: done,
  });
  expect(sample("curl")).toContain("/plants/2024-02-29?row=7");
});

test("the files of a form are sent as files, and its objects as JSON", async () => {
  const schema = {
    type: "object",
    required: ["photo", "about", "tags"],
    properties: {
      photo: { type: "string", format: "binary" },
      about: { type: "object", example: { row: 1 } },
      tags: { type: "array", items: text, example: ["a"] },
    },
  };
  const sample = await samplesOf({
    parameters: [place],
    requestBody: { content: { "multipart/form-data": { schema } } },
    responses: done,
  });
  for (const flag of [
    "-F 'photo=@photo.bin'",
    `-F 'about={"row":1};type=application/json'`,
    "--form-string 'tags=a'",
  ])
    expect(sample("curl")).toContain(flag);
  expect(sample("TypeScript")).toContain(
    'photo: await openAsBlob("photo.bin")',
  );
  expect(sample("Python")).toContain(
    'body.photo = File(payload=open("photo.bin", "rb"), file_name="photo.bin")',
  );
  expect(sample("Go")).toContain('os.ReadFile("photo.bin")');
  expect(sample("Go")).toContain(String.raw`filename=\"photo.bin\"`);
});

test("each of several files is sent, and a text in Base64 as a text", async () => {
  const binary = { type: "string", format: "binary" };
  const schema = {
    type: "object",
    required: ["photo", "photos", "mark"],
    properties: {
      photo: binary,
      photos: { type: "array", items: binary, minItems: 1 },
      mark: {
        type: "string",
        contentMediaType: "image/png",
        contentEncoding: "base64",
        example: "AAAA",
      },
    },
  };
  const sample = await samplesOf({
    parameters: [place],
    requestBody: { content: { "multipart/form-data": { schema } } },
    responses: done,
  });
  expect(sample("curl")).toContain("-F 'photos=@photos.bin'");
  expect(sample("curl")).toContain("--form-string 'mark=AAAA'");
  expect(sample("TypeScript")).toContain(
    'photos: [await openAsBlob("photos.bin")]',
  );
  expect(sample("Python")).toContain('"photos": []');
  expect(sample("Python")).toContain(
    'body.photos = [File(payload=open("photos.bin", "rb"), file_name="photos.bin")]',
  );
  expect(sample("Go")).toContain('file1, err := os.ReadFile("photo.bin")');
  expect(sample("Go")).toContain('file2, err := os.ReadFile("photos.bin")');
  expect(sample("Go")).toMatch(/string\(file1\)[^]*string\(file2\)/);
});

test("curl sends an address as it is, whatever a shell or curl reads in it", async () => {
  const read = await docsOf({
    servers: [{ url: "https://depot.invalid" }],
    paths: {
      "/beds/$count": {
        get: {
          operationId: "countBeds",
          security: [{ key: [] }],
          parameters: [
            { ...parameter("at", text, "a[1]$HOME"), allowReserved: true },
          ],
          responses: done,
        },
      },
    },
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-`id`" },
      },
    },
  });
  const page = read("countBeds.md");
  expect(page).toContain(
    String.raw`curl -g "$DEPOT_BASE_URL/beds/\$count?at=a[1]\$HOME"`,
  );
  expect(page).toContain('-H "X-\\`id\\`: $KEY"');
});

test("a text with braces or a word of JSON stays as it is", async () => {
  const sample = await samplesOf({
    parameters: [place],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { type: "object", properties: { label: text } },
          example: {
            label: "Dear {name:first}, this label is long enough, true or not.",
          },
        },
      },
    },
  });
  expect(sample("TypeScript")).toContain('"Dear {name:first}, this');
  expect(sample("Python")).toContain('enough, true or not."');
});

test("each variable of a server has its default, whatever its name", async () => {
  const read = await docsOf({
    servers: [
      {
        url: "https://{data-centre}.example.com/{v1}",
        variables: { "data-centre": { default: "eu1" }, v1: { default: "v1" } },
      },
    ],
    paths: { "/plants": { get: { operationId: "list", responses: done } } },
  });
  expect(read("postman.json")).toContain('"https://eu1.example.com/v1"');
});

test("the author's own samples stay in the contract", async () => {
  const own = { lang: "Shell", label: "depot", source: "depot list" };
  const read = await docsOf({
    paths: {
      "/beds": {
        get: {
          operationId: "listBeds",
          responses: done,
          "x-codeSamples": [own],
        },
      },
    },
  });
  const { paths } = JSON.parse(read("openapi.json")) as {
    paths: Record<string, { get: { "x-codeSamples": object[] } }>;
  };
  const samples = paths["/beds"]?.get["x-codeSamples"] ?? [];
  expect(samples[0]).toEqual(own);
  expect(samples).toHaveLength(5);
});
