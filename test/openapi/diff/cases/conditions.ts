import { schemas } from "./case.ts";

const condition = "if: { required: [a] }";
const twoConditions = (names: string) =>
  `{ type: object, allOf: [{ ${condition}, then: { required: [${names}] } }, { ${condition}, then: { required: [b] } }] }`;
const closed = (more: string) =>
  `{ type: object, properties: { a: {} }, ${more}, unevaluatedProperties: false }`;
const closedList = (more: string) =>
  `{ type: array, prefixItems: [{}], ${more}, unevaluatedItems: false }`;

const withThen = (then: string) =>
  `{ type: object, properties: { a: {}, b: { type: integer } }, if: { required: [a] }, then: { ${then} } }`;
const withDependent = (more: string) =>
  `{ type: object, properties: { a: {}, b: { type: integer } }, ${more} }`;

/** Conditions, and what they let through where an object or a list is closed. */
export const conditions = schemas(
  "conditions",
  `
two parts have the same condition | ${twoConditions("c")} >> ${twoConditions("c, d")}
a condition no longer lets a field through | ${closed(`${condition}, then: { properties: { b: {} } }`)} >>/>>
  ${closed(`${condition}, then: {}`)}
a condition no longer lets any field through | ${closed(`${condition}, then: { additionalProperties: true }`)} >>
  ${closed(`${condition}, then: {}`)}
a field in a condition becomes one of all | ${closed("properties: { b: {} }").replace("properties: { a: {} }, ", "")} >>/!!
  ${closed(`${condition}, then: { properties: { b: {} } }`).replace("properties: { a: {} }, ", "")}
a dependent schema no longer lets a field through | ${closed("dependentSchemas: { a: { properties: { b: {} } } }")} >>/>>
  ${closed("dependentSchemas: { a: {} }")}
a dependent schema depends on another field | ${closed("dependentSchemas: { a: { properties: { b: {} } } }")} !!
  ${closed("dependentSchemas: { c: { properties: { b: {} } } }")}
a condition no longer lets an item through | ${closedList("if: { minItems: 2 }, then: { prefixItems: [true, {}] }")} >>
  ${closedList("if: { minItems: 2 }, then: {}")}
a dependent schema changes | { type: object, dependentSchemas: { a: { properties: { b: { type: string } } } } } !!
  { type: object, dependentSchemas: { a: { properties: { b: { type: integer } } } } }
`,
);

const ring = (m: string, order: string[]) => {
  const use: Record<string, string> = {
    x: "x: { not: { $ref: '#/components/schemas/B' } }",
    y: "y: { oneOf: [{ $ref: '#/components/schemas/A' }, { type: object, required: [z] }] }",
  };
  return `use: { properties: { ${order.map((name) => use[name]).join(", ")} } }
A: { type: object, properties: { b: { $ref: '#/components/schemas/B' }, m: { type: ${m} } } }
B: { type: object, required: [up], properties: { up: { $ref: '#/components/schemas/A' } } }`;
};
const ringRows = [
  ["x", "y"],
  ["y", "x"],
].map(
  (order) =>
    `a schema that is refused leads back to itself, ${order.join(" before ")} | ${ring("integer", order)} !! ${ring("number", order)}`,
);

/** `not` and `contains`: schemas that refuse a value, and schemas that some items must fit. */
export const exclusions = schemas(
  "exclusions",
  `
${ringRows.join("\n")}
a circle begins elsewhere |
  { use: { not: { $ref: '#/components/schemas/A' } }, A: { properties: { n: { required: [q], properties: { n: { $ref: '#/components/schemas/A' } } } } } } !!
  { use: { not: { $ref: '#/components/schemas/A' } }, A: { properties: { n: { $ref: '#/components/schemas/B' } } }, B: { required: [q], properties: { n: { $ref: '#/components/schemas/B' } } } }
the refused value is a constant | { not: { enum: [a] } } == { not: { const: a } }
the refused type is in a list | { not: { type: string } } == { not: { type: [string] } }
the refused schema is in two parts | { not: { type: string, minLength: 1 } } ==
  { not: { allOf: [{ type: string }, { minLength: 1 }] } }
the refused schema narrows | { not: { type: string } } !! { not: { type: string, minLength: 1 } }
the refused schemas change places | { allOf: [{ not: { type: string } }, { not: { required: [a, b] } }] } ==
  { allOf: [{ not: { required: [b, a] } }, { not: { type: [string] } }] }
at most two items of more values | { type: array, contains: { const: a }, maxContains: 2 } !!
  { type: array, contains: { enum: [a, b] }, maxContains: 2 }
at most one item, and the other way to say it | { type: array, contains: { const: a }, maxContains: 1 } ==
  { type: array, contains: { enum: [a] }, maxContains: 1 }
at most two items, and then one | { type: array, contains: { const: a }, maxContains: 2 } >>
  { type: array, contains: { const: a }, maxContains: 1 }
at least one item of more values | { type: array, contains: { enum: [a, b] } } >> { type: array, contains: { const: a } }
the content of a text without a media type | { type: string } ==
  { type: string, contentSchema: { type: object } }
a condition narrows a property that the object lists | ${withThen("required: [b]")} >>
  ${withThen("required: [b], properties: { b: { minimum: 5 } }")}
a condition lists a property that the object lists | ${withThen("required: [b]")} ==
  ${withThen("required: [b], properties: { b: {} }")}
a dependent schema narrows a property that the object lists | ${withDependent("")} >>
  ${withDependent("dependentSchemas: { a: { properties: { b: { minimum: 5 } } } }")}
the content of a text without a media type changes | { type: string, contentSchema: { type: array } } ==
  { type: string, contentSchema: { type: object } }
`,
);

const branches = (first: string) =>
  `{ oneOf: [{ type: object, ${first} properties: { a: { type: string } } }, { type: object, properties: { a: { type: string }, b: { type: string } } }] }`;
const namedBranches = (first: string) =>
  `use: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }
A: { type: object, ${first} properties: { a: { type: string } } }
B: { type: object, properties: { a: { type: string }, b: { type: string } } }`;

/** A branch that asks for more, beside another one that lists its fields. */
export const branchesWithMore = schemas(
  "branches that ask for more",
  `
a field of a branch becomes required | ${branches("")} !!/<< ${branches("required: [a],")}
a field of a named branch becomes required | ${namedBranches("")} !!/<< ${namedBranches("required: [a],")}
`,
);
