import { schemas } from "./case.ts";

/** Lists of values that are lists or objects: each value counts as a whole. */
export const listsOfValues = schemas(
  "lists of values",
  `
the only value of a list of values | { type: array, enum: [[1], [2]] } >> { type: array, const: [1] }
the schema of items beside the only list | { type: array, items: { type: string }, enum: [[a]] } == { const: [a] }
the fields beside the only object | { type: object, properties: { a: { type: integer } }, enum: [{ a: 1 }] } ==
  { const: { a: 1 } }
a list becomes one that was too long | { type: array, maxItems: 1 } !! { const: [1, 2] }
a list becomes one of its own | { type: array, items: { type: integer } } >> { const: [1, 2] }
a list of small numbers becomes one with a large one | { type: array, items: { maximum: 5 } } !! { enum: [[1], [9]] }
a list becomes one whose items may fit two branches | { const: [a] } !!
  { type: array, items: { oneOf: [{ type: string }, { type: string, maxLength: 5 }] } }
a list of places becomes one of them | { type: array, prefixItems: [{ type: string }], items: { type: integer } } >>
  { const: [a, 1] }
a list without equal items becomes one | { type: array, uniqueItems: true } !! { const: [1, 1] }
an object becomes one that lacks a field | { type: object, required: [a] } !! { const: { b: 1 } }
an object becomes one of its own | { type: object, required: [a], properties: { a: { type: integer } } } >>
  { const: { a: 1 } }
an object becomes one with a field of another type | { type: object, properties: { a: { type: integer } } } !!
  { const: { a: x } }
a closed object becomes one with another field | { type: object, additionalProperties: false, properties: { a: {} } } !!
  { const: { b: 1 } }
a map becomes one with another value | { type: object, patternProperties: { '^x': { type: integer } } } !! { const: { xa: a } }
listed lists get a bound | { type: array, enum: [[1], [1, 2]] } >> { type: array, maxItems: 1, enum: [[1], [1, 2]] }
a bound refuses a listed list | { type: array, maxItems: 1, enum: [[1], [1, 2]] } == { type: array, enum: [[1]] }
one of the listed lists is refused | { enum: [[1], [2]] } >> { enum: [[1], [2]], not: { const: [1] } }
listed objects get a condition | { enum: [{ a: 1 }] } >>
  { enum: [{ a: 1 }], if: { required: [a] }, then: { required: [b] } }
the condition of listed objects asks for more |
  { enum: [{ a: 1 }], if: { required: [a] }, then: { required: [b] } } >>
  { enum: [{ a: 1 }], if: { required: [a] }, then: { required: [b, c] } }
listed objects with a condition | { enum: [{ a: 1 }], if: { required: [a] }, then: { required: [b] } } ==
  { enum: [{ a: 1 }], if: { required: [a] }, then: { required: [b] }, description: The same. }
an object with a condition becomes one object | { type: object, if: { required: [a] }, then: { required: [b] } } !!
  { const: { a: 1 } }
`,
);

/** Lists of texts and their patterns. */
export const listsOfTexts = schemas(
  "lists of texts",
  String.raw`
a list becomes a pattern that all of it match | { type: string, pattern: '^\p{L}+$' } >> { type: string, enum: [é, z] }
a list becomes a pattern that one of it does not match | { type: string, pattern: '^a' } !! { type: string, enum: [ab, b] }
a list gets a pattern that all of it match | { type: string, enum: [ab] } == { type: string, enum: [ab], pattern: '^a' }
a list becomes a pattern that nobody can read | { type: string, pattern: '(?i)a' } !! { type: string, enum: [a] }
`,
);
