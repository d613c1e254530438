import { in30, schemas } from "./case.ts";

/*
 * A row is `what changes | before SIGN after`. The signs:
 *   >>  breaks callers; the way back is an addition
 *   <<  an addition; the way back breaks callers
 *   !!  breaks callers in both directions
 *   ~~  harms no caller in either direction
 *   ==  the same contract in other words
 * A schema is compared in a request and in a response. One sign speaks of both, where `>>` in a
 * request is `<<` in a response. Two signs, as in `~~/>>`, speak of a request and of a response.
 */

const openObject =
  "{ type: object, properties: { a: { type: string }, b: { type: string } } }";
const closedObject = (properties: string) =>
  `{ type: object, additionalProperties: false, properties: { ${properties} } }`;
const objectWithField = (schema: string, more = "") =>
  `{ type: object, ${more} properties: { a: ${schema} } }`;
const limits = {
  string: ["minLength", "maxLength"],
  integer: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  array: ["minItems", "maxItems"],
  object: ["minProperties", "maxProperties"],
};
const rowsOfLimits = Object.entries(limits).flatMap(([type, names]) =>
  names.map(
    (name) => `
${name} is set | { type: ${type} } >> { type: ${type}, ${name}: 5 }
${name} is tightened | { type: ${type}, ${name}: 5 } >> { type: ${type}, ${name}: ${/max/i.test(name) ? 4 : 6} }`,
  ),
);
/** Two kinds of an object, each of which leads to one of both. */
const definitionBeside = (more: string) =>
  `{ use: { $ref: '#/components/schemas/A' }, A: { $ref: '#/components/schemas/A/$defs/n', $defs: { n: { type: string${more} } } } }`;
const linkedBranches = (more: string) =>
  `{ use: { $ref: '#/components/schemas/U' }, U: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }, ${["A", "B"].map((name) => `${name}: { type: object, required: [to], additionalProperties: false, properties: { to: { $ref: '#/components/schemas/U' }, ${name}: { type: string${more} } } }`).join(", ")} }`;
