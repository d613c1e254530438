import { in30, schemas } from "./case.ts";

const open = "{ type: object, properties: { a: { type: string }, b: { type: string } } }";
const closed = (properties: string) =>
  `{ type: object, additionalProperties: false, properties: { ${properties} } }`;
const field = (schema: string, more = "") => `{ type: object, ${more} properties: { a: ${schema} } }`;

const limits = {
  string: ["minLength", "maxLength"],
  integer: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  array: ["minItems", "maxItems"],
  object: ["minProperties", "maxProperties"],
};
const limited = Object.entries(limits).flatMap(([type, names]) =>
  names.map(
    (name) => `
${name} is set | { type: ${type} } >> { type: ${type}, ${name}: 5 }
${name} is tightened | { type: ${type}, ${name}: 5 } >> { type: ${type}, ${name}: ${/max/i.test(name) ? 4 : 6} }`,
  ),
);

const rows = `${limited.join("")}
a field becomes required | ${open} >>
  { type: object, required: [a], properties: { a: { type: string }, b: { type: string } } }
a new required field | ${field("{ type: string }")} >>
  { type: object, required: [c], properties: { a: { type: string }, c: { type: string } } }
a new optional field | ${closed("a: { type: string }, b: { type: string }")} >>/>> ${closed("a: { type: string }")}
a field of an open body is removed | ${open} ~~/>> ${field("{ type: string }")}
an open body is closed | ${field("{ type: string }")} >> ${closed("a: { type: string }")}
other fields must be texts | { type: object } >> { type: object, additionalProperties: { type: string } }
a string becomes an integer | { type: string } !! { type: integer }
a string may be null | { type: [string, 'null'] } >> { type: string }
an integer becomes a number | { type: number } >> { type: integer }
a type is stated where there was none | {} >> { type: string }
minimum becomes exclusive | { type: number, minimum: 1 } >> { type: number, exclusiveMinimum: 1 }
a pattern is added | { type: string } >> { type: string, pattern: '^a' }
a pattern changes | { type: string, pattern: '^a' } !! { type: string, pattern: '^b' }
a format is added | { type: string } >> { type: string, format: uuid }
int32 becomes int64 | { type: integer, format: int64 } >> { type: integer, format: int32 }
a value of an enum is removed | { type: string, enum: [x, y] } >> { type: string, enum: [x] }
an enum is added | { type: string } >> { type: string, enum: [x, y] }
an enum is opened | { type: string, x-extensible-enum: [x] } >> { type: string, enum: [x] }
a const changes | { const: x } !! { const: y }
uniqueItems is set | { type: array, items: {} } >> { type: array, uniqueItems: true, items: {} }
items get a type | { type: array, items: {} } >> { type: array, items: { type: string } }
multipleOf is added | { type: integer } >> { type: integer, multipleOf: 5 }
the default changes | ${field("{ type: integer, default: 5 }")} !!/~~ ${field("{ type: integer, default: 9 }")}
the default is removed | ${field("{ type: boolean, default: true }")} >>/~~ ${field("{ type: boolean }")}
a description and an example change | { type: string, description: One., examples: [a] } ~~
  { type: string, description: Two., examples: [b] }
a field becomes readOnly | ${field("{ type: string }")} >>/~~ ${field("{ type: string, readOnly: true }")}
a required field is no longer readOnly | ${field("{ type: string, readOnly: true }", "required: [a],")} !!/~~
  ${field("{ type: string }", "required: [a],")}
a new required field that is readOnly | { type: object, properties: {} } ~~/<<
  ${field("{ type: string, readOnly: true }", "required: [a],")}
a field is deprecated | { type: string } ~~ { type: string, deprecated: true }
no value is valid any more | { type: object, properties: { a: true } } >>/>> { type: object, properties: { a: false } }
a field is renamed | { type: object, properties: { phone: { type: string } } } ~~/!!
  { type: object, properties: { phones: { type: string } } }
an open list grows | { type: string, x-extensible-enum: [x] } ~~ { type: string, x-extensible-enum: [x, y] }
a format changes | { type: string, format: date } !! { type: string, format: date-time }
a field becomes writeOnly | ${field("{ type: string }")} ~~/>> ${field("{ type: string, writeOnly: true }")}
a value of the type of other fields changes | { type: object, additionalProperties: { type: string } } !!
  { type: object, additionalProperties: { type: integer } }
fewer items must match contains | { type: array, contains: { type: string }, minContains: 1 } >>
  { type: array, contains: { type: string }, minContains: 2 }
a pattern of names goes | { type: object, patternProperties: { '^x': { type: string } } } >>
  { type: object, patternProperties: { '^x': { type: string }, '^y': { type: string } } }
fewer items may match contains | { type: array, contains: { type: string }, maxContains: 5 } >>
  { type: array, contains: { type: string }, maxContains: 3 }
not goes | { type: string } >> { type: string, not: { enum: [x] } }
a deep field changes its type |
  { type: object, properties: { a: { type: array, items: { type: object, properties: { b: { type: string } } } } } } !!
  { type: object, properties: { a: { type: array, items: { type: object, properties: { b: { type: integer } } } } } }
another field must come along | { type: object, dependentRequired: { a: [b] } } >>
  { type: object, dependentRequired: { a: [b, c] } }
a closed object loses a pattern of names |
  { type: object, additionalProperties: false, patternProperties: { '^x': {}, '^y': {} } } >>/>>
  { type: object, additionalProperties: false, patternProperties: { '^x': {} } }
the schema of a pattern narrows | { type: object, patternProperties: { '^x': {} } } >>
  { type: object, patternProperties: { '^x': { type: string } } }
not refuses more | { type: string, not: { enum: [x] } } !! { type: string, not: { enum: [x, y] } }
a condition asks for more | { type: object, if: { required: [a] }, then: {} } >>
  { type: object, if: { required: [a] }, then: { required: [b] } }
another condition | { type: object, if: { required: [a] }, then: { required: [c] } } !!
  { type: object, if: { required: [b] }, then: { required: [c] } }
names must fit a pattern | { type: object } >> { type: object, propertyNames: { pattern: '^a' } }
the first item gets a type | { type: array } >> { type: array, prefixItems: [{ type: string }] }
unevaluated fields are refused | { type: object, anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] } >>
  { type: object, anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }], unevaluatedProperties: false }
`;

