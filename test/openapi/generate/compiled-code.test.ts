import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { writeFiles } from "../../../openapi/generate/out.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { compileFolder } from "../../support/compile-folder.ts";
import { json, makeIn, ok, operation, ref, tree } from "./foreign-contract.ts";

const folder = temporaryFolder(afterAll);

const namesOfTypes = [
  "Array",
  "Blob",
  "Boolean",
  "Date",
  "Error",
  "Event",
  "File",
  "FormData",
  "Function",
  "Headers",
  "Map",
  "Number",
  "Object",
  "Promise",
  "Request",
  "Response",
  "Set",
  "String",
  "Symbol",
  "Url",
  "Awaited",
  "Exclude",
  "Extract",
  "NonNullable",
  "Omit",
  "Partial",
  "Pick",
  "Readonly",
  "ReadonlyArray",
  "Record",
  "Required",
  "ReturnType",
  "WithRequired",
  "Body",
  "Call",
  "Client",
  "Components",
  "Data",
  "Form",
  "List",
  "Methods",
  "Operations",
  "Page",
  "Paths",
  "Query",
  "RequestOf",
  "ResponseOf",
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
    paths: Object.fromEntries([
      // The type of this body uses NonNullable.
      [
        "/bodies",
        {
          post: {
            ...operation("sendList", {}, { tags: ["Bodies"] }),
            requestBody: {
              content: {
                "application/vnd.api+json": { schema: { type: "object" } },
              },
            },
          },
        },
      ],
      ...namesOfTypes.map((name) => [
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
    ]),
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
        // The types of these use Omit, WithRequired and Partial.
        Fruit: {
          type: "object",
          properties: {
            kind: { type: "string" },
            weight: { type: "integer" },
            graft: {
              allOf: [ref("Fruit"), { type: "object", required: ["weight"] }],
            },
            heavy: { allOf: [ref("Fruit")], required: ["weight"] },
          },
          discriminator: { propertyName: "kind", mapping: { pear: "Pear" } },
        },
        Pear: { allOf: [ref("Fruit"), { type: "object" }] },
        HeavyPear: { allOf: [ref("Pear")], required: ["weight"] },
        SomeOfPear: { type: "object", "x-part-of": "Pear" },
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
  subtypes: {
    paths: {
      "/a": {
        post: operation("a", ref("Pet"), { requestBody: json(ref("Pet")) }),
      },
    },
    components: {
      schemas: {
        Pet: {
          type: "object",
          required: ["kind", "name"],
          properties: { kind: { type: "string" }, name: { type: "string" } },
          discriminator: {
            propertyName: "kind",
            mapping: {
              cat: "#/components/schemas/Cat",
              dog: "#/components/schemas/Dog",
            },
          },
        },
        ...Object.fromEntries(
          ["Cat", "Dog"].map((name) => [
            name,
            {
              type: "object",
              required: ["kind", "age"],
              properties: {
                kind: { type: "string", enum: [name.toLowerCase()] },
                age: { type: "integer" },
              },
              allOf: [ref("Pet")],
            },
          ]),
        ),
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
  "an envelope whose data has no name": {
    paths: {
      "/a": {
        get: operation(
          "measure",
          { type: "object", required: ["data"], properties: { data: tree } },
          { tags: ["Trees"] },
        ),
      },
    },
  },
  "keywords beside a reference": {
    paths: {
      "/a": {
        post: {
          ...operation("a", ref("Dog")),
          requestBody: json({ ...ref("Pet"), required: ["name"] }),
        },
      },
    },
    components: {
      schemas: {
        Pet: { type: "object", properties: { name: { type: "string" } } },
        Dog: {
          ...ref("Pet"),
          required: ["barks"],
          properties: { barks: { type: "boolean" } },
        },
      },
    },
  },
  "choices beside other keywords": {
    paths: { "/a": { get: operation("a", ref("Owner")) } },
    components: {
      schemas: {
        Owner: {
          type: "object",
          required: ["name"],
          properties: {
            name: { type: "string" },
            email: { type: "string" },
            left: { const: null },
          },
          anyOf: [{ required: ["email"] }, { minProperties: 3 }],
        },
        Pet: {
          type: "object",
          required: ["name"],
          properties: { name: { type: "string" } },
          anyOf: [
            { required: ["barks"], properties: { barks: { const: true } } },
            { required: ["meows"], properties: { meows: { const: true } } },
          ],
        },
      },
    },
  },
  "tags that are called like a schema with an acronym": {
    paths: {
      "/dns": {
        get: { ...operation("readDns", ref("TreeDNS")), tags: ["tree dns"] },
      },
      "/url": {
        get: { ...operation("readUrl", ref("URLTree")), tags: ["url tree"] },
      },
    },
    components: {
      schemas: { TreeDNS: { type: "string" }, URLTree: { type: "object" } },
    },
  },
  "schemas that lint finds wrong": {
    paths: { "/a": { get: operation("readPlot", ref("Plot")) } },
    components: {
      schemas: {
        Plot: {
          type: "object",
          $recursiveAnchor: true,
          required: ["trees", "trees"],
          properties: {
            trees: { type: "integer", minimum: 0, exclusiveMinimum: true },
            plots: { type: "array", items: { $recursiveRef: "#" } },
          },
        },
      },
    },
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
    const { files } = await makeIn(folder, contract);
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
  const choices = `
import type { Owner, Pet } from "./types.ts";
export const owner: Owner = { name: "Ada", left: null };
// @ts-expect-error an owner has a name
export const nobody: Owner = { email: "a@b.test" };
// @ts-expect-error only null says that an owner has left
export const left: Owner = { name: "Ada", left: "today" };
export const pet: Pet = { name: "Rex", barks: true };
// @ts-expect-error a pet has a name, whatever it does
export const unnamed: Pet = { barks: true };
// @ts-expect-error a pet barks or meows
export const silent: Pet = { name: "Rex" };
`;
  writeFileSync(join(out, "choices-beside-other-keywords/program.ts"), choices);
  const beside = `
import { createClient } from "./client/index.ts";
import type { Dog } from "./types.ts";
export const dog: Dog = { name: "Rex", barks: true };
// @ts-expect-error barks is required
export const other: Dog = { name: "Rex" };
const api = createClient({ apiKey: "k", baseUrl: "https://orchard.invalid" });
void api.operations.a({ name: "Rex" });
// @ts-expect-error the name of this body is required
void api.operations.a({});
`;
  writeFileSync(join(out, "keywords-beside-a-reference/program.ts"), beside);
  const subtypes = `
import { createClient } from "./client/index.ts";
const api = createClient({ apiKey: "k", baseUrl: "https://orchard.invalid" });
void api.operations.a({ kind: "cat", name: "Tom", age: 3 });
// @ts-expect-error the age of a cat is required
void api.operations.a({ kind: "cat", name: "Tom" });
`;
  writeFileSync(join(out, "subtypes/program.ts"), subtypes);
  const wrong = `
import type { Plot } from "./types.ts";
export const plot: Plot = { trees: 1, plots: [{}] };
// @ts-expect-error trees is required
export const empty: Plot = {};
`;
  writeFileSync(join(out, "schemas-that-lint-finds-wrong/program.ts"), wrong);
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

test("a nullable field has the type null in OpenAPI 3.0 alone", async () => {
  const note = { type: "string", nullable: true };
  const schema = { type: "object", properties: { note } };
  const contract = { paths: { "/trees": { get: operation("tree", schema) } } };
  const typesIn = async (edition: string) =>
    (await makeIn(folder, contract, edition)).text("types.ts");
  expect(await typesIn("3.0.3")).toContain("note?: string | null;");
  expect(await typesIn("3.1.0")).toContain("note?: string;");
});
