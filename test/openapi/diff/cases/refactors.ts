import { both, table } from "./case.ts";

const pet =
  "Pet: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer } } }";
const ref = '{ $ref: "#/components/schemas/Pet" }';
/** The same schema in other words: no alarm in either direction. */
export const refactors = table(
  "refactors",
  both,
  `
refactor | a schema becomes a component | it says the same elsewhere
- use: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer } } }
+ { use: ${ref}, ${pet} }
refactor | a component is renamed | nobody sends its name
- { use: ${ref}, ${pet} }
+ { use: { $ref: "#/components/schemas/Animal" }, ${pet.replace("Pet", "Animal")} }
refactor | allOf of one | one schema is all of one
- { use: ${ref}, ${pet} }
+ { use: { allOf: [${ref}] }, ${pet} }
refactor | allOf of one with a description | a description decides nothing
- { use: { type: object, properties: { p: ${ref} } }, ${pet} }
+ { use: { type: object, properties: { p: { description: Mine., allOf: [${ref}] } } }, ${pet} }
refactor | fields move into allOf | all of them still hold
- use: { type: object, required: [a, b], properties: { a: { type: string }, b: { type: string } } }
+ use: { allOf: [{ type: object, required: [a], properties: { a: { type: string } } }, { required: [b], properties: { b: { type: string } } }] }
refactor | fields move into a base by allOf | all of them still hold
- use: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer }, b: { type: string } } }
+ { use: { allOf: [${ref}, { properties: { b: { type: string } } }] }, ${pet} }
refactor | a base by allOf is written out, closed | the same fields, none besides
- { use: { allOf: [${ref}], properties: { b: {} }, unevaluatedProperties: false }, ${pet} }
+ use: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer }, b: {} }, additionalProperties: false }
refactor | bounds in allOf | both hold
- use: { type: string, minLength: 1, maxLength: 9 }
+ use: { allOf: [{ type: string, minLength: 1 }, { maxLength: 9 }] }
refactor | nested allOf | all of all is all
- use: { type: object, properties: { a: {}, b: {} } }
+ use: { allOf: [{ allOf: [{ type: object, properties: { a: {} } }] }, { properties: { b: {} } }] }
refactor | a base of a base | all of all is all
- { use: { $ref: "#/components/schemas/B" }, A: { type: object, properties: { a: { type: string } } }, B: { allOf: [{ $ref: "#/components/schemas/A" }, { properties: { b: {} } }] } }
+ { use: { $ref: "#/components/schemas/B" }, B: { type: object, properties: { a: { type: string }, b: {} } } }
refactor | null as a type or as a branch | null is null
- use: { type: object, properties: { a: { type: [string, 'null'] } } }
+ use: { type: object, properties: { a: { anyOf: [{ type: string }, { type: 'null' }] } } }
refactor | a component or null, by anyOf or oneOf | an object is never null
- { use: { properties: { p: { anyOf: [${ref}, { type: 'null' }] } } }, ${pet} }
+ { use: { properties: { p: { oneOf: [{ type: 'null' }, ${ref}] } } }, ${pet} }
refactor | null in an enum or as a branch | null is null
- use: { type: [string, 'null'], enum: [x, y, null] }
+ use: { oneOf: [{ type: string, enum: [x, y] }, { type: 'null' }] }
refactor | an enum of one value or a const | there is one value
- use: { type: string, enum: [x] }
+ use: { const: x }
refactor | an enum or a choice of consts | the same values
- use: { type: string, enum: [x, y] }
+ use: { oneOf: [{ const: x, description: Ex. }, { const: y, description: Why. }] }
refactor | types in a list or as branches | the same types
- use: { type: [string, integer] }
+ use: { anyOf: [{ type: string }, { type: integer }] }
refactor | oneOf of one | one of one is it
- { use: ${ref}, ${pet} }
+ { use: { oneOf: [${ref}] }, ${pet} }
refactor | the type of an enum is told | the values tell it
- use: { enum: [x, y] }
+ use: { type: string, enum: [x, y] }
refactor | values of an enum change places | their order says nothing
- use: { type: string, enum: [x, y] }
+ use: { type: string, enum: [y, x] }
refactor | branches change places | their order says nothing
- use: { oneOf: [{ type: string, maxLength: 5 }, { type: integer, maximum: 5 }] }
+ use: { oneOf: [{ type: integer, maximum: 5 }, { type: string, maxLength: 5 }] }
refactor | fields and required change places | their order says nothing
- use: { type: object, required: [a, b], properties: { a: {}, b: {} } }
+ use: { required: [b, a], properties: { b: {}, a: {} }, type: object }
refactor | what holds anyway is told | it is the default
- use: { type: array, items: { type: string } }
+ use: { type: [array], minItems: 0, uniqueItems: false, items: { type: string, minLength: 0 } }
refactor | an open object says so | it is the default
- use: { type: object, properties: {} }
+ use: { type: object, additionalProperties: true, required: [] }
refactor | an empty schema or true | both accept anything
- use: { type: object, properties: { a: {} } }
+ use: { type: object, properties: { a: true } }
refactor | a description beside a reference | it decides nothing
- { use: { properties: { p: ${ref} } }, ${pet} }
+ { use: { properties: { p: { $ref: "#/components/schemas/Pet", description: Mine. } } }, ${pet} }
refactor | a circle by another name | it says the same
- { use: { $ref: '#/components/schemas/Node' }, Node: { type: object, properties: { next: { $ref: '#/components/schemas/Node' } } } }
+ { use: { $ref: '#/components/schemas/Item' }, Item: { type: object, properties: { next: { allOf: [{ $ref: '#/components/schemas/Item' }] } } } }
refactor | a format that is only a hint is told | it refuses nothing
- use: { type: integer }
+ use: { type: integer, format: int64 }
`,
);