const keywordRows = `${rowsOfLimits.join("")}
a field becomes required | ${openObject} >>
  { type: object, required: [a], properties: { a: { type: string }, b: { type: string } } }
as many fields as are required | { type: object, required: [a, b] } == { type: object, required: [a, b], minProperties: 2 }
as many fields as a closed object lists | { type: object, properties: { a: {}, b: {}, c: false }, additionalProperties: false } == { type: object, properties: { a: {}, b: {}, c: false }, additionalProperties: false, maxProperties: 2 }
one field fewer than a closed object lists | { type: object, properties: { a: {}, b: {} }, additionalProperties: false } >> { type: object, properties: { a: {}, b: {} }, additionalProperties: false, maxProperties: 1 }
as many fields as an object with a pattern lists |
  { type: object, properties: { a: {} }, patternProperties: { "^x": {} }, additionalProperties: false }
  >>
  { type: object, properties: { a: {} }, patternProperties: { "^x": {} }, additionalProperties: false, maxProperties: 1 }
one field more than are required | { type: object, required: [a, b] } >> { type: object, required: [a, b], minProperties: 3 }
as many fields as responses have | { type: object, required: [a], properties: { a: { readOnly: true } } } >>/~~
  { type: object, required: [a], properties: { a: { readOnly: true } }, minProperties: 1 }
a text without letters | { type: string, maxLength: 0 } == { type: string, const: '' }
a new optional field | ${closedObject("a: { type: string }, b: { type: string }")} >>/>> ${closedObject("a: { type: string }")}
a field of an open body is removed | ${openObject} ~~/>> ${objectWithField("{ type: string }")}
an open body is closed | ${objectWithField("{ type: string }")} >> ${closedObject("a: { type: string }")}
other fields must be texts | { type: object } >> { type: object, additionalProperties: { type: string } }
a string becomes an integer | { type: string } !! { type: integer }
a string may be null | { type: [string, 'null'] } >> { type: string }
an integer becomes a number | { type: number } >> { type: integer }
a type is stated where there was none | {} >> { type: string }
minimum becomes exclusive | { type: number, minimum: 1 } >> { type: number, exclusiveMinimum: 1 }
a pattern is added | { type: string } >> { type: string, pattern: '^a' }
a pattern changes | { type: string, pattern: '^a' } !! { type: string, pattern: '^b' }
int32 becomes int64 | { type: integer, format: int64 } >> { type: integer, format: int32 }
a value of an enum is removed | { type: string, enum: [x, y] } >> { type: string, enum: [x] }
an enum is added | { type: string } >> { type: string, enum: [x, y] }
an enum is opened | { type: string, x-extensible-enum: [x] } >> { type: string, enum: [x] }
uniqueItems is set | { type: array, items: {} } >> { type: array, uniqueItems: true, items: {} }
items get a type | { type: array, items: {} } >> { type: array, items: { type: string } }
multipleOf is added | { type: integer } >> { type: integer, multipleOf: 5 }
the default changes | ${objectWithField("{ type: integer, default: 5 }")} !!/~~ ${objectWithField("{ type: integer, default: 9 }")}
the default is removed | ${objectWithField("{ type: boolean, default: true }")} >>/~~ ${objectWithField("{ type: boolean }")}
a description and an example change | { type: string, description: One., examples: [a] } ~~
  { type: string, description: Two., examples: [b] }
a field becomes readOnly | ${objectWithField("{ type: string }")} >>/~~ ${objectWithField("{ type: string, readOnly: true }")}
a required field is no longer readOnly | ${objectWithField("{ type: string, readOnly: true }", "required: [a],")} !!/~~
  ${objectWithField("{ type: string }", "required: [a],")}
a new required field that is readOnly | { type: object, properties: {} } ~~/<<
  ${objectWithField("{ type: string, readOnly: true }", "required: [a],")}
a field is deprecated | { type: string } ~~ { type: string, deprecated: true }
no value is valid any more | { type: object, properties: { a: true } } >>/>> { type: object, properties: { a: false } }
a field is renamed | { type: object, properties: { phone: { type: string } } } ~~/!!
  { type: object, properties: { phones: { type: string } } }
an open list grows | { type: string, x-extensible-enum: [x] } ~~ { type: string, x-extensible-enum: [x, y] }
a format changes | { type: string, format: date } !! { type: string, format: date-time }
a field becomes writeOnly | ${objectWithField("{ type: string }")} ~~/>> ${objectWithField("{ type: string, writeOnly: true }")}
one value of a map of texts becomes a number | { type: object, additionalProperties: { type: string } } !!
  { type: object, properties: { a: { type: integer } }, additionalProperties: { type: string } }
fewer items must match contains | { type: array, contains: { type: string }, minContains: 1 } >>
  { type: array, contains: { type: string }, minContains: 2 }
a pattern of names goes | { type: object, patternProperties: { '^x': { type: string } } } >>
  { type: object, patternProperties: { '^x': { type: string }, '^y': { type: string } } }
not goes | { type: string } >> { type: string, not: { enum: [x] } }
another field must come along | { type: object, dependentRequired: { a: [b] } } >>
  { type: object, dependentRequired: { a: [b, c] } }
a closed object loses a pattern of names |
  { type: object, additionalProperties: false, patternProperties: { '^x': {}, '^y': {} } } >>/>>
  { type: object, additionalProperties: false, patternProperties: { '^x': {} } }
the schema of a pattern narrows | { type: object, patternProperties: { '^x': {} } } >>
  { type: object, patternProperties: { '^x': { type: string } } }
not refuses more | { type: string, not: { enum: [x] } } >> { type: string, not: { enum: [x, y] } }
a condition asks for more | { type: object, if: { required: [a] }, then: {} } >>
  { type: object, if: { required: [a] }, then: { required: [b] } }
another condition | { type: object, if: { required: [a] }, then: { required: [c] } } !!
  { type: object, if: { required: [b] }, then: { required: [c] } }
another condition of an else | { type: object, if: { required: [a] }, else: { required: [c] } } !!
  { type: object, if: { required: [b] }, else: { required: [c] } }
fewer items may match contains | { type: array, contains: { type: string }, minContains: 0, maxContains: 2 } >>
  { type: array, contains: { type: string }, minContains: 0, maxContains: 1 }
names must fit a pattern | { type: object } >> { type: object, propertyNames: { pattern: '^a' } }
the first item gets a type | { type: array } >> { type: array, prefixItems: [{ type: string }] }
unevaluated fields are refused | { type: object, anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] } >>
  { type: object, anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }], unevaluatedProperties: false }
`;

/** Types, limits, values and fields. */
export const keywords = schemas("keywords", keywordRows);
export const keywords30 = schemas("keywords in 3.0", keywordRows, in30);

const petSchema =
  "Pet: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer } } }";
