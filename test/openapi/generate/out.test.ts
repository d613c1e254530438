import { Ajv2020 } from "ajv/dist/2020.js";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { makeFor, writeFiles } from "../../../openapi/generate/out.ts";
import type { Json } from "../../support/at.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { compileFolder } from "./compiled.ts";

// What `npm run generate -- FILE --out DIR` makes of contracts that nobody here wrote.

const folder = temporaryFolder(afterAll);
const ok = { description: "Done." };
const json = (schema: unknown, more: object = {}) => ({
  content: { "application/json": { schema, ...more } },
});
const operation = (
  operationId: string,
  schema: unknown = {},
  more: object = {},
) => ({
  operationId,
  responses: { "200": { ...ok, ...json(schema) } },
  ...more,
});
const head = (openapi: string) => ({
  openapi,
  info: { title: "Orchard", version: "1.0.0" },
});
let written = 0;

/** Makes the files of a contract. */
async function make(contract: string | object, openapi = "3.1.0") {
  const file = join(folder, `${++written}.yaml`);
  const text =
    typeof contract === "string"
      ? contract
      : stringify({ ...head(openapi), ...contract });
  writeFileSync(file, text);
  const { files, notes } = await makeFor(file);
  return { text: (name: string) => files.get(name) ?? "", files, notes };
}

const tree = { type: "object", properties: { height: { type: "number" } } };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const namesOfTypes = [
  ...["Array", "Blob", "Boolean", "Date", "Error", "Event", "File", "FormData"],
  ...["Function", "Headers", "Map", "Number", "Object", "Promise", "Request"],
  ...["Response", "Set", "String", "Symbol", "Url", "Awaited", "Exclude"],
  ...["Extract", "NonNullable", "Omit", "Partial", "Pick", "Readonly"],
  ...["ReadonlyArray", "Record", "Required", "ReturnType", "WithRequired"],
  ...[
    "Body",
    "Call",
    "Client",
    "Components",
    "Data",
    "Form",
    "List",
    "Methods",
  ],
  ...["Operations", "Page", "Paths", "Query", "RequestOf", "ResponseOf"],
];

