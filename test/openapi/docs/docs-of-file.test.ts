import { hash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { writeDocsFor } from "../../../openapi/docs/docs-of-file.ts";
import { redocPage } from "../../../openapi/docs/redoc.ts";
import { temporaryFolder } from "../../support/folder.ts";

// Tests the docs that `npm run docs -- FILE --out DIR` makes of contracts that nobody here wrote.

const folder = temporaryFolder(afterAll);
/** The number of contracts that were built. */
let built = 0;

/**
 * Builds the docs of a contract, without the scripts of the reader and without Redoc's page, which
 * take seconds.
 */
async function build(contract: string | object, builders: object = {}) {
  const name = String(++built);
  const file = join(folder, `${name}.yaml`);
  const head = { openapi: "3.1.0", info: { title: "Canal", version: "1.0.0" } };
  const text =
    typeof contract === "string"
      ? contract
      : stringify({ ...head, ...contract });
  writeFileSync(file, text);
  const out = join(folder, name);
  const { pages: count, notes } = await writeDocsFor(file, out, {
    scripts: async () => undefined,
    redoc: async () => "",
    ...builders,
  });
  const read = (page: string) => readFileSync(join(out, page), "utf8");
  return {
    count,
    notes,
    read,
    has: (page: string) => existsSync(join(out, page)),
  };
}

test("a value that the contract refuses is not shown as one that fits", async () => {
  const code = { type: "string", pattern: "^(?!x)[a-z]{3}$" };
  const get = operation("readCode", "Codes", code);
  const parameters = [{ name: "q", in: "query", required: true, schema: code }];
  const { read, notes } = await build({
    paths: { "/code": { get: { ...get, parameters } } },
  });
  expect(read("readCode.html")).not.toContain("A value that fits");
  expect(notes).toEqual([
    "The samples show a value that the contract refuses for `q` of GET /code: give an `example` there.",
  ]);
});

test("a contract that other tools take is refused with the place that the docs cannot show", async () => {
  const key = { type: "http", scheme: "basic" };
  const get = { ...operation("readCode", "Codes"), security: [{ key: {} }] };
  const contract = {
    paths: { "/code": { get } },
    components: { securitySchemes: { key } },
  };
  await expect(build(contract)).rejects.toThrow(
    /\.yaml:\d+:\d+: Expected type `array` but got `object`/,
  );
});

const operation = (operationId: string, tag: string, schema: object = {}) => ({
  operationId,
  tags: [tag],
  responses: {
    "200": {
      description: "Done.",
      content: { "application/json": { schema } },
    },
  },
});

test("each tag and each operation has a page, in any alphabet", async () => {
  const { count, read, has } = await build({
    paths: {
      "/locks": { get: operation("listLocks", "船闸") },
      "/boats": { get: operation("船只列表", "船只") },
    },
  });
  expect(count).toBe(5);
  for (const page of ["船闸", "船只", "listLocks", "船只列表", "index"])
    expect(has(`${page}.html`)).toBe(true);
  expect(read("index.html")).toContain('href="船闸.html"');
  expect(read("船只.md")).toContain("(船只列表.md)");
});

test("pages whose names are taken get others", async () => {
  const { read, has } = await build({
    paths: {
      "/a": { get: operation("search", "search") },
      "/b": { get: operation("index", "Errors") },
      "/c": { get: operation("Search", "Errors") },
    },
  });
  for (const page of ["search", "search-2", "Search-3", "index-2", "errors-2"])
    expect(has(`${page}.html`)).toBe(true);
  expect(read("search.html")).toContain('href="search-2.html"');
});

test("nothing of this repository's API is in them", async () => {
  const { read, has } = await build({
    paths: { "/a": { get: operation("a", "Locks") } },
  });
  expect(has("client.html")).toBe(false);
  expect(read("index.html")).not.toMatch(
    /what-s-new|changelog|contacts-client-|href="\.html"/,
  );
  expect(read("types.ts")).toContain("export interface paths");
  expect(read("openapi.json")).toContain('"title": "Canal"');
});

test("each download has its checksum, and no page has one", async () => {
  const { read } = await build({
    paths: { "/a": { get: operation("a", "Locks") } },
  });
  const lines = read("SHA256SUMS").trimEnd().split("\n");
  const names = [...read("index.html").matchAll(/href="([^"]*)" download/g)];
  expect(lines).toEqual(
    names
      .map(([, name = ""]) => name)
      .filter((name) => name !== "SHA256SUMS")
      .map((name) => `${hash("sha256", read(name))}  ${name}`),
  );
});

test("one page by Redoc has all operations, loads nothing, and keeps the servers", async () => {
  const { read } = await build(
    {
      servers: [{ url: "https://canal.invalid/v2" }],
      paths: {
        "/a": { get: operation("a", "Locks") },
        "/b": {
          put: {
            ...operation("b", "Locks"),
            requestBody: {
              description: "What this lock needs.",
              content: {
                "application/json": { schema: { description: "A lock." } },
              },
            },
          },
        },
      },
    },
    { redoc: redocPage },
  );
  const page = read("redoc.html");
  expect(page).toContain("https://canal.invalid/v2");
  expect(page).toContain("default-src 'none'");
  expect(page).toContain("What this lock needs.");
  expect(page).not.toMatch(/<(script|link|img)[^>]+(src|href)="https?:/);
  expect(read("a.html")).toContain('href="redoc.html"');
});

test("a description without a text is none, and a null in an example stays", async () => {
  const { read } = await build(
    `openapi: 3.1.0
info: { title: Canal, version: 1.0.0, description: }
servers: [{ url: "https://canal.invalid/v2", description: }]
paths:
  /a:
    put:
      operationId: a
      requestBody:
        description:
        content:
          application/json: { schema: {}, example: { description: null } }
      responses:
        "200": { description: }
`,
    { redoc: redocPage },
  );
  const nullInExample = '{"value":{"description":null}}';
  // The whole page would be shown otherwise, which has a megabyte.
  expect(read("redoc.html").includes(nullInExample)).toBe(true);
});

test("a field shows what all parts of its schema say, and numbers as they are written", async () => {
  const { read } = await build(`openapi: 3.1.0
info: { title: Canal, version: 1.0.0 }
paths:
  /a:
    get:
      operationId: a
      tags: [Locks]
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: { $ref: "#/components/schemas/Lock" } } }
components:
  schemas:
    Base: { type: object, properties: { state: { type: string, enum: [open, shut, dry] } } }
    Lock:
      allOf:
        - $ref: "#/components/schemas/Base"
        - properties:
            state: { enum: [open, shut] }
            none: { allOf: [{ type: string }, { type: integer }] }
            either: { anyOf: [{ type: string }, { type: number }] }
            seed: { type: integer, default: 9007199254740993 }
`);
  const text = read("a.md");
  expect(text).not.toMatch(/\bany\b|\bdry\b/);
  for (const pattern of [
    /state\S* string[^]*open[^]*shut/,
    /none\S* nothing/,
    /either\S* string or number/,
    /9007199254740993/,
  ])
    expect(text).toMatch(pattern);
});

test("a contract without operations is refused, and nothing is written", async () => {
  await expect(build({ paths: {} })).rejects.toThrow("has no operation");
  expect(existsSync(join(folder, String(built)))).toBe(false);
});

test("a value that may have itself in it is shown once", async () => {
  const json = { $ref: "#/components/schemas/Json" };
  const { read } = await build({
    paths: {
      "/a": {
        get: operation("readJson", "Values", { properties: { value: json } }),
      },
    },
    components: {
      schemas: {
        Json: {
          oneOf: [
            { type: "string" },
            { type: "null" },
            { type: "array", items: json },
            {
              type: "object",
              properties: { inside: { type: "array", items: json } },
              additionalProperties: json,
            },
          ],
        },
      },
    },
  });
  expect(read("readJson.html")).toContain("list of Json");
});

test("of very many values the first are shown, and the others counted", async () => {
  const values = Array.from({ length: 5000 }, (_, i) => `value-${i}`);
  const { read } = await build({
    paths: {
      "/a": {
        get: operation("a", "Locks", {
          properties: { kind: { enum: values } },
        }),
      },
    },
  });
  expect(read("a.html")).toContain("and 4,900 more");
  expect(read("types.ts")).toContain('"value-4999"');
});

test("an example of 80 characters is shown beside its field, and one of 81 is not", async () => {
  const properties = {
    short: { type: "string", examples: ["x".repeat(80)] },
    long: { type: "string", examples: ["y".repeat(81)] },
  };
  const { read } = await build({
    paths: { "/a": { get: operation("a", "Locks", { properties }) } },
  });
  expect(read("a.html")).toContain(`e.g. <code>${"x".repeat(80)}</code>`);
  expect(read("a.html")).not.toContain(`e.g. <code>${"y".repeat(81)}</code>`);
});

test("a long text does not take long", async () => {
  const text = "A **lock** lifts a `boat`. ".repeat(16_000);
  const start = performance.now();
  const { read } = await build({
    paths: { "/a": { get: { ...operation("a", "Locks"), description: text } } },
  });
  expect(performance.now() - start).toBeLessThan(20_000);
  expect(read("a.md")).toContain("lifts a");
});
