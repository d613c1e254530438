import { expect, test } from "vitest";
import { compileIn, makeOut } from "./compiled.ts";

// The response `default` of a contract that nobody here wrote, in the generated types.

const failure = {
  type: "object",
  required: ["code"],
  properties: { code: { type: "integer" } },
};
const contract = (response: object) => ({
  paths: {
    "/parcels": {
      get: {
        operationId: "listParcels",
        tags: ["parcels"],
        responses: { "204": { description: "Done." }, default: response },
      },
    },
  },
  components: {
    schemas: { Failure: failure },
    responses: {
      Failed: {
        description: "No.",
        content: { "application/json": { schema: failure } },
      },
    },
  },
});
const program = `
import type { operations } from "./types.ts";
type Default = operations["listParcels"]["responses"]["default"];
export const code: Default["content"]["application/json"]["code"] = 3;
`;

test("a default response that refers to a response has its type", async () => {
  const { out } = await makeOut(
    contract({ $ref: "#/components/responses/Failed" }),
  );
  expect(await compileIn(out, program)).toBe("");
});

test("a default response with a named schema has its type", async () => {
  const schema = { $ref: "#/components/schemas/Failure" };
  const { out } = await makeOut(
    contract({
      description: "No.",
      content: { "application/json": { schema } },
    }),
  );
  expect(await compileIn(out, program)).toBe("");
});