const petReference = '{ $ref: "#/components/schemas/Pet" }';
const boundedBranches =
  "[{ type: string, maxLength: 5 }, { type: integer, maximum: 5 }]";
const pastSunset = "deprecated: true, x-sunset: '2020-01-01'";
const branchNamed = (name: string) =>
  `${name}: { type: object, required: [k], properties: { k: { type: string }, ${name.toLowerCase()}: {} } }`;
const unionOfBranches = (...names: string[]) =>
  `use: { oneOf: [${names.map((name) => `{ $ref: '#/components/schemas/${name}' }`).join(", ")}], discriminator: { propertyName: k } }\n${names.map(branchNamed).join("\n")}`;
const baseExtendedTwice = (
  bound: string,
) => `use: { properties: { a: { allOf: [{ $ref: '#/components/schemas/B' }, { properties: { x: {} } }] },
  b: { allOf: [{ $ref: '#/components/schemas/B' }, { properties: { y: {} } }] } } }\nB: { type: object, properties: { n: { type: string${bound} } } }`;
const catWithKind =
  "Cat: { type: object, required: [k], properties: { k: { type: string } } }";
const unionWithMapping = (name: string, mapping: string) =>
  `use: { oneOf: [{ $ref: '#/components/schemas/${name}' }, { $ref: '#/components/schemas/Dog' }],
  discriminator: { propertyName: k, mapping: ${mapping} } }\n${catWithKind.replace("Cat", name)}\n${catWithKind.replace("Cat", "Dog")}`;

/** Cases of one schema in two spellings: no finding in either direction. */
export const refactors = schemas(
  "other words",
  `
a base by allOf is written out, closed |
  { use: { allOf: [${petReference}], properties: { b: {} }, unevaluatedProperties: false }, ${petSchema} } ==
  use: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer }, b: {} }, additionalProperties: false }
bounds in allOf | use: { type: string, minLength: 1, maxLength: 9 } ==
  use: { allOf: [{ type: string, minLength: 1 }, { maxLength: 9 }] }
null in an enum or as a branch | use: { type: [string, 'null'], enum: [x, y, null] } ==
  use: { oneOf: [{ type: string, enum: [x, y] }, { type: 'null' }] }
types in a list or as branches | use: { type: [string, integer] } == use: { anyOf: [{ type: string }, { type: integer }] }
the type of an enum is written | use: { enum: [x, y] } == use: { type: string, enum: [x, y] }
an open object is called open | use: { type: object, properties: {} } ==
  use: { type: object, additionalProperties: true, required: [] }
a format that is only a hint is written | use: { type: integer } == use: { type: integer, format: int64 }
a component is renamed with a mapping | ${unionWithMapping("Cat", "{ c: '#/components/schemas/Cat' }")} ==
  ${unionWithMapping("Lion", "{ c: '#/components/schemas/Lion' }")}
minContains is written, with its default 1 | { type: array, contains: { type: string } } ==
  { type: array, contains: { type: string }, minContains: 1 }
no other field is valid, as what only describes excludes nothing |
  { type: object, additionalProperties: { not: {} } } ==
  { type: object, additionalProperties: { not: { title: t, description: d, example: 1, examples: [1], externalDocs: { url: 'https://e.test' },
  $comment: c, $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'https://e.test/n', $anchor: a } } }
no other field is valid, in two ways | { type: object, additionalProperties: false } == { type: object, additionalProperties: { not: {} } }
the keys of a default change places | { properties: { a: { type: object, default: { x: 1, y: 2 } } } } ==
  { properties: { a: { type: object, default: { y: 2, x: 1 } } } }
a bound that an enum keeps anyway | { type: string, enum: [x, y] } == { type: string, enum: [x, y], maxLength: 9 }
a pattern that every name matches | { type: object, patternProperties: { '.*': { type: string } } } ==
  { type: object, additionalProperties: { type: string } }
two patterns that every name matches | { type: object, patternProperties: { '.*': { type: string }, '': { maxLength: 5 } } } ==
  { type: object, additionalProperties: { type: string, maxLength: 5 } }
a bound of one character keeps an emoji | { type: string, enum: ['😀'], maxLength: 1 } == { type: string, enum: ['😀'] }
a list of two that is closed, or bounded | { type: array, prefixItems: [{ type: string }, { type: integer }], items: false } ==
  { type: array, prefixItems: [{ type: string }, { type: integer }], maxItems: 2 }
two items by their place, or by one schema | { type: array, prefixItems: [{ type: string }, { type: string }], items: false } ==
  { type: array, items: { type: string }, maxItems: 2 }
a value in decimals that is a multiple | { type: number, enum: [0.07], multipleOf: 0.01 } == { type: number, enum: [0.07] }
a multiple of a multiple in decimals | { allOf: [{ type: number, multipleOf: 0.01 }, { multipleOf: 0.1 }] } ==
  { type: number, multipleOf: 0.1 }
an item changes that no list reaches | { type: array, maxItems: 1, prefixItems: [{ type: string }, { type: string }] } ==
  { type: array, maxItems: 1, prefixItems: [{ type: string }, { type: integer }] }
one branch of anyOf | { anyOf: [{ type: string, maxLength: 5 }] } == { type: string, maxLength: 5 }
one item at most, which differs from all others | { type: array, items: {}, maxItems: 1 } ==
  { type: array, items: {}, maxItems: 1, uniqueItems: true }
`,
);

