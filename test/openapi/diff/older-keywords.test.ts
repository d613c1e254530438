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

test.each<[string, object, object]>([
  ["additionalItems", {}, { additionalItems: false }],
  ["dependencies", {}, { dependencies: { a: ["b"] } }],
  [
    "dependencies",
    { dependencies: { a: ["c"] } },
    { dependencies: { a: ["b"] } },
  ],
  ["nullable", { type: "string" }, { type: "string", nullable: true }],
  ["$recursiveRef", {}, { $recursiveRef: "#" }],
  ["divisibleBy", {}, { divisibleBy: 3 }],
  ["required", {}, { required: true }],
])("the diff cannot tell what a change of %s does", (name, one, other) => {
  for (const [before, after] of [
    [one, other],
    [other, one],
  ] as const)
    expect(findingsBetween(contract(before), contract(after))).toEqual([
      expect.objectContaining({
        undecided: true,
        change: expect.stringContaining(`\`${name}\``),
      }),
    ]);
});

test("the flag `nullable: false` says nothing", () => {
  const text = { type: "string" };
  const flagged = { type: "string", nullable: false };
  expect(findingsBetween(contract(text), contract(flagged))).toEqual([]);
});
