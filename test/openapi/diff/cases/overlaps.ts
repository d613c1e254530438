import { schemas } from "./case.ts";

const object = (...required: string[]) =>
  `{ type: object, required: [${required.join(", ")}] }`;
const closed = (name: string) =>
  `{ type: object, required: [${name}], properties: { ${name}: {} }, additionalProperties: false }`;
const kind = (value: string) =>
  `{ type: object, required: [k], properties: { k: ${value} } }`;
const oneOf = (...branches: string[]) => `{ oneOf: [${branches.join(", ")}] }`;
const text = "{ type: string }";
const withChoice = (required: string, name: string) =>
  `{ type: object, required: [${required}], properties: { ${name}: { oneOf: [{ type: string }, { type: integer }] } } }`;
/** Writes branches with a choice inside: each allows a list of values for `s`, and has more fields. */
const choiceBeside = (values: string[], more = "") =>
  oneOf(
    ...values.map(
      (list) =>
        `{ type: object, required: [k], properties: { k: { anyOf: [{ type: string }, { type: 'null' }] }, s: { enum: ${list} }${more} } }`,
    ),
  );
const upTo = (maximum: number) => `{ type: integer, maximum: ${maximum} }`;
const from = (minimum: number) => `{ type: integer, minimum: ${minimum} }`;
const pattern = (start: string) => `{ type: string, pattern: '^${start}' }`;

const shared = (values: string) =>
  oneOf(
    ...["a", "b"].map(
      (name) =>
        `{ type: object, required: [${name}], properties: { shared: { enum: ${values} } } }`,
    ),
  );

const floatUpTo = (maximum: number) => `{ type: number, maximum: ${maximum} }`;
const numberOrInteger = "{ oneOf: [{ type: number }, { type: integer }] }";
/** Writes a number or an integer, as a branch beside another one. */
const besideNumbers = (branch: string) =>
  `{ anyOf: [${numberOrInteger}, ${branch}] }`;
/** Writes the names of fields: one or more. */
const named = (length: number) =>
  Array.from({ length }, (_, index) => `f${index}`);