/** Cases of 3.1 keywords, of references, and of a change within a refactoring. */
export const changes = schemas(
  "changes",
  `
a base by allOf loses a field | { use: { allOf: [${petReference}, { properties: { b: {} } }] }, ${petSchema} } ~~/>>
  { use: { allOf: [${petReference}, { properties: { b: {} } }] }, ${petSchema.replace(", age: { type: integer }", "")} }
a component in a circle loses a field |
  { use: { $ref: '#/components/schemas/Node' }, Node: { type: object, properties: { next: { $ref: '#/components/schemas/Node' }, name: {} } } } ~~/>>
  { use: { $ref: '#/components/schemas/Node' }, Node: { type: object, properties: { next: { $ref: '#/components/schemas/Node' } } } }
a base closes itself | { use: { allOf: [${petReference}, { properties: { b: { type: string } } }] }, ${petSchema} } >>/!!
  { use: { allOf: [${petReference}, { properties: { b: { type: string } } }] }, ${petSchema.replace("type: object", "type: object, additionalProperties: false")} }
oneOf becomes anyOf | oneOf: ${boundedBranches} ~~ anyOf: ${boundedBranches}
anyOf becomes oneOf | anyOf: [{ minLength: 1 }, { maxLength: 5 }] >>/~~ oneOf: [{ minLength: 1 }, { maxLength: 5 }]
what must come along is in a dependent schema | { type: object, dependentRequired: { a: [b] } } ==
  { type: object, dependentSchemas: { a: { required: [b] } } }
a list of whole numbers is a range | { enum: [1, 2, 3] } == { type: integer, minimum: 1, maximum: 3 }
a list lacks one number of the range that it replaces | { type: integer, minimum: 1, maximum: 3 } >> { enum: [1, 2] }
true is the only boolean | { type: boolean } >> { type: boolean, enum: [true] }
a list goes beyond the range that it replaces | { type: integer, maximum: 3 } !! { enum: [3, 4] }
a dependent schema asks for another field | { type: object, dependentSchemas: { a: { required: [b] } } } !!
  { type: object, dependentRequired: { a: [c] } }
a map in allOf goes, and what it left to the outside was closed |
  { allOf: [{ type: object, additionalProperties: { type: string } }], unevaluatedProperties: false } >>
  { allOf: [{ type: object }], unevaluatedProperties: false }
an object beside a map in allOf is closed | { allOf: [{ type: object, additionalProperties: { type: string } }] } ~~
  { allOf: [{ type: object, additionalProperties: { type: string } }], unevaluatedProperties: false }
a list beside one of texts in allOf is closed, and the other goes |
  { allOf: [{ type: array, items: { type: string } }], unevaluatedItems: false } >>
  { allOf: [{ type: array }], unevaluatedItems: false }
a field that never came is removed | { properties: { a: { writeOnly: true }, b: {} } } ~~ { properties: { b: {} } }
a required field gets a type | { type: object, required: [a] } >> { type: object, required: [a], properties: { a: { type: string } } }
a field becomes required, and is no longer listed | { type: object, properties: { a: { type: string } } } !! { type: object, required: [a] }
a condition is added | { type: object } >> { type: object, if: { required: [a] }, then: { required: [b] } }
a required field goes after its sunset | { type: object, required: [a], properties: { a: {} } } >>/~~
  { type: object, required: [a, b], properties: { a: {}, b: { ${pastSunset} } } }
a branch of a union whose kinds may grow |
  { use: { $ref: '#/components/schemas/U' }, U: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }, { $ref: '#/components/schemas/C' }], discriminator: { propertyName: k, mapping: { a: '#/components/schemas/A', b: '#/components/schemas/B', c: '#/components/schemas/C' } } }, A: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b, c] }, x: { type: string } } }, B: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b, c] }, y: { type: string } } }, C: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b, c] }, z: { type: string } } } } >>/~~
  { use: { $ref: '#/components/schemas/U' }, U: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }], discriminator: { propertyName: k, mapping: { a: '#/components/schemas/A', b: '#/components/schemas/B' } } }, A: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b] }, x: { type: string } } }, B: { required: [k], properties: { k: { type: string, x-extensible-enum: [a, b] }, y: { type: string } } } }
the content of a text asks for more | { type: string, contentMediaType: application/json, contentSchema: { type: object } } >>
  { type: string, contentMediaType: application/json, contentSchema: { type: object, required: [a] } }
the first items change places | { type: array, prefixItems: [{ type: string }, { type: integer }] } !!
  { type: array, prefixItems: [{ type: integer }, { type: string }] }
an item has a place in one part, and is one of the others in another part |
  { allOf: [{ type: array, prefixItems: [{}, { type: integer }], maxItems: 2 }, { prefixItems: [{}], items: {} }] } >>
  { allOf: [{ type: array, prefixItems: [{}, { type: integer }], maxItems: 2 }, { prefixItems: [{}], items: { maximum: 5 } }] }
a closed list loses a place | { type: array, prefixItems: [{ type: string }, { type: string }], items: false } >>
  { type: array, prefixItems: [{ type: string }], items: false }
a name that the discriminator reads changes | ${unionOfBranches("Cat", "Dog")} !!
  ${unionOfBranches("Lion", "Dog").replace("lion: {}", "cat: {}")}
a value goes beside a list of known ones | { type: string, enum: [x, y], x-extensible-enum: [x] } >>/~~
  { type: string, enum: [x], x-extensible-enum: [x] }
a definition beside a reference narrows | ${definitionBeside("")} >> ${definitionBeside(", maxLength: 5")}
a const that is an object changes | { const: { a: 1 } } !! { const: { a: 2 } }
oneOf of what was accepted at once | { type: object, required: [a, b] } !!/>>
  { oneOf: [{ type: object, required: [a] }, { type: object, required: [b] }] }
a branch narrows that requires its like | ${linkedBranches("")} >> ${linkedBranches(", maxLength: 5")}
a branch goes, and another one like it is open |
  { oneOf: [{ type: object, properties: { a: { type: string } } }, { type: object, properties: { b: { type: integer } } }] } !!/<<
  { oneOf: [{ type: object, properties: { a: { type: string } } }] }
a base that is extended twice narrows | ${baseExtendedTwice("")} >> ${baseExtendedTwice(", maxLength: 5")}
a bound of a type that nobody knows | { type: int, minimum: 1 } >> { type: int, minimum: 5 }
a choice between a type that nobody knows and a text becomes the text | { oneOf: [{ type: string }, { type: int }] } >>
  { oneOf: [{ type: string }] }
the first items shrink | { type: array, prefixItems: [{ type: string }] } >>
  { type: array, prefixItems: [{ type: string }, { type: integer }] }
the values of today of an open list grow | { type: string, x-extensible-enum: [x], x-exact: { enum: [x] } } ~~
  { type: string, x-extensible-enum: [x, y], x-exact: { enum: [x, y] } }
the branches of today grow | { type: object, x-exact: { oneOf: [{ required: [a] }] } } ~~
  { type: object, x-exact: { oneOf: [{ required: [a] }, { required: [b] }] } }
a rule that few tools read | { x-exact: { type: [string, number] } } >> { x-exact: { type: [string] } }
a text is encoded | { type: string } !! { type: string, contentEncoding: base64 }
a readOnly field goes | { type: object, additionalProperties: false, properties: { a: {}, b: { readOnly: true } } } ~~/>>
  { type: object, additionalProperties: false, properties: { a: {} } }
`,
);

