import { expect, test } from "vitest";
import { compileIn, makeOut } from "./compiled.ts";

/** An object with a number. */
const withNumber = (name: string) => ({
  type: "object",
  properties: { [name]: { type: "number" } },
  required: [name],
});
const get = (operationId: string, schema: object) => ({
  get: {
    operationId,
    responses: {
      "200": {
        description: "Done.",
        content: { "application/json": { schema } },
      },
    },
  },
});
/** A reference to the schema of the response of a path. */
const schemaOf = (path: string) => ({
  $ref: `#/paths/~1${path}/get/responses/200/content/application~1json/schema`,
});

test("schemas of two paths with the same digits have a type each", async () => {
  const { out } = await makeOut({
    paths: {
      "/2": get("getTwo", withNumber("weight")),
      "/2-": get("getOther", withNumber("height")),
      "/both": get("getBoth", { oneOf: [schemaOf("2"), schemaOf("2-")] }),
    },
  });
  const program = `
import type { Schema2Get200, Schema2Get2002 } from "./types.ts";
export const sum = (one: Schema2Get200, other: Schema2Get2002): number => one.weight + other.height;
`;
  expect(await compileIn(out, program)).toBe("");
});
