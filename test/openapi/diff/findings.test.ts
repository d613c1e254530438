import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { breaksBetween, findingsBetween } from "./measure.ts";
import { operation, request, webhook } from "./cases/case.ts";
import { ourLevels, readLevels } from "../../../openapi/diff/levels.ts";

const json = (schema: object) => ({
  content: { "application/json": { schema } },
});
const note = { $ref: "#/components/schemas/Note" };
const limit = { $ref: "#/components/headers/Limit" };

/** A contract with four operations, which share a schema and a header. */
function contract(
  text: object,
  headers: object = { "X-Limit": limit },
  more: object = {},
): string {
  const shared = {
    requestBody: json(note),
    responses: { "200": { ...json(note), headers } },
  };
  const paths = Object.fromEntries(
    ["/a", "/b"].map((path) => [path, { put: shared, post: shared }]),
  );
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
  const [finding, ...others] = breaksBetween(
    contract(text),
    contract({ ...text, maxLength: 8 }),
  );
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    change: "`maxLength` of `text` was 9 and is 8.",
    parts: ["request"],
  });
  expect(finding?.in.toSorted()).toEqual(operations);
  const pointer = "#/components/schemas/Note/properties/text/maxLength";
  expect(finding).toMatchObject({
    before: { file: "before.yaml", pointer },
    after: { file: "after.yaml", pointer },
  });
});

test.each([
  { before: { const: "a" }, after: { enum: ["a", "b"] }, side: "after" },
  { before: { enum: ["a", "b"] }, after: { const: "a" }, side: "before" },
] as const)("a list of values is shown where it is, $side", (values) => {
  const { before, after, side } = values;
  const [finding] = breaksBetween(contract(before), contract(after));
  expect(finding?.[side].pointer).toBe(
    "#/components/schemas/Note/properties/text/enum",
  );
});

const objectWith = (name: string) => ({
  type: "object",
  required: [name],
  properties: { [name]: { type: "string" } },
});
test.each([
  { branch: { $ref: "#/components/schemas/Sea" }, words: "A branch `Sea`" },
  { branch: objectWith("sea"), words: "A branch" },
])("a branch that was removed is reported as: $words", (given) => {
  const withBranches = (oneOf: object[]) =>
    stringify({
      ...operation({ requestBody: json({ oneOf }) }),
      components: { schemas: { Sea: objectWith("sea") } },
    });
  const others = [objectWith("air"), objectWith("land")];
  expect(
    breaksBetween(
      withBranches([...others, given.branch]),
      withBranches(others),
    ),
  ).toMatchObject([{ change: `${given.words} is gone.` }]);
});

test.each([
  {
    value: "aaaaa",
    branches: [
      { type: "string", maxLength: 5 },
      { type: "string", minLength: 5 },
    ],
  },
  {
    value: "5",
    branches: [
      { type: "integer", maximum: 5 },
      { type: "integer", minimum: 5 },
    ],
  },
  { value: "true", branches: [{ type: "boolean" }, { enum: [true, "a"] }] },
  { value: "null", branches: [{ type: "null" }, { enum: [null, "a"] }] },
  { value: "[]", branches: [{ type: "array" }, { enum: [[], "a"] }] },
  {
    value: '{"air":"","land":""}',
    branches: [objectWith("air"), objectWith("land")],
  },
])("a value that fits two branches is named: $value", (given) => {
  const [first] = given.branches;
  const withBranches = (oneOf: object[]) =>
    stringify(operation({ requestBody: json({ oneOf }) }));
  expect(
    breaksBetween(
      withBranches([first ?? {}, { const: "other" }]),
      withBranches([...given.branches, { const: "other" }]),
    ),
  ).toMatchObject([
    { change: `\`oneOf\` refuses what fits two branches: \`${given.value}\`.` },
  ]);
});

const longer = (length: number) => ({ type: "string", minLength: length });
test.each([
  {
    change: "`if` of `text` changed.",
    before: { if: longer(1), then: longer(5) },
    after: { if: longer(2), then: longer(5) },
    isUndecided: true,
  },
  {
    change: "`contains` of `text` was added.",
    before: { type: "array" },
    after: { type: "array", contains: longer(1) },
    isUndecided: false,
  },
  {
    change: "`uniqueItems` of `text` was added.",
    before: { type: "array" },
    after: { type: "array", uniqueItems: true },
    isUndecided: false,
  },
])("a rule is reported without its schema: $change", (given) => {
  const found = breaksBetween(contract(given.before), contract(given.after));
  expect(
    found.map(({ change, undecided }) => [change, undecided === true]),
  ).toContainEqual([given.change, given.isUndecided]);
});

test("a path that is removed is reported with its operations", () => {
  const more = { "/c": { get: { responses: {} }, put: { responses: {} } } };
  const [finding] = breaksBetween(contract(text, {}, more), contract(text, {}));
  expect(finding?.in.toSorted()).toEqual(["GET /c", "PUT /c"]);
});

