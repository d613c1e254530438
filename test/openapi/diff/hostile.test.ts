import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { decide } from "../../../openapi/diff/decide.ts";
import { breaksBetween } from "./measure.ts";
import { temporaryFolder } from "../../support/folder.ts";

const folder = temporaryFolder(afterAll);

const write = (name: string, content: string | Uint8Array) => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};

/** A contract of one operation, whose response has a schema. */
const contract = (schema: string, more = "") => `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /n:
    get:
      operationId: getNotes
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: ${schema} } }
${more}`;
const schemas = (list: string) => `components:\n  schemas:\n    ${list}`;
const toA = '{ $ref: "#/components/schemas/A" }';
const plain = write("plain.yaml", contract("{ type: string }"));
mkdirSync(join(folder, "folder"));

const head = (text: string) => `openapi: 3.1.0\ninfo: {}\n${text}`;
const item = (text: string) => head(`paths: { /n: ${text} }`);
const far = "https://example.com/n.yaml";
/** Contracts that cannot be compared, with the message: the file, the place and the error. */
const unreadable: [name: string, content: string | Uint8Array, says: string][] =
  [
    ["empty.yaml", "", "empty.yaml is not an OpenAPI 3 contract"],
    [
      "broken.json",
      '{"openapi": "3.1.0",\n"paths": {,}}',
      "broken.json:2 cannot be read",
    ],
    [
      "swagger.yaml",
      'swagger: "2.0"\ninfo: {}\npaths: {}\n',
      'has `swagger: "2.0"`',
    ],
    [
      "async.yaml",
      "asyncapi: 3.0.0\ninfo: {}\nchannels: {}\n",
      'has `asyncapi: "3.0.0"`',
    ],
    [
      "number.yaml",
      "openapi: 3.1\ninfo: {}\npaths: {}\n",
      'has to state a version such as `openapi: "3.1.0"`, and has `openapi: 3.1`',
    ],
    [
      "utf16.yaml",
      Buffer.from(`\ufeff${contract("{}")}`, "utf16le"),
      "utf16.yaml is no text in UTF-8",
    ],
    [
      "binary.yaml",
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0]),
      "binary.yaml is no text in UTF-8",
    ],
    [
      "deep.yaml",
      head(`x: ${"[".repeat(900)}${"]".repeat(900)}`),
      "deep.yaml:3 cannot be read: nesting",
    ],
    [
      "paths.yaml",
      head("paths: 5\n"),
      "paths.yaml:3 has to have a mapping at #/paths",
    ],
    [
      "list.yaml",
      item("{ get: { parameters: { a: 1 } } }"),
      "list.yaml:3 has to have a list at",
    ],
    [
      "self.yaml",
      item('{ $ref: "#/paths/~1n" }'),
      "reference at FOLDER/self.yaml:3 leads to itself",
    ],
    ["nothing.yaml", item('{ $ref: "#/no" }'), "A reference leads nowhere"],
    [
      "missing.yaml",
      item("{ $ref: no.yaml }"),
      "no.yaml, to which FOLDER/missing.yaml:3 refers.",
    ],
    [
      "tofolder.yaml",
      contract("{ $ref: folder }"),
      "FOLDER/folder is no file.",
    ],
    [
      "percent.yaml",
      contract("{ $ref: a%ZZ.yaml }"),
      "There is no FOLDER/a%ZZ.yaml, to which",
    ],
    [
      "far.yaml",
      contract(`{ $ref: ${far} }`),
      `far.yaml:10 refers to ${far}, which is not on this machine`,
    ],
    [
      "five.yaml",
      contract("{ $ref: 5 }"),
      "reference at FOLDER/five.yaml:10 is no text",
    ],
    [
      "text.yaml",
      contract("{ $ref: note.txt }"),
      "text.yaml:10 has to have a reference to a schema at",
    ],
    [
      "properties.yaml",
      contract("{ properties: [a, b] }"),
      "properties.yaml:10 has to have a mapping at",
    ],
    [
      "items.yaml",
      contract("{ items: string }"),
      "items.yaml:10 has to have a schema at",
    ],
    [
      "cycle.yaml",
      contract(
        toA,
        schemas(`A: { $ref: "#/components/schemas/B" }\n    B: ${toA}`),
      ),
      "leads to itself",
    ],
  ];
