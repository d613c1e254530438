import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { writeFiles } from "../../../openapi/generate/out.ts";
import { compileFolder } from "../../support/compile-folder.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { run } from "../../support/process.ts";
import { json, makeIn, ok, operation, ref, tree } from "./foreign-contract.ts";

const folder = temporaryFolder(afterAll);

test("the types have a default response that is written by a reference", async () => {
  const fault = json(ref("Fault"));
  const responses = {
    "200": ok,
    "404": { description: "Not found.", ...fault },
    default: { $ref: "#/components/responses/Fault" },
  };
  const { text } = await makeIn(folder, {
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

test("the types have no header that OpenAPI ignores", async () => {
  const header = (name: string) => ({
    ...{ name, in: "header", required: true, schema: { type: "string" } },
  });
  const { text } = await makeIn(folder, {
    paths: {
      "/trees": {
        parameters: [{ $ref: "#/components/parameters/Token" }],
        get: operation("listTrees", tree, {
          parameters: [header("accept"), header("X-Trace")],
        }),
      },
    },
    components: { parameters: { Token: header("Authorization") } },
  });
  const [, listTrees = ""] = text("types.ts").split(
    "export interface operations",
  );
  expect(listTrees).toContain('"X-Trace"');
  expect(listTrees).not.toMatch(/accept|Authorization/);
});

test("the library of the client is written with its licence, and names no file that is not written", async () => {
  const { files, text } = await makeIn(folder, {
    paths: { "/trees": { get: operation("a") } },
  });
  expect(text("client/libraries/LICENSE")).toMatch(/^MIT License/);
  expect(text("client/libraries/openapi-fetch-code.ts")).not.toContain(
    "sourceMapping",
  );
  const code = [...files].filter(([name]) => name.endsWith(".ts"));
  for (const [name, content] of code)
    for (const [, imported = ""] of content.matchAll(/ from ["']([^"']+)/g))
      expect([...files.keys()], name).toContain(join(dirname(name), imported));
});

test("a client whose JavaScript the compiler writes runs as it is", async () => {
  // Given a client in a project that compiles to JavaScript.
  const { files } = await makeIn(folder, {
    paths: { "/trees": { get: operation("listTrees") } },
  });
  const project = temporaryFolder();
  writeFiles(project, files);
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  const program = `import { createClient } from "./client/index.ts";
const api = createClient({ baseUrl: "http://127.0.0.1:9", retries: 0 });
const { error } = await api.operations.trees.list().result();
console.log(error?.message);
`;
  writeFileSync(join(project, "program.ts"), program);
  // When it is compiled and run.
  const messages = await compileFolder(project, {
    noEmit: false,
    rewriteRelativeImportExtensions: true,
    outDir: "dist",
    declaration: true,
  });
  expect(messages).toBe("");
  const ended = await run("dist/program.js", [], project);
  // Then the program sends its request.
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  expect(ended.stdout).toMatch(/^GET http:\/\/127\.0\.0\.1:9\/trees /);
});

test.each([
  {
    name: "the only server of the contract",
    servers: [{ url: "https://trees.example/v2/" }],
    prints: "https://trees.example/v2/trees\n",
  },
  {
    name: "no server, of two",
    servers: [{ url: "https://a.example" }, { url: "https://b.example" }],
    prints: "",
  },
  {
    name: "no server, of one with a variable",
    servers: [
      { url: "https://{r}.example", variables: { r: { default: "eu" } } },
    ],
    prints: "",
  },
  {
    name: "no server, of one without a host",
    servers: [{ url: "/v2" }],
    prints: "",
  },
])("a client without baseUrl calls $name", async ({ servers, prints }) => {
  const { files, text } = await makeIn(folder, {
    servers,
    paths: { "/trees": { get: operation("listTrees") } },
  });
  const project = temporaryFolder();
  writeFiles(project, files);
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  const program = `import { createClient } from "./client/index.ts";
const fetch = async (url: string) => {
  console.log(url);
  return Response.json({});
};
await createClient({ fetch }).operations.trees.list();
`;
  writeFileSync(join(project, "program.ts"), program);
  const { stdout, stderr } = await run("program.ts", [], project);
  expect(stdout).toBe(prints);
  const missing =
    "baseUrl is missing. Pass it, or set ORCHARD_BASE_URL in the environment.";
  if (prints === "") expect(stderr).toContain(missing);
  else
    expect(text("client/options.ts")).toContain(
      "`ORCHARD_BASE_URL`, and without it\n   * `https://trees.example/v2`",
    );
});

test("a folder that nobody can make is refused", () => {
  expect(() => writeFiles("/proc/none/out", new Map())).toThrow(
    /^The folder \/proc\/none\/out cannot be written: /,
  );
});

test("numbers keep their digits in every bundle", async () => {
  const digits = [
    "9223372036854775807",
    "-9223372036854775808",
    "9007199254740993",
    "0.1",
  ];
  const { text } = await makeIn(
    folder,
    `openapi: 3.0.3
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
`,
  );
  for (const name of ["openapi.json", "openapi.yaml", "openapi-3.0.json"]) {
    for (const number of digits) expect(text(name)).toContain(number);
    expect(text(name)).toContain(`1${"0".repeat(400)}`);
  }
});

test("notes about many parameters are short, and a file has all", async () => {
  const texts = { type: "object", additionalProperties: { type: "string" } };
  const map = (name: string) => ({
    name,
    in: "query",
    style: "deepObject",
    schema: texts,
  });
  const names = Array.from({ length: 400 }, (_, i) => `where${i}`);
  const { notes, text } = await makeIn(folder, {
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

test("notes name the bodies that no method sends, and no method asks for one of a GET", async () => {
  const trees = { type: "array", items: tree };
  const form = { "multipart/form-data": { schema: trees } };
  const { notes, text } = await makeIn(folder, {
    paths: {
      "/trees": {
        get: operation("find", {}, { requestBody: json(tree) }),
        post: operation("plant", {}, { requestBody: { content: form } }),
        trace: operation("follow"),
      },
    },
  });
  expect(notes).toEqual([
    "The client sends no body of GET /trees, as `fetch` refuses one.",
    "The client cannot send TRACE /trees, as `fetch` refuses the method.",
    "The client cannot send the form of POST /trees, which is no object.",
  ]);
  const methods = text("generated/methods.ts");
  expect(methods).toContain('"GET /trees bare"');
  expect(methods).toContain("(options?: CallOptions)");
});

test("several files become one, whose numbers keep their digits", async () => {
  mkdirSync(join(folder, "parts"));
  writeFileSync(
    join(folder, "parts/tree.yaml"),
    "Tree: { type: object, properties: { rings: { type: integer, maximum: 9223372036854775807 }, next: { $ref: '#/Tree' } } }\n",
  );
  const { text } = await makeIn(folder, {
    paths: { "/a": { get: operation("a", { $ref: "parts/tree.yaml#/Tree" }) } },
  });
  expect(text("openapi.json")).toContain('"maximum": 9223372036854775807');
  expect(text("types.ts")).toContain("rings?: number;");
});