test.each([
  {
    whom: "callers",
    next: { ...text, maxLength: 8 },
    because: "Calls with values that were valid are refused.",
  },
  {
    whom: "clients",
    next: { ...text, maxLength: 10 },
    because: "Clients get values that do not fit where they store them.",
  },
  {
    whom: "both",
    next: { type: "integer" },
    because:
      "Calls with values that were valid are refused. Clients get values that they cannot read.",
  },
])("a finding says that it hurts $whom", ({ next, because }) => {
  expect(breaksBetween(contract(text), contract(next))).toMatchObject([
    { because, instead: expect.any(String) },
  ]);
});

describe("where objects are stored, a required field without a default", () => {
  const object = (required: string[], fields: object) => ({
    type: "object",
    required,
    properties: fields,
  });
  const answer = (schema: object, status = "200") =>
    stringify(operation({ responses: { [status]: json(schema) } }));
  const hook = (schema: object) =>
    stringify(webhook({ requestBody: json(schema) }));
  const warnings = (before: string, after: string) =>
    findingsBetween(before, after, readLevels(ourLevels)).filter(
      ({ is }) => is === "warning",
    );
  const old = object([], {});
  const next = object(["a"], { a: { type: "string" } });
  test.each([
    {
      name: "is a warning in a success",
      count: 1,
      before: answer(old),
      after: answer(next),
    },
    {
      name: "is a warning in an event",
      count: 1,
      before: hook(old),
      after: hook(next),
    },
    {
      name: "is a warning when the field was optional",
      count: 1,
      before: answer(object([], { a: {} })),
      after: answer(object(["a"], { a: {} })),
    },
    {
      name: "is none in an error, which nobody stores",
      count: 0,
      before: answer(old, "404"),
      after: answer(next, "404"),
    },
    {
      name: "is none with a default",
      count: 0,
      before: answer(old),
      after: answer(object(["a"], { a: { default: "" } })),
    },
    {
      name: "is none in what is new itself",
      count: 0,
      before: answer(old),
      after: answer(object([], { b: next })),
    },
  ])("$name", ({ count, before, after }) => {
    expect(warnings(before, after)).toHaveLength(count);
    expect(breaksBetween(before, after)).toEqual([]);
  });
});

test.each([
  ["200", "2XX"],
  ["4XX", "404"],
])(
  "a status that takes the place of another one is named: %s, %s",
  (was, is) => {
    const responding = (status: string) =>
      stringify(
        operation({ responses: { [status]: { description: "Done." } } }),
      );

    const found = findingsBetween(responding(was), responding(is));

    expect(found.map(({ change }) => change)).toEqual([
      `Response \`${is}\` takes the place of \`${was}\`.`,
    ]);
  },
);

test("a long value is shown by its beginning", () => {
  const changes = findingsBetween(
    contract({ const: "a".repeat(500) }),
    contract({ const: "b".repeat(500) }),
  );
  for (const { change } of changes)
    expect(change).toMatch(/^`[ab]{50,60}…` of `text` is /);
});

test("a changed branch without a name is compared with the branch at its position", () => {
  const branches = (line: object) => ({
    anyOf: [
      { type: "array", items: { properties: { line } } },
      { type: "array", items: line },
    ],
  });
  const [before, after] = [
    { type: "object", properties: { a: text } },
    { type: "object" },
  ].map((line) => contract(branches(line)));
  const breaks = breaksBetween(before ?? "", after ?? "");
  expect(breaks.map(({ change }) => change)).toEqual(
    breaks.map(() =>
      expect.stringMatching(/^Property `a` of .* was removed\.$/),
    ),
  );
});

test("a schema that moves into an anyOf is compared with its old version", () => {
  const A = (maxLength: number) => ({
    type: "object",
    required: ["a"],
    properties: { a: { maxLength } },
  });
  const ref = { $ref: "#/components/schemas/A" };
  const other = { type: "object", required: ["b"] };
  const [before, after] = [
    { use: ref, A: A(9) },
    { use: { anyOf: [other, ref] }, A: A(8) },
  ].map((schemas) => stringify(request(schemas)));
  expect(breaksBetween(before ?? "", after ?? "")).toMatchObject([
    { change: "`maxLength` of `a` was 9 and is 8." },
  ]);
});

test("an empty schema that becomes a oneOf is reported at the oneOf", () => {
  const oneOf = ["a", "b"].map((name) => ({
    type: "object",
    required: [name],
  }));
  for (const { change } of findingsBetween(contract({}), contract({ oneOf })))
    expect(change).toContain("of `text`");
});

test("an empty text is written in quotes", () => {
  const values = (...list: string[]) =>
    contract({ type: "string", enum: list });
  const changes = findingsBetween(values("a", ""), values("a")).map(
    ({ change }) => change,
  );
  expect(changes).toContain('`""` of `text` is no longer possible.');
});

test("a limit that goes and one that comes are changes", () => {
  const limits = (list: object) =>
    stringify({ openapi: "3.1.0", info: {}, "x-limits": list, paths: {} });
  const changes = findingsBetween(
    limits({ a: 1, b: 2 }),
    limits({ b: 2, c: 3 }),
  );
  expect(changes.map(({ change }) => change).toSorted()).toEqual([
    "The limit of a (`x-limits.a`) was 1 and is gone.",
    "The limit of c (`x-limits.c`) is new and is 3.",
  ]);
});
