import { response, table } from "./case.ts";

const field = (schema: string, more = "") => `{ type: object, ${more} properties: { a: ${schema} } }`;
const two = (more = "") =>
  `{ type: object, ${more} properties: { a: { type: string }, b: { type: string } } }`;

/** What a client gets: breaking is what it cannot read, or misses. */
export const responses = table(
  "responses",
  response,
  `
breaking | an optional field is removed | clients that show it show nothing
- ${two()}
+ ${field("{ type: string }")}
breaking | a required field is removed | clients rely on it
- ${two("required: [a, b],")}
+ ${field("{ type: string }", "required: [a],")}
breaking | a field is renamed | clients read the old name
- { type: object, properties: { phone: { type: string } } }
+ { type: object, properties: { phones: { type: string } } }
harmless | a new field | clients pass over what they do not know
- ${field("{ type: string }")}
+ ${two()}
harmless | a new field of a closed object | it is a field that clients need not know
- ${field("{ type: string }", "additionalProperties: false,")}
+ ${two("additionalProperties: false,")}
breaking | a required field becomes optional | clients read it unasked
- ${two("required: [a, b],")}
+ ${two("required: [a],")}
harmless | an optional field becomes required | it is there more often
- ${two()}
+ ${two("required: [a],")}
breaking | a string may be null | clients call its methods
- ${field("{ type: string }")}
+ ${field("{ type: [string, 'null'] }")}
harmless | null no longer comes | fewer values come
- ${field("{ type: [string, 'null'] }")}
+ ${field("{ type: string }")}
breaking | a string becomes an integer | clients take it for a text
- ${field("{ type: string }")}
+ ${field("{ type: integer }")}
breaking | an integer becomes a number | 1.5 does not fit an integer
- ${field("{ type: integer }")}
+ ${field("{ type: number }")}
harmless | a number becomes an integer | integers are numbers
- ${field("{ type: number }")}
+ ${field("{ type: integer }")}
breaking | a type goes | anything may come
- ${field("{ type: string }")}
+ ${field("{}")}
breaking | a value is added to an enum | a switch over it has no case
- ${field("{ type: string, enum: [x] }")}
+ ${field("{ type: string, enum: [x, y] }")}
harmless | a value of an enum no longer comes | fewer values come
- ${field("{ type: string, enum: [x, y] }")}
+ ${field("{ type: string, enum: [x] }")}
breaking | an enum is removed | anything may come
- ${field("{ type: string, enum: [x] }")}
+ ${field("{ type: string }")}
breaking | an enum is opened | a switch over it has no case for others
- ${field("{ type: string, enum: [x] }")}
+ ${field("{ type: string, x-extensible-enum: [x] }")}
harmless | an open list grows | it said that others come
- ${field("{ type: string, x-extensible-enum: [x] }")}
+ ${field("{ type: string, x-extensible-enum: [x, y] }")}
harmless | an open list loses a value | fewer values come
- ${field("{ type: string, x-extensible-enum: [x, y] }")}
+ ${field("{ type: string, x-extensible-enum: [x] }")}
harmless | an open list is closed | fewer values come
- ${field("{ type: string, x-extensible-enum: [x] }")}
+ ${field("{ type: string, enum: [x] }")}
breaking | maxLength is raised | long texts do not fit a column
- ${field("{ type: string, maxLength: 10 }")}
+ ${field("{ type: string, maxLength: 20 }")}
harmless | maxLength is lowered | fewer values come
- ${field("{ type: string, maxLength: 20 }")}
+ ${field("{ type: string, maxLength: 10 }")}
breaking | maximum is removed | large numbers do not fit
- ${field("{ type: integer, maximum: 5 }")}
+ ${field("{ type: integer }")}
breaking | minimum is lowered | negative numbers come
- ${field("{ type: integer, minimum: 0 }")}
+ ${field("{ type: integer, minimum: -5 }")}
breaking | int32 becomes int64 | large numbers do not fit
- ${field("{ type: integer, format: int32 }")}
+ ${field("{ type: integer, format: int64 }")}
harmless | a format is added | fewer values come
- ${field("{ type: string }")}
+ ${field("{ type: string, format: date-time }")}
breaking | a format is removed | clients parse it
- ${field("{ type: string, format: date-time }")}
+ ${field("{ type: string }")}
breaking | a format changes | clients parse it
- ${field("{ type: string, format: date }")}
+ ${field("{ type: string, format: date-time }")}
breaking | a pattern is removed | clients parse it
- ${field("{ type: string, pattern: '^a' }")}
+ ${field("{ type: string }")}
breaking | maxItems is raised | clients hold a page in a fixed place
- { type: array, maxItems: 5, items: {} }
+ { type: array, maxItems: 9, items: {} }
breaking | uniqueItems goes | clients use items as keys
- { type: array, uniqueItems: true, items: {} }
+ { type: array, items: {} }
breaking | items may be null | clients read each item
- { type: array, items: { type: string } }
+ { type: array, items: { type: [string, 'null'] } }
harmless | the default changes | a default in a response is a note
- ${field("{ type: integer, default: 5 }")}
+ ${field("{ type: integer, default: 9 }")}
breaking | a closed object is opened | values of any name come
- ${field("{ type: string }", "additionalProperties: false,")}
+ ${field("{ type: string }")}
breaking | a field becomes writeOnly | clients read it
- ${field("{ type: string }")}
+ ${field("{ type: string, writeOnly: true }")}
harmless | a field becomes readOnly | it is only read anyway
- ${field("{ type: string }")}
+ ${field("{ type: string, readOnly: true }")}
breaking | a value of the type of other fields changes | clients read them
- { type: object, additionalProperties: { type: string } }
+ { type: object, additionalProperties: { type: integer } }
breaking | fewer items must match contains | clients look for two
- { type: array, contains: { type: string }, minContains: 2 }
+ { type: array, contains: { type: string }, minContains: 1 }
breaking | another field need not come along | clients read b where there is a
- { type: object, dependentRequired: { a: [b, c] } }
+ { type: object, dependentRequired: { a: [c] } }
breaking | a pattern of names goes | values of any kind come
- { type: object, patternProperties: { '^x': { type: string }, '^y': { type: string } } }
+ { type: object, patternProperties: { '^x': { type: string } } }
breaking | not goes | what it refused comes
- { type: string, not: { enum: [x] } }
+ { type: string }
harmless | a title changes | it decides nothing
- ${field("{ type: string, title: One }")}
+ ${field("{ type: string, title: Two }")}
breaking | a deep field changes its type | clients read it
- { type: object, properties: { a: { type: array, items: { type: object, properties: { b: { type: string } } } } } }
+ { type: object, properties: { a: { type: array, items: { type: object, properties: { b: { type: integer } } } } } }
`,
);