const catSchema =
  "Cat: { type: object, required: [kind], properties: { kind: { const: cat }, lives: { type: integer } } }";
const dogSchema =
  "Dog: { type: object, required: [kind], properties: { kind: { const: dog }, tricks: { type: integer } } }";
const referenceTo = (name: string) =>
  `{ $ref: "#/components/schemas/${name}" }`;
const petUnion = (
  mapping: string,
  propertyName = "kind",
  names = "Cat Dog",
) => `use:
  oneOf: [${names.split(" ").map(referenceTo).join(", ")}]
  discriminator: { propertyName: ${propertyName}, mapping: ${mapping} }
${catSchema}\n${dogSchema}\nBird: { type: object, required: [kind], properties: { kind: { const: bird } } }`;
const unionOfCatAndDog = (one: string, other: string) =>
  unionWithMapping("Cat", `{ c: ${one}, d: ${other} }`).replace(
    /\nCat: .*/,
    (line) => line.replace(/ } }$/, ", x: {} } }"),
  );
/** A base that names its subtypes by its discriminator alone. */
const petFamily = (mapping: string, use = "Pet") => `use: ${referenceTo(use)}
Pet: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind${mapping} } }
Cat: { allOf: [${referenceTo("Pet")}, { type: object, properties: { lives: { type: integer } } }] }
Dog: { allOf: [${referenceTo("Pet")}, { type: object, properties: { tricks: { type: integer } } }] }`;
const baseOfAllKinds = (
  lives: string,
) => `use: { anyOf: [${referenceTo("Pet")}, ${referenceTo("Cat")}], discriminator: { propertyName: kind, mapping: { pet: Pet, cat: Cat } } }
Pet: { type: object, required: [kind], properties: { kind: { enum: [pet, cat] } } }
Cat: { allOf: [${referenceTo("Pet")}, { type: object, properties: { lives: ${lives} } }] }`;
const referencesThatEndAlike = (
  title: string,
) => `use: { title: ${title}, anyOf: [${referenceTo("A/properties/v")}, ${referenceTo("B/properties/v")}] }
A: { properties: { v: { type: object, properties: { a: { type: string } } } } }
B: { properties: { v: { type: object, properties: { a: { type: string }, b: { type: string } } } } }`;
const subtypeMapping =
  ", mapping: { dog: Dog, cat: '#/components/schemas/Cat' }";
