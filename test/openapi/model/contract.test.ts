import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { operationsOf, resolve } from "../../../openapi/model/contract.ts";
import { readContract } from "../../../openapi/model/read-contract.ts";
import { smallContract, smallOperation } from "../generate/small-contract.ts";

describe("readContract", () => {
  const folder = mkdtempSync(join(tmpdir(), "contacts-contract-"));
  const file = join(folder, "openapi.yaml");
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = (text: string) => {
    writeFileSync(file, `${text}openapi: 3.1.1\n`);
    return readContract(file);
  };

  test("gives the text and what it says", () => {
    const text = "info: { title: &name Notes, version: *name }\n";
    expect(read(text)).toMatchObject({
      text: `${text}openapi: 3.1.1\n`,
      contract: { info: { title: "Notes", version: "Notes" } },
    });
  });

  test.each([
    [
      "a list that does not end",
      "info:\n  tags: [a, b\npaths: {}\n",
      "missed comma between flow collection entries at line 3, column 1",
    ],
    [
      "a text with a colon",
      "info:\n  title: Notes: all\n",
      "Nested mappings are not allowed in compact mappings, and a text that has `: ` needs quotes at line 2, column 10",
    ],
    [
      "a name that stands twice",
      "info: 1\npaths: 2\ninfo: 3\n",
      "duplicated mapping key at line 3, column 1",
    ],
    ["a tag that YAML lacks", "info:\n  title: !name Notes\n", "unknown tag !<!name> at line 2, column 21"],
    [
      "an alias without its anchor",
      "info:\n  title: *name\n  version: &name 1\n",
      'unidentified alias "name" at line 2, column 15',
    ],
  ])("says where the YAML is broken: %s", (_, text, message) => {
    expect(() => read(text)).toThrow(`${file} is not valid YAML: ${message}`);
  });

  test("asks for a version of OpenAPI as a text, as YAML reads 3.1 as a number", () => {
    writeFileSync(file, "openapi: 3.1\n");
    expect(() => readContract(file)).toThrow("such as `openapi: 3.1.1`; the contract has 3.1");
  });

  test("puts what a merge key names in its place", () => {
    const { contract } = read("a: &a { x: 1, y: 2 }\nb: { <<: *a, y: 3 }\n");
    expect(contract).toHaveProperty("b", { x: 1, y: 3 });
  });

  test("lets an anchor be used as often as a long contract needs", () => {
    const uses = Array.from({ length: 500 }, (_, i) => `use${i}: *text\n`).join("");
    expect(read(`text: &text { a: 1 }\n${uses}`).contract).toHaveProperty("use499", { a: 1 });
  });
});

describe("resolve", () => {
  const contract = Object.assign(smallContract(), {
    "a/b": { "~c": { found: true } },
    first: { $ref: "#/second" },
    second: { $ref: "#/a~1b/~0c" },
  });

  test.each([
    ["what is no reference", { found: true }],
    ["a reference with escaped characters", { $ref: "#/a~1b/~0c" }],
    ["a reference to a reference", { $ref: "#/first" }],
  ])("%s", (_, node) => {
    expect(resolve(contract, node)).toEqual({ found: true });
  });

  test.each(["#/third", "#/a~1b/c/d"])("names a reference that leads nowhere: %s", ($ref) => {
    expect(() => resolve(contract, { $ref })).toThrow(`The contract has no ${$ref}.`);
  });
});

describe("operationsOf", () => {
  const operation = (operationId: string) => smallOperation({ operationId });
  const id = { name: "id", in: "path", schema: {} } as const;
  const contract = {
    ...smallContract(),
    paths: {
      "/v1/notes": { summary: "Notes", get: operation("listNotes"), post: operation("createNote") },
      "/v1/notes/{id}": { parameters: [id], get: operation("getNote"), "x-note": {} },
    },
  };

  test("gives each with method and path, and nothing else of a path", () => {
    expect(operationsOf(contract).map((row) => [row.operation.operationId, row.method, row.path])).toEqual([
      ["listNotes", "get", "/v1/notes"],
      ["createNote", "post", "/v1/notes"],
      ["getNote", "get", "/v1/notes/{id}"],
    ]);
  });

  test("counts the parameters of a path among those of its operations", () => {
    expect(operationsOf(contract).map((row) => row.operation.parameters)).toEqual([[], [], [id]]);
  });
});