/** Types, limits, values and fields. */
export const keywords = schemas("keywords", rows);
export const keywords30 = schemas("keywords in 3.0", rows, in30);

const pet =
  "Pet: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer } } }";
const ref = '{ $ref: "#/components/schemas/Pet" }';
/** The same schema in other words: no alarm in either direction. */
export const refactors = schemas(
  "refactors",
  `
a base by allOf is written out, closed |
  { use: { allOf: [${ref}], properties: { b: {} }, unevaluatedProperties: false }, ${pet} } ==
  use: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer }, b: {} }, additionalProperties: false }
bounds in allOf | use: { type: string, minLength: 1, maxLength: 9 } ==
  use: { allOf: [{ type: string, minLength: 1 }, { maxLength: 9 }] }
null in an enum or as a branch | use: { type: [string, 'null'], enum: [x, y, null] } ==
  use: { oneOf: [{ type: string, enum: [x, y] }, { type: 'null' }] }
types in a list or as branches | use: { type: [string, integer] } == use: { anyOf: [{ type: string }, { type: integer }] }
the type of an enum is told | use: { enum: [x, y] } == use: { type: string, enum: [x, y] }
an open object says so | use: { type: object, properties: {} } ==
  use: { type: object, additionalProperties: true, required: [] }
a format that is only a hint is told | use: { type: integer } == use: { type: integer, format: int64 }
`,
);

/** In the middle of a refactor something changes after all. */
export const refactorsAndMore = schemas(
  "refactors with a break",
  `
a field is lost on its way into allOf | use: { type: object, properties: { a: { type: string }, b: { type: string } } } ~~/>>
  use: { allOf: [{ type: object, properties: { a: { type: string } } }] }
a base by allOf loses a field | { use: { allOf: [${ref}, { properties: { b: {} } }] }, ${pet} } ~~/>>
  { use: { allOf: [${ref}, { properties: { b: {} } }] }, ${pet.replace(", age: { type: integer }", "")} }
a component in a circle loses a field |
  { use: { $ref: '#/components/schemas/Node' }, Node: { type: object, properties: { next: { $ref: '#/components/schemas/Node' }, name: {} } } } ~~/>>
  { use: { $ref: '#/components/schemas/Node' }, Node: { type: object, properties: { next: { $ref: '#/components/schemas/Node' } } } }
a circle through allOf narrows |
  { use: { $ref: '#/components/schemas/Node' }, Node: { allOf: [{ $ref: '#/components/schemas/Base' }], properties: { next: { allOf: [{ $ref: '#/components/schemas/Node' }, { required: [name] }] } } }, Base: { type: object, properties: { name: { type: string } } } } >>
  { use: { $ref: '#/components/schemas/Node' }, Node: { allOf: [{ $ref: '#/components/schemas/Base' }], properties: { next: { allOf: [{ $ref: '#/components/schemas/Node' }, { required: [name] }] } } }, Base: { type: object, properties: { name: { type: string, maxLength: 5 } } } }
a base closes itself | { use: { allOf: [${ref}, { properties: { b: { type: string } } }] }, ${pet} } >>/!!
  { use: { allOf: [${ref}, { properties: { b: { type: string } } }] }, ${pet.replace("type: object", "type: object, additionalProperties: false")} }
`,
);
