import { expect, test } from "vitest";
import { docsOf } from "./docs-of-contract.ts";

test("an object with patterns and other fields shows its own fields", async () => {
  const meta = {
    type: "object",
    properties: { weight: { type: "string" } },
    patternProperties: { "^x-": { type: "string" } },
    additionalProperties: { type: "integer" },
  };
  const read = await docsOf({
    paths: {
      "/parcels": {
        get: {
          operationId: "getParcel",
          responses: {
            "200": {
              description: "Done.",
              content: {
                "application/json": {
                  schema: { type: "object", properties: { meta } },
                },
              },
            },
          },
        },
      },
    },
  });
  expect(read("getParcel.md")).toContain("weight");
});