const withoutTricks = (contract: string) =>
  contract.replace("{ tricks: { type: integer } }", "{}");

/** Choices that clients send and get. */
export const choices = schemas(
  "choices",
  `
a branch is added | ${petUnion("{}", "kind", "Cat Dog Bird")} >> ${petUnion("{}")}
the discriminator reads another field | ${petUnion("{}")} !! ${petUnion("{}", "type")}
two values change their schemas | ${unionOfCatAndDog("Cat", "Dog")} !! ${unionOfCatAndDog("Dog", "Cat")}
a mapping is removed | ${petUnion("{ c: Cat, d: Dog }")} >> ${petUnion("{ c: Cat }")}
a field of a branch is removed | ${petUnion("{}")} ~~/>> ${petUnion("{}").replace(", lives: { type: integer }", "")}
a discriminator goes | ${petUnion("{ c: Cat, d: Dog }")} ~~/>> ${petUnion("{ c: Cat, d: Dog }").replace(/\n {2}discriminator:.*/, "")}
a mapping is written as a reference | ${petUnion("{ c: Cat }")} == ${petUnion("{ c: '#/components/schemas/Cat' }")}
a branch may be null | ${petUnion("{}").replace("oneOf: [", "oneOf: [{ type: 'null' }, ")} >> ${petUnion("{}")}
a subtype that the discriminator names loses a field | ${petFamily(subtypeMapping)} ~~/>> ${withoutTricks(petFamily(subtypeMapping))}
a subtype that extends the base loses a field | ${petFamily("")} ~~/>> ${withoutTricks(petFamily(""))}
a subtype that does not come here loses a field | ${petFamily(subtypeMapping, "Cat")} ~~ ${withoutTricks(petFamily(subtypeMapping, "Cat"))}
a base lists the values of all kinds | ${baseOfAllKinds("{ type: integer }")} == ${baseOfAllKinds("{ type: number, multipleOf: 1 }")}
two branches say the same | { anyOf: [${objectWithField("{ type: string }")}, ${objectWithField("{ type: string }")}] } ==
  { title: Two, anyOf: [${objectWithField("{ type: string }")}, ${objectWithField("{ type: string }")}] }
two references end alike | ${referencesThatEndAlike("One")} == ${referencesThatEndAlike("Two")}
subtypes are named by the mapping as by their names | ${petFamily("")} == ${petFamily(", mapping: { Dog: Dog, Cat: Cat }")}
`,
);
