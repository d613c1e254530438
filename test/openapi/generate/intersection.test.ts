import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { flattened } from "../../../openapi/generate/intersection.ts";
import type { Node } from "../../../openapi/model/node.ts";

// Types and docs show an `allOf` as one schema, which accepts the same values.

const number = { type: "number" };
const short = { maxLength: 2 };
const field = (name: string, schema: Node) => ({
  properties: { [name]: schema },
});

const together: [what: string, first: Node, second: Node][] = [
  ["bounds", { minimum: 1, maximum: 9 }, { minimum: 2, maximum: 5 }],
  ["bounds, the first tighter", { minimum: 2 }, { minimum: 1, maximum: 5 }],
  [
    "exclusive bounds",
    { exclusiveMinimum: 0, exclusiveMaximum: 5 },
    { exclusiveMinimum: 1, exclusiveMaximum: 9 },
  ],
  ["lengths", { minLength: 1, maxLength: 2 }, { minLength: 2, maxLength: 9 }],
  ["counts of items", { minItems: 1, maxItems: 2 }, { minItems: 2 }],
  ["items that differ", { uniqueItems: true }, { uniqueItems: false }],
  [
    "counts of fields",
    { minProperties: 1, maxProperties: 2 },
    { minProperties: 2, maxProperties: 9 },
  ],
  ["required fields", { required: ["a"] }, { required: ["b", "a"] }],
  [
    "types",
    { type: ["string", "number", "null"] },
    { type: ["integer", "null"] },
  ],
  ["integers among numbers", { type: "integer" }, number],
  ["no type", number, { type: "string" }],
  ["lists of values", { enum: ["a", "ab", 1] }, { enum: [1, "ab", "b"] }],
  ["no value", { enum: ["a"] }, { enum: ["b"] }],
  ["a constant of a list", { enum: ["a", "b"] }, { const: "a" }],
  ["a constant beside a list without it", { enum: ["b"] }, { const: "a" }],
  ["items", { items: { type: "string" } }, { items: short }],
  [
    "names of fields",
    { propertyNames: short },
    { propertyNames: { pattern: "^a" } },
  ],
  ["branches inside", { allOf: [{ minLength: 1 }] }, { allOf: [short] }],
  ["fields", field("a", { type: "string" }), field("a", short)],
  ["fields of one", field("a", { type: "string" }), { required: ["a"] }],
  [
    "a field and the others of the second",
    field("a", number),
    { additionalProperties: { minimum: 2 } },
  ],
  [
    "the others of the first and a field",
    { additionalProperties: { minimum: 2 } },
    field("a", number),
  ],
  [
    "all others",
    { additionalProperties: number },
    { additionalProperties: { minimum: 2 } },
  ],
  [
    "a closed object",
    { ...field("a", {}), additionalProperties: false },
    field("b", {}),
  ],
  ["a field that may not be", field("a", number), { properties: { a: false } }],
];
const apart: typeof together = [
  ["patterns", { pattern: "^a" }, { pattern: "b$" }],
  ["choices", { anyOf: [number, short] }, { anyOf: [{ minimum: 2 }, short] }],
  [
    "patterns of names",
    { patternProperties: { "^a": number } },
    { patternProperties: { b$: { minimum: 2 } } },
  ],
  [
    "a pattern of names in a closed object",
    { patternProperties: { "^a": {} }, additionalProperties: false },
    field("b", {}),
  ],
];

const values = [
  null,
  true,
  "",
  "a",
  "b",
  "ab",
  "abc",
  "bb",
  -1,
  0,
  1,
  1.5,
  2,
  3,
  5,
  6,
  9,
  10,
  [],
  ["a"],
  ["a", "b"],
  ["a", "a"],
  ["abc"],
  [1],
  ["a", "b", "c"],
  {},
  { a: "a" },
  { a: 1 },
  { a: 2 },
  { a: "abc" },
  { a: 1.5 },
  { b: 1 },
  { b: 3 },
  { b: "a" },
  { ab: 1 },
  { ab: 3 },
  { abc: 3 },
  { a: 1, b: 1 },
  { a: 2, b: 3 },
  { a: 2, b: 3, ab: 3 },
  { a: 2, c: "x" },
];
function accepted(schema: Node) {
  const accepts = new Ajv2020({ strict: false }).compile(schema);
  return values.filter((value) => accepts(value));
}

test("of two descriptions the second is kept, whichever part says more", () => {
  const one = { description: "One." };
  const two = { description: "Two." };
  for (const [first, second] of [
    [one, { ...number, ...two }],
    [{ ...number, ...one }, two],
  ] as const)
    expect(
      flattened({ allOf: [field("a", first), field("a", second)] }, () =>
        expect.unreachable(),
      ),
    ).toEqual(field("a", { ...number, ...two }));
});

test.each([
  ...together.map(([what, ...both]) => ({ what, both, isOne: true })),
  ...apart.map(([what, ...both]) => ({ what, both, isOne: false })),
])("one schema accepts what two accept: $what", ({ both, isOne }) => {
  for (const allOf of [both, both.toReversed()]) {
    const one = flattened({ allOf }, () => expect.unreachable());
    expect(accepted(one)).toEqual(accepted({ allOf }));
    expect("allOf" in one).toBe(!isOne);
  }
});
