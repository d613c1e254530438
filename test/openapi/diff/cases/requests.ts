import { request, table } from "./case.ts";

const open = "{ type: object, properties: { a: { type: string }, b: { type: string } } }";
const closed = (properties: string) =>
  `{ type: object, additionalProperties: false, properties: { ${properties} } }`;
const field = (schema: string, more = "") => `{ type: object, ${more} properties: { a: ${schema} } }`;

/** What a client sends: breaking is what refuses a call that was accepted, or does something else with it. */
export const requests = table(
  "requests",
  request,
  `
breaking | a field becomes required | calls without it are refused
- ${open}
+ { type: object, required: [a], properties: { a: { type: string }, b: { type: string } } }
breaking | a new required field | no call has it yet
- ${field("{ type: string }")}
+ { type: object, required: [c], properties: { a: { type: string }, c: { type: string } } }
harmless | a required field becomes optional | calls with it still work
- ${field("{ type: string }", "required: [a],")}
+ ${field("{ type: string }")}
harmless | a new optional field | calls without it still work
- ${closed("a: { type: string }")}
+ ${closed("a: { type: string }, b: { type: string }")}
breaking | a field of a closed body is removed | calls with it are refused
- ${closed("a: { type: string }, b: { type: string }")}
+ ${closed("a: { type: string }")}
harmless | a field of an open body is removed | it is still accepted, as any other name
- ${open}
+ ${field("{ type: string }")}
breaking | an open body is closed | unknown fields are refused
- ${field("{ type: string }")}
+ ${closed("a: { type: string }")}
harmless | a closed body is opened | more is accepted
- ${closed("a: { type: string }")}
+ ${field("{ type: string }")}
breaking | other fields must be texts | numbers in them are refused
- { type: object }
+ { type: object, additionalProperties: { type: string } }
breaking | a string becomes an integer | texts are refused
- ${field("{ type: string }")}
+ ${field("{ type: integer }")}
harmless | a string may be null | more is accepted
- ${field("{ type: string }")}
+ ${field("{ type: [string, 'null'] }")}
breaking | null is no longer accepted | null is refused
- ${field("{ type: [string, 'null'] }")}
+ ${field("{ type: string }")}
harmless | an integer becomes a number | integers are numbers
- ${field("{ type: integer }")}
+ ${field("{ type: number }")}
breaking | a number becomes an integer | 1.5 is refused
- ${field("{ type: number }")}
+ ${field("{ type: integer }")}
breaking | a type is stated where there was none | other types are refused
- ${field("{}")}
+ ${field("{ type: string }")}
breaking | maxLength is lowered | long texts are refused
- ${field("{ type: string, maxLength: 20 }")}
+ ${field("{ type: string, maxLength: 10 }")}
harmless | maxLength is raised | more is accepted
- ${field("{ type: string, maxLength: 10 }")}
+ ${field("{ type: string, maxLength: 20 }")}
breaking | maxLength is added | long texts are refused
- ${field("{ type: string }")}
+ ${field("{ type: string, maxLength: 20 }")}
harmless | maxLength is removed | more is accepted
- ${field("{ type: string, maxLength: 20 }")}
+ ${field("{ type: string }")}
breaking | minLength is added | empty texts are refused
- ${field("{ type: string }")}
+ ${field("{ type: string, minLength: 1 }")}
breaking | minimum is raised | small numbers are refused
- ${field("{ type: integer, minimum: 1 }")}
+ ${field("{ type: integer, minimum: 5 }")}
breaking | minimum becomes exclusive | the bound itself is refused
- ${field("{ type: number, minimum: 1 }")}
+ ${field("{ type: number, exclusiveMinimum: 1 }")}
harmless | maximum is raised | more is accepted
- ${field("{ type: integer, maximum: 5 }")}
+ ${field("{ type: integer, maximum: 9 }")}
breaking | a pattern is added | texts that do not match are refused
- ${field("{ type: string }")}
+ ${field("{ type: string, pattern: '^a' }")}
breaking | a pattern changes | texts that matched may not
- ${field("{ type: string, pattern: '^a' }")}
+ ${field("{ type: string, pattern: '^b' }")}
harmless | a pattern is removed | more is accepted
- ${field("{ type: string, pattern: '^a' }")}
+ ${field("{ type: string }")}
breaking | a format is added | texts that do not fit are refused
- ${field("{ type: string }")}
+ ${field("{ type: string, format: uuid }")}
harmless | int32 becomes int64 | more is accepted
- ${field("{ type: integer, format: int32 }")}
+ ${field("{ type: integer, format: int64 }")}
breaking | int64 becomes int32 | large numbers are refused
- ${field("{ type: integer, format: int64 }")}
+ ${field("{ type: integer, format: int32 }")}
breaking | a value of an enum is removed | calls with it are refused
- ${field("{ type: string, enum: [x, y] }")}
+ ${field("{ type: string, enum: [x] }")}
harmless | a value is added to an enum | more is accepted
- ${field("{ type: string, enum: [x] }")}
+ ${field("{ type: string, enum: [x, y] }")}
breaking | an enum is added | other texts are refused
- ${field("{ type: string }")}
+ ${field("{ type: string, enum: [x, y] }")}
harmless | an enum is opened | more is accepted
- ${field("{ type: string, enum: [x] }")}
+ ${field("{ type: string, x-extensible-enum: [x] }")}
breaking | a const changes | the old value is refused
- ${field("{ const: x }")}
+ ${field("{ const: y }")}
breaking | maxItems is lowered | long lists are refused
- { type: array, maxItems: 9, items: {} }
+ { type: array, maxItems: 5, items: {} }
breaking | uniqueItems is set | lists with a repetition are refused
- { type: array, items: {} }
+ { type: array, uniqueItems: true, items: {} }
breaking | items get a type | other items are refused
- { type: array, items: {} }
+ { type: array, items: { type: string } }
breaking | multipleOf is added | other numbers are refused
- ${field("{ type: integer }")}
+ ${field("{ type: integer, multipleOf: 5 }")}
breaking | minProperties is added | the empty object is refused
- { type: object }
+ { type: object, minProperties: 1 }
breaking | the default changes | who leaves it out gets another result
- ${field("{ type: integer, default: 5 }")}
+ ${field("{ type: integer, default: 9 }")}
breaking | the default is removed | who leaves it out gets another result
- ${field("{ type: boolean, default: true }")}
+ ${field("{ type: boolean }")}
breaking | the default of a list changes | who leaves it out gets another result
- ${field("{ type: object, default: { x: 1 } }")}
+ ${field("{ type: object, default: { x: 2 } }")}
harmless | a default is told | what happened anyway is written down
- ${field("{ type: integer }")}
+ ${field("{ type: integer, default: 5 }")}
harmless | a description and an example change | they decide nothing
- ${field("{ type: string, description: One., examples: [a] }")}
+ ${field("{ type: string, description: Two., examples: [b] }")}
breaking | a field becomes readOnly | callers send it and it is refused or ignored
- ${field("{ type: string }")}
+ ${field("{ type: string, readOnly: true }")}
breaking | a required field is no longer readOnly | calls did not have to send it and now must
- ${field("{ type: string, readOnly: true }", "required: [a],")}
+ ${field("{ type: string }", "required: [a],")}
harmless | a new required field that is readOnly | nobody has to send it
- { type: object, properties: {} }
+ ${field("{ type: string, readOnly: true }", "required: [a],")}
harmless | a field is deprecated | it still works
- ${field("{ type: string }")}
+ ${field("{ type: string, deprecated: true }")}
breaking | no value is valid any more | whoever sends the field is refused
- { type: object, properties: { a: true } }
+ { type: object, properties: { a: false } }
`,
);