/** In the middle of a refactor something changes after all. */
export const refactorsAndMore = table(
  "refactors with a break",
  both,
  `
breaking | a field is lost on its way into allOf | clients read it
- use: { type: object, properties: { a: { type: string }, b: { type: string } } }
+ use: { allOf: [{ type: object, properties: { a: { type: string } } }] }
breaking | a base by allOf loses a field | clients read it
- { use: { allOf: [${ref}, { properties: { b: {} } }] }, ${pet} }
+ { use: { allOf: [${ref}, { properties: { b: {} } }] }, ${pet.replace(", age: { type: integer }", "")} }
breaking | a component in a circle loses a field | clients read it
- { use: { $ref: '#/components/schemas/Node' }, Node: { type: object, properties: { next: { $ref: '#/components/schemas/Node' }, name: {} } } }
+ { use: { $ref: '#/components/schemas/Node' }, Node: { type: object, properties: { next: { $ref: '#/components/schemas/Node' } } } }
breaking | a circle through allOf narrows | long texts are refused
- { use: { $ref: '#/components/schemas/Node' }, Node: { allOf: [{ $ref: '#/components/schemas/Base' }], properties: { next: { allOf: [{ $ref: '#/components/schemas/Node' }, { required: [name] }] } } }, Base: { type: object, properties: { name: { type: string } } } }
+ { use: { $ref: '#/components/schemas/Node' }, Node: { allOf: [{ $ref: '#/components/schemas/Base' }], properties: { next: { allOf: [{ $ref: '#/components/schemas/Node' }, { required: [name] }] } } }, Base: { type: object, properties: { name: { type: string, maxLength: 5 } } } }
breaking | one value becomes another const | the old one is refused
- use: { type: string, enum: [x] }
+ use: { const: y }
breaking | null goes with its branch | null is refused
- use: { anyOf: [{ type: string }, { type: 'null' }] }
+ use: { type: string }
breaking | a base closes itself | the field beside it is refused
- { use: { allOf: [${ref}, { properties: { b: { type: string } } }] }, ${pet} }
+ { use: { allOf: [${ref}, { properties: { b: { type: string } } }] }, ${pet.replace("type: object", "type: object, additionalProperties: false")} }
breaking | inlined with a new bound | long names are refused
- { use: { properties: { p: ${ref} } }, ${pet} }
+ use: { properties: { p: { type: object, required: [name], properties: { name: { type: string, maxLength: 5 }, age: { type: integer } } } } }
`,
);
