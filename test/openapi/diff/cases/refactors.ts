import { schemas } from "./case.ts";

const pet =
  "Pet: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer } } }";
const ref = '{ $ref: "#/components/schemas/Pet" }';
/** The same schema in other words: no alarm in either direction. */
export const refactors = schemas(
  "refactors",
  `
a schema becomes a component |
  use: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer } } } ==
  { use: ${ref}, ${pet} }
a component is renamed | { use: ${ref}, ${pet} } ==
  { use: { $ref: "#/components/schemas/Animal" }, ${pet.replace("Pet", "Animal")} }
allOf of one | { use: ${ref}, ${pet} } == { use: { allOf: [${ref}] }, ${pet} }
allOf of one with a description | { use: { type: object, properties: { p: ${ref} } }, ${pet} } ==
  { use: { type: object, properties: { p: { description: Mine., allOf: [${ref}] } } }, ${pet} }
fields move into allOf | use: { type: object, required: [a, b], properties: { a: { type: string }, b: { type: string } } } ==
  use: { allOf: [{ type: object, required: [a], properties: { a: { type: string } } }, { required: [b], properties: { b: { type: string } } }] }
fields move into a base by allOf |
  use: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer }, b: { type: string } } } ==
  { use: { allOf: [${ref}, { properties: { b: { type: string } } }] }, ${pet} }
a base by allOf is written out, closed |
  { use: { allOf: [${ref}], properties: { b: {} }, unevaluatedProperties: false }, ${pet} } ==
  use: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer }, b: {} }, additionalProperties: false }
bounds in allOf | use: { type: string, minLength: 1, maxLength: 9 } ==
  use: { allOf: [{ type: string, minLength: 1 }, { maxLength: 9 }] }
nested allOf | use: { type: object, properties: { a: {}, b: {} } } ==
  use: { allOf: [{ allOf: [{ type: object, properties: { a: {} } }] }, { properties: { b: {} } }] }
a base of a base |
  { use: { $ref: "#/components/schemas/B" }, A: { type: object, properties: { a: { type: string } } }, B: { allOf: [{ $ref: "#/components/schemas/A" }, { properties: { b: {} } }] } } ==
  { use: { $ref: "#/components/schemas/B" }, B: { type: object, properties: { a: { type: string }, b: {} } } }
null as a type or as a branch | use: { type: object, properties: { a: { type: [string, 'null'] } } } ==
  use: { type: object, properties: { a: { anyOf: [{ type: string }, { type: 'null' }] } } }
a component or null, by anyOf or oneOf | { use: { properties: { p: { anyOf: [${ref}, { type: 'null' }] } } }, ${pet} } ==
  { use: { properties: { p: { oneOf: [{ type: 'null' }, ${ref}] } } }, ${pet} }
null in an enum or as a branch | use: { type: [string, 'null'], enum: [x, y, null] } ==
  use: { oneOf: [{ type: string, enum: [x, y] }, { type: 'null' }] }
an enum of one value or a const | use: { type: string, enum: [x] } == use: { const: x }
an enum or a choice of consts | use: { type: string, enum: [x, y] } ==
  use: { oneOf: [{ const: x, description: Ex. }, { const: y, description: Why. }] }
types in a list or as branches | use: { type: [string, integer] } == use: { anyOf: [{ type: string }, { type: integer }] }
oneOf of one | { use: ${ref}, ${pet} } == { use: { oneOf: [${ref}] }, ${pet} }
the type of an enum is told | use: { enum: [x, y] } == use: { type: string, enum: [x, y] }
values of an enum change places | use: { type: string, enum: [x, y] } == use: { type: string, enum: [y, x] }
branches change places | use: { oneOf: [{ type: string, maxLength: 5 }, { type: integer, maximum: 5 }] } ==
  use: { oneOf: [{ type: integer, maximum: 5 }, { type: string, maxLength: 5 }] }
fields and required change places | use: { type: object, required: [a, b], properties: { a: {}, b: {} } } ==
  use: { required: [b, a], properties: { b: {}, a: {} }, type: object }
what holds anyway is told | use: { type: array, items: { type: string } } ==
  use: { type: [array], minItems: 0, uniqueItems: false, items: { type: string, minLength: 0 } }
an open object says so | use: { type: object, properties: {} } ==
  use: { type: object, additionalProperties: true, required: [] }
an empty schema or true | use: { type: object, properties: { a: {} } } == use: { type: object, properties: { a: true } }
a description beside a reference | { use: { properties: { p: ${ref} } }, ${pet} } ==
  { use: { properties: { p: { $ref: "#/components/schemas/Pet", description: Mine. } } }, ${pet} }
a circle by another name |
  { use: { $ref: '#/components/schemas/Node' }, Node: { type: object, properties: { next: { $ref: '#/components/schemas/Node' } } } } ==
  { use: { $ref: '#/components/schemas/Item' }, Item: { type: object, properties: { next: { allOf: [{ $ref: '#/components/schemas/Item' }] } } } }
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
one value becomes another const | use: { type: string, enum: [x] } !! use: { const: y }
null goes with its branch | use: { anyOf: [{ type: string }, { type: 'null' }] } >> use: { type: string }
a base closes itself | { use: { allOf: [${ref}, { properties: { b: { type: string } } }] }, ${pet} } >>/!!
  { use: { allOf: [${ref}, { properties: { b: { type: string } } }] }, ${pet.replace("type: object", "type: object, additionalProperties: false")} }
inlined with a new bound | { use: { properties: { p: ${ref} } }, ${pet} } >>
  use: { properties: { p: { type: object, required: [name], properties: { name: { type: string, maxLength: 5 }, age: { type: integer } } } } }
`,
);
