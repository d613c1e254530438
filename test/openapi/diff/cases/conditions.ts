import {
  breaksBack,
  breaksBothWays,
  breaksThere,
  isRefactor,
  schemaCases,
} from "./case.ts";

/** An object whose fields are `a` and those that a condition allows. */
const closedObject = (condition: object) => ({
  type: "object",
  properties: { a: {} },
  ...condition,
  unevaluatedProperties: false,
});

/** A list of one item and those that a condition allows. */
const closedList = (condition: object) => ({
  type: "array",
  prefixItems: [{}],
  ...condition,
  unevaluatedItems: false,
});

/** An object with the fields `a` and `b`, which may have others. */
const openObject = (condition: object) => ({
  type: "object",
  properties: { a: {}, b: { type: "integer" } },
  ...condition,
});

const hasA = { required: ["a"] };
const hasB = { required: ["b"] };

/** Conditions: `if` with `then`, and `dependentSchemas`. */
export const conditions = schemaCases("conditions", [
  {
    given: "two parts have the same condition",
    before: {
      type: "object",
      allOf: [
        { if: hasA, then: { required: ["c"] } },
        { if: hasA, then: { required: ["b"] } },
      ],
    },
    after: {
      type: "object",
      allOf: [
        { if: hasA, then: { required: ["c", "d"] } },
        { if: hasA, then: { required: ["b"] } },
      ],
    },
    request: breaksThere,
    response: breaksBack,
  },
  {
    given: "a condition has another extension of somebody",
    before: openObject({ if: { ...hasA, "x-note": 1 }, then: hasB }),
    after: openObject({ if: { ...hasA, "x-note": 2 }, then: hasB }),
    request: isRefactor,
    response: isRefactor,
  },
  {
    given: "objects without a field need another one",
    before: openObject({ if: hasA, then: {}, else: {} }),
    after: openObject({ if: hasA, then: {}, else: hasB }),
    request: breaksThere,
    response: breaksBack,
  },
  {
    given: "a condition no longer lets a field through",
    before: closedObject({ if: hasA, then: { properties: { b: {} } } }),
    after: closedObject({ if: hasA, then: {} }),
    request: breaksThere,
    response: breaksThere,
  },
  {
    given: "a condition no longer lets any field through",
    before: closedObject({ if: hasA, then: { additionalProperties: true } }),
    after: closedObject({ if: hasA, then: {} }),
    request: breaksThere,
    response: breaksBack,
  },
  {
    given: "a condition no longer lets any unevaluated field through",
    before: closedObject({ if: hasA, then: { unevaluatedProperties: true } }),
    after: closedObject({ if: hasA, then: {} }),
    request: breaksThere,
    response: breaksBack,
  },
  {
    given: "a field in a condition becomes one of all",
    before: {
      type: "object",
      properties: { b: {} },
      unevaluatedProperties: false,
    },
    after: {
      type: "object",
      if: hasA,
      then: { properties: { b: {} } },
      unevaluatedProperties: false,
    },
    request: breaksThere,
    response: breaksBothWays,
  },
  {
    given: "a dependent schema no longer lets a field through",
    before: closedObject({
      dependentSchemas: { a: { properties: { b: {} } } },
    }),
    after: closedObject({ dependentSchemas: { a: {} } }),
    request: breaksThere,
    response: breaksThere,
  },
  {
    given: "a dependent schema depends on another field",
    before: closedObject({
      dependentSchemas: { a: { properties: { b: {} } } },
    }),
    after: closedObject({
      dependentSchemas: { c: { properties: { b: {} } } },
    }),
    request: breaksBothWays,
    response: breaksBothWays,
  },
  {
    given: "a condition no longer lets an item through",
    before: {
      type: "array",
      prefixItems: [{}],
      if: { minItems: 2 },
      then: { prefixItems: [true, {}] },
      unevaluatedItems: false,
    },
    after: {
      type: "array",
      prefixItems: [{}],
      if: { minItems: 2 },
      then: {},
      unevaluatedItems: false,
    },
    request: breaksThere,
    response: breaksBack,
  },
  ...["items", "unevaluatedItems"].map((keyword) => ({
    given: `a condition no longer lets any item through by ${keyword}`,
    before: closedList({ if: { minItems: 2 }, then: { [keyword]: true } }),
    after: closedList({ if: { minItems: 2 }, then: {} }),
    request: breaksThere,
    response: breaksBack,
  })),
  {
    given: "a dependent schema changes",
    before: {
      type: "object",
      dependentSchemas: { a: { properties: { b: { type: "string" } } } },
    },
    after: {
      type: "object",
      dependentSchemas: { a: { properties: { b: { type: "integer" } } } },
    },
    request: breaksBothWays,
    response: breaksBothWays,
  },
  {
    given: "a condition narrows a property that the object lists",
    before: openObject({ if: hasA, then: { required: ["b"] } }),
    after: openObject({
      if: hasA,
      then: { required: ["b"], properties: { b: { minimum: 5 } } },
    }),
    request: breaksThere,
    response: breaksBack,
  },
  {
    given: "a condition lists a property that the object lists",
    before: openObject({ if: hasA, then: { required: ["b"] } }),
    after: openObject({
      if: hasA,
      then: { required: ["b"], properties: { b: {} } },
    }),
    request: isRefactor,
    response: isRefactor,
  },
  {
    given: "a dependent schema narrows a property that the object lists",
    before: openObject({}),
    after: openObject({
      dependentSchemas: { a: { properties: { b: { minimum: 5 } } } },
    }),
    request: breaksThere,
    response: breaksBack,
  },
  ...[true, {}, { description: "Always." }].map((always) => ({
    given: `a condition always holds, as ${JSON.stringify(always)} does`,
    before: openObject({ if: always, then: hasA, else: hasB }),
    after: openObject(hasA),
    request: isRefactor,
    response: isRefactor,
  })),
  {
    given: "a condition never holds",
    before: openObject({ if: false, then: hasB, else: hasA }),
    after: openObject(hasA),
    request: isRefactor,
    response: isRefactor,
  },
  {
    given: "a condition that always holds has a branch that nothing fits",
    before: openObject({ if: true, then: false }),
    after: openObject({}),
    request: breaksBack,
    response: breaksThere,
  },
]);
