import { expect, test } from "vitest";
import { docsOf } from "./docs-of-contract.ts";

const refusal = (message: string) => ({
  description: "Refused.",
  content: {
    "application/json": {
      schema: { type: "object" },
      example: { error: { code: "invalid", message } },
    },
  },
});

test("errors of one code with other messages are shown, and nothing says that their bodies are the same", async () => {
  const read = await docsOf({
    paths: {
      "/parcels": {
        get: {
          operationId: "listParcels",
          responses: {
            "204": { description: "Done." },
            "400": refusal("Bad weight"),
            "422": refusal("Bad address"),
          },
        },
      },
    },
  });
  expect(read("listParcels.md")).toContain("Bad weight");
  expect(read("listParcels.md")).not.toContain("the same body");
  // A page of this name has only the API of this repository.
  expect(read("listParcels.html")).not.toContain('href="errors.html');
});