/** Contracts whose generated code has to compile, by what is particular in them. */
const contracts: Record<string, string | object> = {
  "references into other paths": {
    paths: {
      "/trees/{id}": {
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            schema: { type: "string" },
          },
        ],
        get: operation("readTree", {
          type: "object",
          properties: {
            next: {
              $ref: "#/paths/~1trees~1{id}/get/responses/200/content/application~1json/schema",
            },
          },
        }),
      },
      "/old-trees/{id}": { $ref: "#/paths/~1trees~1%7Bid%7D" },
      "/logs": {
        get: {
          operationId: "readLog",
          parameters: [{ $ref: "#/paths/~1trees~1{id}/parameters/0" }],
          responses: {
            "200": { $ref: "#/paths/~1trees~1{id}/get/responses/200" },
          },
        },
      },
    },
  },
  "names that are no words of code": {
    paths: {
      "/a": {
        get: operation("get#a", {}, { tags: ["3D models"] }),
        post: operation("3dPrint", {}, { tags: ["3D models"] }),
      },
      "/b/{class}": {
        get: operation("getFruit", {}, { tags: ["constructor"] }),
        put: operation("getfruit", {}, { tags: ["constructor"] }),
        post: operation("GetFruit", {}, { tags: ["constructor"] }),
      },
      "/c": { get: operation("GetPears", {}, { tags: ["Pears"] }) },
      "/c/{id}": { get: operation("GetPear", {}, { tags: ["Pears"] }) },
      "/d/{id}": { get: operation("getPear", {}, { tags: ["Pears"] }) },
    },
  },
  "schemas that are called as JavaScript calls something": {
    paths: { "/a": { get: operation("hasOwnProperty", ref("25%25")) } },
    components: {
      schemas: {
        "25%": {
          type: "object",
          properties: { hasOwnProperty: {}, "25%": {} },
        },
        toString: { type: "object", properties: { a: ref("25%25") } },
        "a-b": true,
        a_b: false,
        "🚀": { type: "string" },
      },
    },
  },
  "schemas that are called as TypeScript calls something": {
    paths: Object.fromEntries(
      namesOfTypes.map((name) => [
        `/${name}/{id}`,
        {
          get: operation(name, ref(name), {
            tags: [name],
            parameters: [{ name: "a", in: "query", schema: {} }],
          }),
          put: {
            ...operation(`put${name}`, ref(name), { tags: [name] }),
            requestBody: json(ref(name)),
          },
        },
      ]),
    ),
    components: {
      schemas: {
        ...Object.fromEntries(
          namesOfTypes.map((name) => [
            name,
            {
              type: "object",
              properties: {
                all: { type: "array", items: ref(name) },
                more: { additionalProperties: ref(name) },
              },
            },
          ]),
        ),
        url: { type: "string" },
        ParameterUrl: { type: "integer" },
      },
      parameters: { Url: { name: "u", in: "query", schema: {} } },
    },
  },
  "parts that cannot be one, and equal ones": {
    paths: { "/a": { get: operation("a", ref("Apple")) } },
    components: {
      schemas: {
        Size: { type: "string", enum: ["s", "m", "l"] },
        Fruit: {
          type: "object",
          properties: {
            size: ref("Size"),
            state: { type: "string", enum: ["ripe", "green", "bad"] },
            more: { type: "object", properties: { a: { type: "string" } } },
            self: ref("Apple"),
          },
        },
        Apple: {
          allOf: [
            ref("Fruit"),
            {
              properties: {
                size: { description: "How large it is." },
                state: { enum: ["ripe", "green"] },
                more: { properties: { b: { type: "integer" } } },
                self: { properties: { worm: { type: "boolean" } } },
              },
            },
          ],
        },
        Small: { allOf: [ref("Size"), { enum: ["s", "m"] }] },
        Nothing: { allOf: [{ type: "string" }, { type: "integer" }] },
      },
    },
  },
  "a discriminator by names": {
    paths: { "/a": { get: operation("a", ref("Plant")) } },
    components: {
      schemas: {
        Plant: {
          oneOf: [ref("Oak"), ref("Fir.v2")],
          discriminator: {
            propertyName: "kind",
            mapping: { oak: "Oak", fir: "Fir.v2" },
          },
        },
        Oak: { type: "object", required: ["kind"], properties: { kind: {} } },
        "Fir.v2": {
          type: "object",
          required: ["kind"],
          properties: { kind: {} },
        },
      },
    },
  },
  "other media types of JSON": {
    paths: {
      "/a": {
        post: {
          operationId: "plant",
          tags: ["Trees"],
          requestBody: {
            content: { "application/vnd.api+json": { schema: tree } },
          },
          responses: {
            "201": {
              ...ok,
              content: { "application/json; charset=utf-8": { schema: tree } },
            },
          },
        },
      },
    },
  },
  forms: {
    paths: {
      "/a": {
        post: {
          operationId: "photograph",
          tags: ["Trees"],
          requestBody: {
            content: {
              "multipart/form-data": {
                schema: {
                  type: "object",
                  properties: {
                    photo: { type: "string", format: "binary" },
                    rings: { type: "integer" },
                  },
                },
              },
            },
          },
          responses: { "204": ok },
        },
      },
    },
  },
  "bodies that are texts and files": {
    paths: {
      "/a": {
        post: {
          ...operation("sendText", {}, { tags: ["Trees"] }),
          requestBody: { content: { "text/plain": { schema: ref("25%25") } } },
        },
        put: {
          ...operation("sendFile", {}, { tags: ["Trees"] }),
          requestBody: { content: { "*/*": {} } },
        },
      },
    },
    components: { schemas: { "25%": { type: "string" } } },
  },
  "values that look like references": {
    paths: {
      "/a": {
        get: operation("a", {
          type: "object",
          properties: { $ref: { type: "string" } },
          example: { $ref: "https://orchard.invalid/trees/1" },
          default: { $ref: "#/nowhere" },
        }),
      },
    },
  },
};

test("the client and the types of each compile", async () => {
  const out = join(folder, "out");
  for (const [what, contract] of Object.entries(contracts)) {
    const { files } = await make(contract);
    writeFiles(join(out, what.replaceAll(" ", "-")), files);
  }
  const program = `
import { createClient } from "./client/index.ts";
const api = createClient({ apiKey: "k", baseUrl: "https://orchard.invalid" });
export const known: Promise<number | undefined> = api.trees
  .plant({ height: 3 })
  .then(({ height }) => height);
// @ts-expect-error a height is a number
void api.trees.plant({ height: "tall" });
`;
  writeFileSync(join(out, "other-media-types-of-JSON/program.ts"), program);
  const sends = `
import { createClient } from "./client/index.ts";
const { trees } = createClient({ apiKey: "k", baseUrl: "https://orchard.invalid" });
void trees.photograph({ photo: new Blob(["a"]), rings: 3 });
// @ts-expect-error a number is no file
void trees.photograph({ rings: new Blob(["a"]) });
`;
  writeFileSync(join(out, "forms/program.ts"), sends);
  const narrowed = `
import type { Apple, Small } from "./types.ts";
export const apple: Apple = { state: "ripe", size: "s", more: { a: "", b: 1 } };
export const small: Small = "m";
// @ts-expect-error bad is none of both
apple.state = "bad";
// @ts-expect-error large is none of both
export const large: Small = "l";
`;
  writeFileSync(
    join(out, "parts-that-cannot-be-one,-and-equal-ones/program.ts"),
    narrowed,
  );
  const called = `
import type { ParameterUrl, Url } from "./types.ts";
export const url: Url = { all: [{}] };
export const parameter: ParameterUrl = 3;
`;
  writeFileSync(
    join(
      out,
      "schemas-that-are-called-as-TypeScript-calls-something/program.ts",
    ),
    called,
  );
  expect(await compileFolder(out)).toBe("");
});

