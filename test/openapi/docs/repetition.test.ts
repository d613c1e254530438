import { expect, test } from "vitest";
import { docsOf } from "./docs-of-contract.ts";

test("a PATCH is safe to repeat only where the contract says so", async () => {
  const patch = (operationId: string) => ({
    operationId,
    security: [{ key: [] }],
    responses: { "204": { description: "Done." } },
  });
  const read = await docsOf({
    paths: {
      "/counter": { patch: patch("increase") },
      "/label": { patch: { ...patch("rename"), "x-idempotent": true } },
    },
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
    },
  });
  expect(read("increase.md")).not.toContain("Safe to repeat");
  expect(read("rename.md")).toContain("Safe to repeat");
});
