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
const unreadable: {
  name: string;
  content: string | Uint8Array;
  says: string;
}[] = [
  {
    name: "empty.yaml",
    content: "",
    says: "empty.yaml is not an OpenAPI 3 contract",
  },
  {
    name: "broken.json",
    content: '{"openapi": "3.1.0",\n"paths": {,}}',
    says: "broken.json:2 cannot be read",
  },
  {
    name: "swagger.yaml",
    content: 'swagger: "2.0"\ninfo: {}\npaths: {}\n',
    says: 'has `swagger: "2.0"`',
  },
  {
    name: "async.yaml",
    content: "asyncapi: 3.0.0\ninfo: {}\nchannels: {}\n",
    says: 'has `asyncapi: "3.0.0"`',
  },
  {
    name: "number.yaml",
    content: "openapi: 3.1\ninfo: {}\npaths: {}\n",
    says: 'has to state a version such as `openapi: "3.1.0"`, and has `openapi: 3.1`',
  },
  {
    name: "utf16.yaml",
    content: Buffer.from(`\ufeff${contract("{}")}`, "utf16le"),
    says: "utf16.yaml is no text in UTF-8",
  },
  {
    name: "binary.yaml",
    content: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0]),
    says: "binary.yaml is no text in UTF-8",
  },
  {
    name: "deep.yaml",
    content: head(`x: ${"[".repeat(900)}${"]".repeat(900)}`),
    says: "deep.yaml:3 cannot be read: nesting",
  },
  {
    name: "paths.yaml",
    content: head("paths: 5\n"),
    says: "paths.yaml:3 has to have a mapping at #/paths",
  },
  {
    name: "list.yaml",
    content: item("{ get: { parameters: { a: 1 } } }"),
    says: "list.yaml:3 has to have a list at",
  },
  {
    name: "self.yaml",
    content: item('{ $ref: "#/paths/~1n" }'),
    says: "reference at FOLDER/self.yaml:3 leads to itself",
  },
  {
    name: "nothing.yaml",
    content: item('{ $ref: "#/no" }'),
    says: "A reference leads nowhere",
  },
  {
    name: "missing.yaml",
    content: item("{ $ref: no.yaml }"),
    says: "no.yaml, to which FOLDER/missing.yaml:3 refers.",
  },
  {
    name: "tofolder.yaml",
    content: contract("{ $ref: folder }"),
    says: "FOLDER/folder is no file.",
  },
  {
    name: "percent.yaml",
    content: contract("{ $ref: a%ZZ.yaml }"),
    says: "There is no FOLDER/a%ZZ.yaml, to which",
  },
  {
    name: "far.yaml",
    content: contract(`{ $ref: ${far} }`),
    says: `far.yaml:10 refers to ${far}, which is not on this machine`,
  },
  {
    name: "five.yaml",
    content: contract("{ $ref: 5 }"),
    says: "reference at FOLDER/five.yaml:10 is no text",
  },
  {
    name: "text.yaml",
    content: contract("{ $ref: note.txt }"),
    says: "text.yaml:10 has to have a reference to a schema at",
  },
  {
    name: "properties.yaml",
    content: contract("{ properties: [a, b] }"),
    says: "properties.yaml:10 has to have a mapping at",
  },
  {
    name: "items.yaml",
    content: contract("{ items: string }"),
    says: "items.yaml:10 has to have a schema at",
  },
  {
    name: "cycle.yaml",
    content: contract(
      toA,
      schemas(`A: { $ref: "#/components/schemas/B" }\n    B: ${toA}`),
    ),
    says: "leads to itself",
  },
];
write("note.txt", "no schema");

test.each(unreadable)(
  "$name is not compared, and the message says why",
  ({ name, content, says }) => {
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
  { name: "folder", file: () => join(folder, "folder"), says: "is no file" },
  {
    name: "a device without an end",
    file: () => "/dev/zero",
    says: "is no file",
  },
  {
    name: "nothing",
    file: () => join(folder, "no.yaml"),
    says: "neither a file, nor a revision",
  },
])("$name is no contract", ({ file, says }) => {
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
    { name: "aliases", make: bomb, rule: "schema-type-changed" },
    { name: "values", make: values, rule: "enum-values-added" },
    { name: "references", make: references, rule: "schema-type-changed" },
  ] as const)("a bomb of $name is compared", ({ make, rule }) => {
    expect(breaksBetween(make("string"), make("string"))).toEqual([]);
    const breaks = breaksBetween(make("string"), make("integer"));
    expect(breaks).toMatchObject([{ rule }]);
    expect(breaks[0]?.change.length).toBeLessThan(300);
  });

  describe.each([4, 7])("a server with %i variables is compared", (count) => {
    const names = Array.from({ length: count }, (_, i) => `v${i}`);
    const one = (firstValues: number, host = "a.test") => {
      const variable = (i: number) =>
        `{ default: x0, enum: [${Array.from({ length: i === 0 ? firstValues : 10 }, (_, j) => `x${j}`).join(", ")}] }`;
      const variables = names.map((name, i) => `${name}: ${variable(i)}`);
      const path = names.map((name) => `{${name}}`).join("/");
      return `${contract("{}")}servers: [{ url: 'https://${host}/${path}', variables: { ${variables.join(", ")} } }]\n`;
    };
    test.each([
      { name: "as it was", before: one(10), after: one(10), breaks: 0 },
      { name: "with a new value", before: one(9), after: one(10), breaks: 0 },
      { name: "without a value", before: one(10), after: one(9), breaks: 1 },
      {
        name: "at another host",
        before: one(10),
        after: one(10, "b.test"),
        breaks: 1,
      },
    ])(
      "$name",
      ({ before, after, breaks }) => {
        expect(breaksBetween(before, after)).toHaveLength(breaks);
      },
      15_000,
    );
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
