import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { decide } from "../../../openapi/diff/decide.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { hasGit } from "../../support/git.ts";
import { contractOf, refersToA, schemas } from "./one-schema.ts";

// Tests the diff with files that are no contract, or contracts that it cannot compare.

const folder = temporaryFolder(afterAll);

const write = (name: string, content: string | Uint8Array) => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};

const plain = write("plain.yaml", contractOf("{ type: string }"));
mkdirSync(join(folder, "folder"));

const head = (text: string) => `openapi: 3.1.0\ninfo: {}\n${text}`;
const item = (text: string) => head(`paths: { /n: ${text} }`);
const far = "https://example.com/n.yaml";
/** Contracts that cannot be compared, with the message: the file, the place and the error. */
const unreadable = [
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
    content: Buffer.from(`\ufeff${contractOf("{}")}`, "utf16le"),
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
    content: contractOf("{ $ref: folder }"),
    says: "FOLDER/folder is no file.",
  },
  {
    name: "percent.yaml",
    content: contractOf("{ $ref: a%ZZ.yaml }"),
    says: "There is no FOLDER/a%ZZ.yaml, to which",
  },
  {
    name: "far.yaml",
    content: contractOf(`{ $ref: ${far} }`),
    says: `far.yaml:10 refers to ${far}, which is not on this machine`,
  },
  {
    name: "five.yaml",
    content: contractOf("{ $ref: 5 }"),
    says: "reference at FOLDER/five.yaml:10 is no text",
  },
  {
    name: "text.yaml",
    content: contractOf("{ $ref: note.txt }"),
    says: "text.yaml:10 has to have a reference to a schema at",
  },
  {
    name: "properties.yaml",
    content: contractOf("{ properties: [a, b] }"),
    says: "properties.yaml:10 has to have a mapping at",
  },
  {
    name: "items.yaml",
    content: contractOf("{ items: string }"),
    says: "items.yaml:10 has to have a schema at",
  },
  {
    name: "cycle.yaml",
    content: contractOf(
      refersToA,
      schemas(`A: { $ref: "#/components/schemas/B" }\n    B: ${refersToA}`),
    ),
    says: "leads to itself",
  },
];
write("note.txt", "no schema");

test.each(unreadable)(
  "$name is not compared, and the message says why",
  ({ name, content, says }) => {
    const file = write(name, content);
    const message = says.replaceAll("FOLDER", folder);
    expect(() => decide({ base: file, head: plain })).toThrow(message);
    expect(() => decide({ base: plain, head: file })).toThrow(message);
    expect(() => decide({ base: file, head: file })).toThrow(message);
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
    says: `There is no ${hasGit ? "" : "file "}${join(folder, "no.yaml")}`,
  },
])("$name is no contract", ({ file, says }) => {
  expect(() => decide({ base: file(), head: plain })).toThrow(says);
});

const ordinary = contractOf("{ type: string }");
test.each([
  { name: "CRLF", text: ordinary.replaceAll("\n", "\r\n") },
  { name: "a byte order mark", text: `\ufeff${ordinary}` },
  {
    name: "an $anchor",
    text: contractOf(
      '{ $ref: "#A" }',
      schemas("A: { $anchor: A, type: string }"),
    ),
  },
  {
    name: "two paths of one template",
    text: ordinary.replace("  /n:", "  /m/{a}: {}\n  /m/{b}: {}\n  /n:"),
  },
])("$name is read", ({ text }) => {
  const { breaks } = decide({
    base: write("odd.yaml", text),
    head: write("same.yaml", text),
  });
  expect(breaks).toEqual([]);
});
