import { expect, test } from "vitest";
import { compileIn, makeOut } from "./compiled.ts";

test("the raw client of another contract knows its paths, and compiles with all libraries checked", async () => {
  const { out } = await makeOut({
    paths: {
      "/parcels": {
        get: {
          operationId: "listParcels",
          tags: ["parcels"],
          responses: { "204": { description: "Done." } },
        },
      },
    },
  });
  const program = `
import { createClient } from "./client/index.ts";
const api = createClient({ apiKey: "k", baseUrl: "https://depot.invalid" });
void api.raw.GET("/parcels");
// @ts-expect-error no such path
void api.raw.GET("/trees");
`;
  expect(await compileIn(out, program)).toBe("");
});
