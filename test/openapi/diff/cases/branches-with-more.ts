import { breaksBack, breaksBothWays, schemaCases } from "./case.ts";

const fieldA = { a: { type: "string" } };
const other = {
  type: "object",
  properties: { a: { type: "string" }, b: { type: "string" } },
};

/** A branch that requires its field, beside another one that lists the same field. */
export const branchesWithMore = schemaCases("branches that ask for more", [
  {
    given: "a field of a branch becomes required",
    before: { oneOf: [{ type: "object", properties: fieldA }, other] },
    after: {
      oneOf: [{ type: "object", required: ["a"], properties: fieldA }, other],
    },
    request: breaksBothWays,
    response: breaksBack,
  },
  {
    given: "a field of a named branch becomes required",
    before: {
      use: {
        oneOf: [
          { $ref: "#/components/schemas/A" },
          { $ref: "#/components/schemas/B" },
        ],
      },
      A: { type: "object", properties: fieldA },
      B: other,
    },
    after: {
      use: {
        oneOf: [
          { $ref: "#/components/schemas/A" },
          { $ref: "#/components/schemas/B" },
        ],
      },
      A: { type: "object", required: ["a"], properties: fieldA },
      B: other,
    },
    request: breaksBothWays,
    response: breaksBack,
  },
]);
