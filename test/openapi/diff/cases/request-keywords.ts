import { request, table } from "./case.ts";

/** Keywords of 2020-12 in what a client sends. */
export const requestKeywords = table(
  "request keywords",
  request,
  `
breaking | another field must come along | calls without it are refused
- { type: object, dependentRequired: { a: [b] } }
+ { type: object, dependentRequired: { a: [b, c] } }
harmless | another field need not come along | more is accepted
- { type: object, dependentRequired: { a: [b, c] } }
+ { type: object, dependentRequired: { a: [b] } }
breaking | dependentRequired is added | calls without it are refused
- { type: object }
+ { type: object, dependentRequired: { a: [b] } }
breaking | more items must match contains | lists with one are refused
- { type: array, contains: { type: string }, minContains: 1 }
+ { type: array, contains: { type: string }, minContains: 2 }
breaking | fewer items may match contains | lists with four are refused
- { type: array, contains: { type: string }, maxContains: 5 }
+ { type: array, contains: { type: string }, maxContains: 3 }
harmless | more items may match contains | more is accepted
- { type: array, contains: { type: string }, maxContains: 3 }
+ { type: array, contains: { type: string }, maxContains: 5 }
breaking | a pattern of names gets a schema | names that match had any value
- { type: object, patternProperties: { '^x': { type: string } } }
+ { type: object, patternProperties: { '^x': { type: string }, '^y': { type: string } } }
breaking | a closed object loses a pattern of names | names that match are refused
- { type: object, additionalProperties: false, patternProperties: { '^x': {}, '^y': {} } }
+ { type: object, additionalProperties: false, patternProperties: { '^x': {} } }
harmless | a closed object gains a pattern of names | more is accepted
- { type: object, additionalProperties: false, patternProperties: { '^x': {} } }
+ { type: object, additionalProperties: false, patternProperties: { '^x': {}, '^y': {} } }
breaking | the schema of a pattern narrows | values of other types are refused
- { type: object, patternProperties: { '^x': {} } }
+ { type: object, patternProperties: { '^x': { type: string } } }
breaking | not is added | what it describes is refused
- { type: string }
+ { type: string, not: { enum: [x] } }
breaking | not refuses more | y is refused
- { type: string, not: { enum: [x] } }
+ { type: string, not: { enum: [x, y] } }
harmless | not is removed | more is accepted
- { type: string, not: { enum: [x] } }
+ { type: string }
breaking | a condition asks for more | calls that meet it are refused
- { type: object, if: { required: [a] }, then: {} }
+ { type: object, if: { required: [a] }, then: { required: [b] } }
breaking | another condition | other calls have to follow
- { type: object, if: { required: [a] }, then: { required: [c] } }
+ { type: object, if: { required: [b] }, then: { required: [c] } }
breaking | names must fit a pattern | other names are refused
- { type: object }
+ { type: object, propertyNames: { pattern: '^a' } }
breaking | the first item gets a type | other first items are refused
- { type: array }
+ { type: array, prefixItems: [{ type: string }] }
breaking | unevaluated fields are refused | unknown fields were accepted
- { type: object, anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }
+ { type: object, anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }], unevaluatedProperties: false }
`,
);