test("the types have a default response that is written by a reference", async () => {
  const fault = json(ref("Fault"));
  const responses = {
    "200": ok,
    "404": { description: "Not found.", ...fault },
    default: { $ref: "#/components/responses/Fault" },
  };
  const { text } = await make({
    paths: {
      "/trees": { get: { operationId: "listTrees", responses } },
      "/roots": {
        get: {
          operationId: "listRoots",
          responses: { default: { description: "Failed.", ...fault } },
        },
      },
    },
    components: {
      schemas: { Fault: tree },
      responses: { Fault: { description: "Failed.", ...fault } },
    },
  });
  const types = text("types.ts");
  expect(types).toContain('default: components["responses"]["Fault"];');
  expect(types.match(/default: \{/g)).toHaveLength(1);
});

test("the library of the client is written with its licence, and names no file that is not written", async () => {
  const { text } = await make({ paths: { "/trees": { get: operation("a") } } });
  expect(text("client/libraries/LICENSE")).toMatch(/^MIT License/);
  expect(text("client/libraries/index.mjs")).not.toContain("sourceMapping");
});

test("a path item that is used twice has two operations", async () => {
  const { text } = await make(contracts["references into other paths"] ?? "");
  const { paths } = JSON.parse(text("openapi.json")) as Json;
  const ids = ["/trees/{id}", "/old-trees/{id}"].map(
    (path) => paths[path].get.operationId as string,
  );
  expect(ids).toEqual(["readTree", "getOldTreesId"]);
});

test("operations without an id have one each, also of paths that are spelt alike", async () => {
  const get = { get: { responses: { "200": ok } } };
  const { text } = await make({
    paths: {
      "/loans/id": get,
      "/loans-id": get,
      "/loans/id/": get,
      "/kept": { get: operation("getLoansId2") },
    },
  });
  const { paths } = JSON.parse(text("openapi.json")) as Json;
  const ids = Object.values(paths as Json).map(
    (item) => (item as Json).get.operationId as string,
  );
  expect(ids).toEqual([
    ...["getLoansId", "getLoansId3", "getLoansId4", "getLoansId2"],
  ]);
});

describe("what is no contract is refused with the first place that is wrong", () => {
  const top = "openapi: 3.0.3\ninfo: { title: A, version: '1' }\n";
  const get =
    "paths: { /a: { get: { responses: { '200': { description: A. } } } } }\n";
  test.each([
    {
      name: "a schema without a value",
      text: `${top}${get}components:\n  schemas:\n    A:\n`,
      says: /\.yaml:6:5: Expected type `Schema`[^\n]*$/,
    },
    {
      name: "parameters that are no list",
      text: `${top}paths: { /a: { get: { parameters: { name: q }, responses: {} } } }\n`,
      says: /\.yaml:3:\d+: Expected type `ParameterList`/,
    },
    {
      name: "a path without a value",
      text: `${top}${get}  /b:\n`.replace(
        "{ /a: { get: { responses: { '200': { description: A. } } } } }\n",
        "\n  /a: { get: { responses: { '200': { description: A. } } } }\n",
      ),
      says: /\.yaml:5:3: Expected type `PathItem`/,
    },
    {
      name: "schemas that are each other",
      text: `${top}${get}components: { schemas: { A: { allOf: [{ $ref: '#/components/schemas/B' }] }, B: { allOf: [{ $ref: '#/components/schemas/A' }] } } }\n`,
      says: /leads to itself/,
    },
  ])("$name", async ({ text, says }) => {
    const file = join(folder, `${++written}.yaml`);
    writeFileSync(file, text);
    await expect(makeFor(file)).rejects.toThrow(says);
  });
});

test("numbers keep their digits in every bundle", async () => {
  const digits = [
    ...["9223372036854775807", "-9223372036854775808"],
    ...["9007199254740993", "0.1"],
  ];
  const { text } = await make(`openapi: 3.0.3
info: { title: Scales, version: 1.0.0 }
paths:
  /a:
    get:
      operationId: a
      responses:
        "200":
          description: Done.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/W" }
              example: { seed: 9007199254740993 }
components:
  schemas:
    W:
      type: object
      properties:
        seed: { type: integer, format: int64, minimum: -9223372036854775808, maximum: 9223372036854775807 }
        kind: { type: integer, enum: [9007199254740992, 9007199254740993] }
        cents: { type: number, multipleOf: 0.1 }
        huge: { type: number, maximum: 1e400 }
`);
  for (const name of ["openapi.json", "openapi.yaml", "openapi-3.0.json"]) {
    for (const number of digits) expect(text(name)).toContain(number);
    expect(text(name)).toContain(`1${"0".repeat(400)}`);
  }
});

describe("the edition of OpenAPI 3.0 accepts the same values", () => {
  const schemas: Record<string, object> = {
    text: { anyOf: [{ type: "string" }, { type: "number" }] },
    either: { anyOf: [ref("Cat"), ref("Dog"), { type: "null" }] },
    several: { type: ["string", "integer", "null"] },
    above: { type: "number", exclusiveMinimum: 0 },
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
    any: {},
  };
  const values = [
    ...[null, "a", "b", "", 0, 1, 1.5, -1, true, [], ["a"], {}],
    ...[{ meow: true }, { bark: true }, { meow: 1 }],
    ...[{ a: 1 }, { a: 1, b: 1 }, { a: 2 }, { a: 2, c: 1 }, { c: 1 }],
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
    const { text } = await make({
      paths: { "/a": { get: operation("a", ref("text")) } },
      components,
    });
    edition = JSON.parse(text("openapi-3.0.json"));
  });

  /** Reads a schema of 3.0 as 3.0.4 explains its flags. */
  const read30 = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(read30);
    if (typeof node !== "object" || node === null) return node;
    const { nullable, exclusiveMinimum, minimum, ...rest } = Object(
      node,
    ) as Json;
    const schema = Object.fromEntries(
      Object.entries(rest).map(([name, each]) => [name, read30(each)]),
    );
    if (minimum !== undefined)
      schema[exclusiveMinimum ? "exclusiveMinimum" : "minimum"] = minimum;
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
  test("or says what it leaves out", async () => {
    const { notes } = await make({
      paths: {
        "/a": { get: operation("a", { patternProperties: { "^x": {} } }) },
      },
    });
    expect(notes).toEqual([
      "openapi-3.0.json accepts more than the contract, as OpenAPI 3.0 has no patternProperties.",
    ]);
  });
});

