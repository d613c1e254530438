import { expect, test } from "vitest";
import { stringify } from "yaml";
import { breaksBetween, findingsBetween } from "./measure.ts";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const note = { $ref: "#/components/schemas/Note" };
const limit = { $ref: "#/components/headers/Limit" };

/** A contract with four operations, which share a schema and a header. */
function contract(text: object, headers: object = { "X-Limit": limit }, more: object = {}): string {
  const operation = { requestBody: json(note), responses: { "200": { ...json(note), headers } } };
  const paths = Object.fromEntries(["/a", "/b"].map((path) => [path, { put: operation, post: operation }]));
  const components = {
    headers: { Limit: { required: true, schema: { type: "integer" } } },
    schemas: { Note: { type: "object", properties: { text } } },
  };
  return stringify(
    { openapi: "3.1.0", info: {}, paths: { ...paths, ...more }, components },
    { aliasDuplicateObjects: false },
  );
}
const operations = ["PUT /a", "POST /a", "PUT /b", "POST /b"].sort();
const text = { type: "string", maxLength: 9 };

test("a change in what operations share is one finding, with each operation and both places", () => {
  const [finding, ...others] = breaksBetween(contract(text), contract({ ...text, maxLength: 8 }));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ change: "`maxLength` of `text` was 9 and is 8.", parts: ["request"] });
  expect(finding?.in.toSorted()).toEqual(operations);
  const pointer = "#/components/schemas/Note/properties/text/maxLength";
  expect(finding).toMatchObject({
    before: { file: "before.yaml", pointer },
    after: { file: "after.yaml", pointer },
  });
});

test("a header that goes from all responses is one finding", () => {
  const [finding, ...others] = breaksBetween(contract(text), contract(text, {}));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ change: "Header `X-Limit` was removed.", parts: ["response"] });
  expect(finding?.in.toSorted()).toEqual(operations);
});

test("a path that goes is told with its operations", () => {
  const more = { "/c": { get: { responses: {} }, put: { responses: {} } } };
  const [finding] = breaksBetween(contract(text, {}, more), contract(text, {}));
  expect(finding?.in.toSorted()).toEqual(["GET /c", "PUT /c"]);
});

test.each([
  ["callers", { ...text, maxLength: 8 }, "Calls with values that were valid are refused."],
  ["clients", { ...text, maxLength: 10 }, "Clients get values that do not fit where they store them."],
  [
    "both",
    { type: "integer" },
    "Calls with values that were valid are refused. Clients get what they cannot read.",
  ],
])("a finding says that it hurts %s", (_, next, because) => {
  expect(breaksBetween(contract(text), contract(next))).toMatchObject([
    { because, instead: expect.any(String) },
  ]);
});

test("a number that no schema has is told", () => {
  const limited = (bodyBytes: number) =>
    `${contract(text)}x-limits: { bodyBytes: ${bodyBytes}, others: 1 }\n`;
  expect(findingsBetween(limited(1024), limited(512))).toMatchObject([
    { rule: "diff/limit-changed", change: "`x-limits.bodyBytes` was 1024 and is 512.", is: "addition" },
  ]);
});

test("a long value is told by its beginning", () => {
  const changes = findingsBetween(contract({ const: "a".repeat(500) }), contract({ const: "b".repeat(500) }));
  for (const { change } of changes) expect(change).toMatch(/^`[ab]{50,60}…` of `text` is /);
});

test("a branch without a name that changed is compared with the one in its place", () => {
  const branches = (line: object) => ({
    anyOf: [
      { type: "array", items: { properties: { line } } },
      { type: "array", items: line },
    ],
  });
  const [before, after] = [{ type: "object", properties: { a: text } }, { type: "object" }].map((line) =>
    contract(branches(line)),
  );
  const breaks = breaksBetween(before ?? "", after ?? "");
  expect(breaks.map(({ change }) => change)).toEqual(
    breaks.map(() => expect.stringMatching(/^Property `a` of .* was removed\.$/)),
  );
});
