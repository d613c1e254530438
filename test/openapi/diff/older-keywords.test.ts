import { expect, test } from "vitest";
import { stringify } from "yaml";
import { findingsBetween } from "./measure.ts";

// A keyword of an older JSON Schema has no meaning in OpenAPI 3.1, and some tools read it all the
// same: nobody can tell what its change does to callers.

const contract = (schema: object) =>
  stringify({
    openapi: "3.1.0",
    info: { title: "Trips", version: "1.0.0" },
    paths: {
      "/trips": {
        get: {
          parameters: [{ name: "to", in: "query", schema }],
          responses: { "204": { description: "Done." } },
        },
      },
    },
  });

test.each([
  {
    keyword: "additionalItems",
    earlier: {},
    changed: { additionalItems: false },
  },
  {
    keyword: "dependencies",
    earlier: {},
    changed: { dependencies: { a: ["b"] } },
  },
  {
    keyword: "dependencies",
    earlier: { dependencies: { a: ["c"] } },
    changed: { dependencies: { a: ["b"] } },
  },
  {
    keyword: "nullable",
    earlier: { type: "string" },
    changed: { type: "string", nullable: true },
  },
  {
    keyword: "$recursiveRef",
    earlier: {},
    changed: { $recursiveRef: "#" },
  },
  { keyword: "divisibleBy", earlier: {}, changed: { divisibleBy: 3 } },
  { keyword: "required", earlier: {}, changed: { required: true } },
])("the diff cannot tell what a change of $keyword does", (given) => {
  const { keyword, earlier, changed } = given;
  const undecided = [
    expect.objectContaining({
      undecided: true,
      change: expect.stringContaining(`\`${keyword}\``),
    }),
  ];

  const there = findingsBetween(contract(earlier), contract(changed));
  const back = findingsBetween(contract(changed), contract(earlier));

  expect(there).toEqual(undecided);
  expect(back).toEqual(undecided);
});

test("the flag `nullable: false` says nothing", () => {
  const text = { type: "string" };
  const flagged = { type: "string", nullable: false };
  expect(findingsBetween(contract(text), contract(flagged))).toEqual([]);
});
