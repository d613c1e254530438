import { schemas } from "./case.ts";

const pet =
  "Pet: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer } } }";
const ref = '{ $ref: "#/components/schemas/Pet" }';
/** The same schema in other words: no alarm in either direction. */
export const refactors = schemas(
  "refactors",
  `
fields move into a base by allOf |
  use: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer }, b: { type: string } } } ==
  { use: { allOf: [${ref}, { properties: { b: { type: string } } }] }, ${pet} }
a base by allOf is written out, closed |
  { use: { allOf: [${ref}], properties: { b: {} }, unevaluatedProperties: false }, ${pet} } ==
  use: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer }, b: {} }, additionalProperties: false }
bounds in allOf | use: { type: string, minLength: 1, maxLength: 9 } ==
  use: { allOf: [{ type: string, minLength: 1 }, { maxLength: 9 }] }
a base of a base |
  { use: { $ref: "#/components/schemas/B" }, A: { type: object, properties: { a: { type: string } } }, B: { allOf: [{ $ref: "#/components/schemas/A" }, { properties: { b: {} } }] } } ==
  { use: { $ref: "#/components/schemas/B" }, B: { type: object, properties: { a: { type: string }, b: {} } } }
a component or null, by anyOf or oneOf | { use: { properties: { p: { anyOf: [${ref}, { type: 'null' }] } } }, ${pet} } ==
  { use: { properties: { p: { oneOf: [{ type: 'null' }, ${ref}] } } }, ${pet} }
null in an enum or as a branch | use: { type: [string, 'null'], enum: [x, y, null] } ==
  use: { oneOf: [{ type: string, enum: [x, y] }, { type: 'null' }] }
types in a list or as branches | use: { type: [string, integer] } == use: { anyOf: [{ type: string }, { type: integer }] }
the type of an enum is told | use: { enum: [x, y] } == use: { type: string, enum: [x, y] }
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
