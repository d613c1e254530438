import { schemas } from "./case.ts";

const map = "additionalProperties: { type: integer }";
const pattern = (schema: string) => `patternProperties: { '^x-': ${schema} }`;

/** Patterns of names beside a schema for all other names. */
export const patternsOfNames = schemas(
  "patterns of names",
  `
a pattern has another schema than the map | { type: object, ${map} } !!
  { type: object, ${map}, ${pattern("{ type: string }")} }
a pattern has a narrower schema than the map | { type: object, ${map} } >>
  { type: object, ${map}, ${pattern("{ type: integer, maximum: 5 }")} }
a pattern has the schema of the map | { type: object, ${map} } ==
  { type: object, ${map}, ${pattern("{ type: integer }")} }
a pattern takes the place of another one | { type: object, ${pattern("{ type: string }")} } !!
  { type: object, patternProperties: { '^y-': { type: string } } }
a pattern narrows beside the pattern of a closed part, which some names fit too |
  { allOf: [{ type: object, additionalProperties: false, patternProperties: { '^a': {} } }, { patternProperties: { 'z$': { type: integer } } }] } >>
  { allOf: [{ type: object, additionalProperties: false, patternProperties: { '^a': {} } }, { patternProperties: { 'z$': { type: integer, maximum: 5 } } }] }
only an object remains, whose field fits one of its two patterns |
  { type: object, patternProperties: { a: { type: integer }, b: { type: string } } } !! { enum: [{ ab: 1 }] }
a part closes the names of another part's pattern |
  { allOf: [{ type: object, additionalProperties: false, properties: { a: {} } }, { ${pattern("{}")} }] } <</>>
  { type: object, additionalProperties: false, properties: { a: {} }, ${pattern("{}")} }
a pattern of a closed object changes |
  { type: object, additionalProperties: false, ${pattern("{}")} } !!
  { type: object, additionalProperties: false, patternProperties: { '^X-': {} } }
`,
);