test("notes about many parameters are short, and a file has all", async () => {
  const map = (name: string) => ({
    name,
    ...{ in: "query", style: "deepObject", schema: { type: "object" } },
  });
  const names = Array.from({ length: 400 }, (_, i) => `where${i}`);
  const { notes, text } = await make({
    paths: {
      "/a": { get: operation("a", {}, { parameters: names.map(map) }) },
    },
  });
  expect(notes).toEqual([
    "openapi-codegen.json has no where0 of a, where1 of a, where2 of a and 397 more: generated clients cannot send a map.",
    "notes.txt lists all of them.",
  ]);
  expect(text("notes.txt")).toContain("where399 of a");
});

test("flags of 3.0 are read as what they say", async () => {
  const { text } = await make(
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
        },
      },
    },
    "3.0.3",
  );
  expect(text("types.ts")).toContain("export type Age = number | null;");
  expect(JSON.parse(text("openapi-3.0.json"))).toMatchObject({
    openapi: "3.0.3",
    components: { schemas: { Age: { exclusiveMinimum: true } } },
  });
});

test("several files become one, whose numbers keep their digits", async () => {
  mkdirSync(join(folder, "parts"));
  writeFileSync(
    join(folder, "parts/tree.yaml"),
    "Tree: { type: object, properties: { rings: { type: integer, maximum: 9223372036854775807 }, next: { $ref: '#/Tree' } } }\n",
  );
  const { text } = await make({
    paths: { "/a": { get: operation("a", { $ref: "parts/tree.yaml#/Tree" }) } },
  });
  expect(text("openapi.json")).toContain('"maximum": 9223372036854775807');
  expect(text("types.ts")).toContain("rings?: number;");
});

test.each<{ name: string; contract: object; version: string; says: string }>([
  {
    name: "an operation of a method that types do not know",
    contract: { paths: { "/a": { query: operation("search") } } },
    version: "3.2.0",
    says: "QUERY /a has a method that this tool does not know.",
  },
  {
    name: "an operation among the additional ones",
    contract: {
      paths: { "/a": { additionalOperations: { COPY: operation("copy") } } },
    },
    version: "3.2.0",
    says: "COPY /a has a method that this tool does not know.",
  },
  {
    name: "no operation",
    contract: { paths: {} },
    version: "3.1.0",
    says: "The contract has no operation",
  },
  {
    name: "two operations of one id",
    contract: {
      paths: { "/a": { get: operation("a") }, "/b": { get: operation("a") } },
    },
    version: "3.1.0",
    says: "GET /b and GET /a have the operationId a: give each its own.",
  },
])("$name is refused in one line", async ({ contract, version, says }) => {
  await expect(make(contract, version)).rejects.toThrow(says);
});