/** Branches of `oneOf`, which refuses what fits two of them. */
export const overlaps = schemas(
  "overlaps",
  `
a new branch overlaps the only one of its type | ${oneOf(object("a"), text)} !!/>>
  ${oneOf(object("a"), text, object("c"))}
a new branch overlaps two that overlap each other | ${oneOf(object("a"), object("b"))} !!/>>
  ${oneOf(object("a"), object("b"), object("c"))}
a branch with a choice inside no longer requires its field | ${oneOf(withChoice("a", "a"), withChoice("b", "b"))} !!/>>
  ${oneOf(withChoice("a", "a"), withChoice("", "b"))}
a new branch overlaps two that have choices inside | ${oneOf(withChoice("a", "a"), withChoice("b", "b"))} !!/>>
  ${oneOf(withChoice("a", "a"), withChoice("b", "b"), object("c"))}
an optional field beside a choice gains a value of another branch | ${choiceBeside(["[a]", "[b]"])} !!/>>
  ${choiceBeside(["[a, b, c]", "[b]"])}
an optional field beside a choice gains a value in both branches | ${choiceBeside(["[a]", "[a]"])} <</>>
  ${choiceBeside(["[a, b]", "[a, b]"])}
branches with a choice inside that overlap get an optional field | ${choiceBeside(["[a]", "[a, b]"])} ~~/<<
  ${choiceBeside(["[a]", "[a, b]"], ", more: { type: integer }")}
branches with a choice inside that overlap get an optional field, and another order | ${choiceBeside(["[a]", "[a, b]"])} ~~/<<
  ${choiceBeside(["[a, b]", "[a]"], ", more: { type: integer }")}
branches with a choice inside that overlap get an optional field, and their values become branches |
  ${choiceBeside(["[a]", "[a, b]"])} ~~/<<
  ${choiceBeside(["[a]", "[a, b]"], ", more: { type: integer }").replaceAll("enum: [a, b]", "oneOf: [{ const: a }, { const: b }]")}
a oneOf in a branch no longer refuses what another branch accepts |
  ${oneOf(oneOf("{ type: number }", "{ type: integer }"), upTo(5))} !!
  ${oneOf("{ type: number }", upTo(5))}
a new branch overlaps none, as all are closed | ${oneOf(closed("a"), closed("b"))} <</>>
  ${oneOf(closed("a"), closed("b"), closed("c"))}
a new branch has another value in a property | ${oneOf(kind("{ const: a }"), kind("{ const: b }"))} <</>>
  ${oneOf(kind("{ const: a }"), kind("{ const: b }"), kind("{ const: c }"))}
a new branch requires another value in a property | ${oneOf("{ type: object, properties: { k: { const: a } } }", text)} <</>>
  ${oneOf("{ type: object, properties: { k: { const: a } } }", text, kind("{ const: b }"))}
a new branch of numbers begins right above another one | ${oneOf(floatUpTo(5), text)} <</>>
  ${oneOf(floatUpTo(5), text, "{ type: number, exclusiveMinimum: 5 }")}
a branch reaches the numbers of another one | ${oneOf(upTo(5), from(6))} !!/>> ${oneOf(upTo(7), from(6))}
a branch of numbers beyond the others | ${oneOf(upTo(5), "{ type: integer, minimum: 6, maximum: 9 }")} <</>>
  ${oneOf(upTo(5), "{ type: integer, minimum: 6, maximum: 9 }", from(10))}
a branch gains a value of another one | ${oneOf("{ enum: [x] }", "{ enum: [y] }")} >>/~~
  ${oneOf("{ enum: [x, y] }", "{ enum: [y] }")}
null fits a second branch | ${oneOf("{ type: [string, 'null'] }", "{ type: integer }")} >>/~~
  ${oneOf("{ type: [string, 'null'] }", "{ type: [integer, 'null'] }")}
integers fit a second branch | ${oneOf("{ type: integer }", text)} !!/>>
  ${oneOf("{ type: integer }", text, "{ type: number }")}
nobody can tell whether texts fit both branches | ${oneOf(pattern("a"), "{ type: integer }")} !!/>>
  ${oneOf(pattern("a"), "{ type: integer }", pattern("b"))}
branches that overlap change their order | ${oneOf(object("a"), object("b"))} == ${oneOf(object("b"), object("a"))}
a value of a property is new in branches that overlap | ${shared("[x]")} <</>> ${shared("[x, y]")}
a list of values grows, whose values another branch has | ${oneOf("{ enum: [x, y] }", "{ enum: [y] }")} <</>>
  ${oneOf("{ enum: [x, y, z] }", "{ enum: [y] }")}
a new branch overlaps one, beside two that overlap each other |
  ${oneOf(upTo(5), "{ type: integer, minimum: 5, maximum: 9 }", from(10))} >>/~~
  ${oneOf(upTo(5), "{ type: integer, minimum: 5, maximum: 9 }", from(10), "{ type: integer, minimum: 20 }")}
branches that overlap get a longer text each |
  ${oneOf("{ type: string, maxLength: 5 }", "{ type: string, minLength: 3, maxLength: 9 }")} !!/>>
  ${oneOf("{ type: string, maxLength: 6 }", "{ type: string, minLength: 3, maxLength: 9 }")}
a branch narrows beside a oneOf with the same values, which refuses them | ${besideNumbers(floatUpTo(5))} >>/~~
  ${besideNumbers(floatUpTo(4))}
a branch narrows beside a oneOf without the same values | ${besideNumbers("{ type: string, maxLength: 5 }")} >>
  ${besideNumbers("{ type: string, maxLength: 4 }")}
a third branch goes beside a oneOf that refuses values of the second | { anyOf: [${numberOrInteger}, {}, { const: 5 }] } ~~
  { anyOf: [${numberOrInteger}, {}] }
a oneOf in a not no longer refuses what fits two branches | { not: ${numberOrInteger} } >> { not: { type: number } }
a branch no longer lists the type of a field, which another branch accepts |
  ${oneOf("{ type: object, required: [b], properties: { a: { type: integer } } }", "{ type: object }")} >>/~~
  ${oneOf("{ type: object, required: [b] }", "{ type: object }")}
a new branch overlaps eleven branches without a type | ${oneOf(...named(11).map((name) => `{ required: [${name}] }`))} !!/>>
  ${oneOf(...named(12).map((name) => `{ required: [${name}] }`))}
a new branch overlaps none of sixty-five | ${oneOf(...named(65).map((name) => kind(`{ const: ${name} }`)))} <</>>
  ${oneOf(...named(66).map((name) => kind(`{ const: ${name} }`)))}
a oneOf has a branch twice | {} >> { oneOf: [true, true] }
a new branch is one of more than anybody compares | ${oneOf(...named(90).map((name) => `{ required: [${name}] }`))} !!/>>
  ${oneOf(...named(91).map((name) => `{ required: [${name}] }`))}
`,
);
