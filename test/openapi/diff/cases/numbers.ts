import { schemas } from "./case.ts";

/** Numbers by a range, by a list and by a step. */
export const numbers = schemas(
  "numbers",
  `
a range of fractions becomes a list | { type: number, minimum: 0, maximum: 100 } >> { type: number, enum: [1, 2] }
a range of fractions from one becomes a list | { type: number, minimum: 1, maximum: 2 } >> { type: number, enum: [1, 2] }
a range of fractions becomes a constant | { type: number, minimum: 0, maximum: 1 } >> { type: number, const: 1 }
a range of one number is a constant | { type: number, minimum: 1, maximum: 1 } == { type: number, const: 1 }
two steps are one by their least common multiple | { type: integer, allOf: [{ multipleOf: 4 }, { multipleOf: 6 }] } ==
  { type: integer, multipleOf: 12 }
two steps become a larger one | { type: integer, allOf: [{ multipleOf: 4 }, { multipleOf: 6 }] } >>
  { type: integer, multipleOf: 24 }
`,
);
