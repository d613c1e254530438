import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { makeIn, operation } from "./foreign-contract.ts";

const folder = temporaryFolder(afterAll);

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
      name: "a number in the place of a schema",
      text: `${top}${get}components: { schemas: { A: { type: array, items: 5 } } }\n`,
      says: /\.yaml:4:\d+: Expected type `Schema`/,
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
    {
      name: "a reference that is no text",
      text: `${top}${get}components:\n  schemas:\n    A: { $ref: 7 }\n`,
      says: /\.yaml:6: `\$ref` has to be a text, such as/,
    },
  ])("$name", async ({ text, says }) => {
    await expect(makeIn(folder, text)).rejects.toThrow(says);
  });
});

test.each<{ name: string; contract: object; version: string; says: string }>([
  {
    name: "an operation of a method that types do not know",
    contract: { paths: { "/a": { query: operation("search") } } },
    version: "3.2.0",
    says: ".yaml:7:5: QUERY /a has a method that this tool does not know.",
  },
  {
    name: "an operation among the additional ones",
    contract: {
      paths: { "/a": { additionalOperations: { COPY: operation("copy") } } },
    },
    version: "3.2.0",
    says: ".yaml:8:7: COPY /a has a method that this tool does not know.",
  },
  {
    name: "a webhook of such a method",
    contract: {
      paths: { "/a": { get: operation("a") } },
      webhooks: { searched: { query: operation("search") } },
    },
    version: "3.2.0",
    says: "QUERY searched has a method that this tool does not know.",
  },
  {
    name: "a callback of such a method",
    contract: {
      paths: {
        "/a": {
          get: operation(
            "a",
            {},
            { callbacks: { done: { $ref: "#/components/callbacks/Done" } } },
          ),
        },
      },
      components: {
        callbacks: {
          Done: {
            "{$url}": { additionalOperations: { COPY: operation("copy") } },
          },
        },
      },
    },
    version: "3.2.0",
    says: "COPY {$url} has a method that this tool does not know.",
  },
  {
    name: "a number that JSON lacks",
    contract: {
      paths: { "/a": { get: operation("a", { maximum: Infinity }) } },
    },
    version: "3.1.0",
    says: "The contract has the number Infinity, which JSON lacks.",
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
  await expect(makeIn(folder, contract, version)).rejects.toThrow(says);
});