write("note.txt", "no schema");

test.each(unreadable)(
  "%s is not compared, and the message says why",
  (name, content, says) => {
    const file = write(name, content);
    for (const sides of [
      [file, plain],
      [plain, file],
      [file, file],
    ] as const)
      expect(() => decide({ base: sides[0], head: sides[1] })).toThrow(
        says.replaceAll("FOLDER", folder),
      );
  },
);

test.each([
  ["folder", () => join(folder, "folder"), "is no file"],
  ["a device without an end", () => "/dev/zero", "is no file"],
  ["nothing", () => join(folder, "no.yaml"), "neither a file, nor a revision"],
])("%s is no contract", (_, file, says) => {
  expect(() => decide({ base: file(), head: plain })).toThrow(says);
});

test.each([
  ["CRLF", contract("{ type: string }").replaceAll("\n", "\r\n")],
  ["a byte order mark", `\ufeff${contract("{ type: string }")}`],
  [
    "an $anchor",
    contract('{ $ref: "#A" }', schemas("A: { $anchor: A, type: string }")),
  ],
  [
    "two paths of one template",
    contract("{ type: string }").replace(
      "  /n:",
      "  /m/{a}: {}\n  /m/{b}: {}\n  /n:",
    ),
  ],
])("%s is read", (_, text) => {
  const { breaks } = decide({
    base: write("odd.yaml", text),
    head: write("same.yaml", text),
  });
  expect(breaks).toEqual([]);
});

describe("what would take for ever", () => {
  const lists = (last: string) =>
    Array.from({ length: 12 }, (_, i) =>
      i === 0
        ? `x-0: &a0 ${last}`
        : `x-${i}: &a${i} { type: object, properties: { ${Array.from({ length: 9 }, (__, j) => `p${j}: *a${i - 1}`).join(", ")} } }`,
    ).join("\n");
  const bomb = (last: string) =>
    `${lists(`{ type: ${last} }`)}\n${contract("*a11")}`;
  const values = (last: string) =>
    `${lists(last)}\n${contract("{ const: *a11 }")}`;
  const node = (next: string) =>
    `{ type: object, properties: { l: ${next}, r: ${next} } }`;
  const pairs = Array.from(
    { length: 24 },
    (_, i) =>
      `${i === 0 ? "A" : `N${i}`}: ${node(`{ $ref: "#/components/schemas/N${i + 1}" }`)}`,
  ).join("\n    ");
  const references = (last: string) =>
    contract(toA, schemas(`${pairs}\n    N24: { type: ${last} }`));
  test.each([
    ["aliases", bomb, "schema-type-changed"],
    ["values", values, "enum-values-added"],
    ["references", references, "schema-type-changed"],
  ] as const)("a bomb of %s is compared", (_, make, rule) => {
    expect(breaksBetween(make("string"), make("string"))).toEqual([]);
    const breaks = breaksBetween(make("string"), make("integer"));
    expect(breaks).toMatchObject([{ rule }]);
    expect(breaks[0]?.change.length).toBeLessThan(300);
  });

  test("a pattern that never ends is left, and the rest is compared", () => {
    const one = (...texts: string[]) =>
      contract(
        `{ type: string, pattern: "^(a+)+$", enum: [${texts.join(", ")}] }`,
      );
    const endless = `${"a".repeat(40)}!`;
    expect(breaksBetween(one(endless), one(endless, "b"))).toEqual([]);
    expect(breaksBetween(one(endless), one(endless, "aa"))).toHaveLength(1);
  }, 60_000);

  test("a ring of schemas that all change is compared", () => {
    const ring = (bound: string) =>
      Array.from({ length: 2000 }, (_, i) => {
        const next = `{ $ref: "#/components/schemas/${i === 1999 ? "A" : `N${i + 1}`}" }`;
        return `${i === 0 ? "A" : `N${i}`}: { properties: { n: ${next}, t: { type: string${bound} } } }`;
      }).join("\n    ");
    const of = (bound: string) => contract(toA, schemas(ring(bound)));
    expect(breaksBetween(of(", maxLength: 9"), of(""))).toHaveLength(2000);
  });
});
